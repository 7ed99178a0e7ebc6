import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { packages, root, sandboxPackage } from '../test/gates/packages';
import { recordStoredNames } from '../test/gates/storedNames';

/**
 * Prepares a release: `npm run release -- 0.2.0` sets the version of all packages, dates the
 * changelog's unreleased section, and records the stored names that later versions must keep.
 * Commit the result and tag it; the tag publishes.
 */
function main([version = '']: string[]): void {
	if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Use a version such as 0.2.0.');
	const changelog = join(root, 'CHANGELOG.md');
	const day = new Date().toISOString().slice(0, 10);
	writeFileSync(changelog, released(readFileSync(changelog, 'utf8'), version, day));
	for (const { folder, manifest } of [...packages, sandboxPackage]) {
		const text = JSON.stringify({ ...manifest, version }, undefined, '\t');
		writeFileSync(join(folder, 'package.json'), `${text}\n`);
	}
	for (const pack of packages) recordStoredNames(pack);
	console.log(`Version ${version} is prepared. Next: commit, then git tag v${version}`);
}

/** The changelog with what was unreleased under the version. Throws where nothing was. */
export function released(changelog: string, version: string, day: string): string {
	const heading = '## [Unreleased]\n';
	const [before, after] = changelog.split(heading);
	if (before === undefined || after === undefined) {
		throw new Error('CHANGELOG.md has no section "Unreleased".');
	}
	if (/^\s*(## |$)/.test(after)) throw new Error('CHANGELOG.md has nothing under "Unreleased".');
	return `${before}${heading}\n## [${version}] - ${day}\n${after}`;
}

if (require.main === module) main(process.argv.slice(2));
