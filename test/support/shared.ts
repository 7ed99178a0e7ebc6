import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Reference material that lies beside a checkout while it is worked on; a fresh clone lacks it. */
export const sharedFolder = join(__dirname, '..', '..', '..', 'shared');

/**
 * A `describe` for tests that read the reference material beside the checkout. Where it is
 * missing the tests count as skipped and the run says so.
 */
export function describeWithShared(name: string, body: (folder: string) => void): void {
	if (existsSync(join(sharedFolder, 'mission'))) {
		describe(name, () => body(sharedFolder));
		return;
	}
	console.info(`Skipped, because ../shared is missing: ${name}`);
	// The body would already read what is missing, so it does not run even to count its tests.
	describe.skip(name, () => it('needs the reference material', () => undefined));
}
