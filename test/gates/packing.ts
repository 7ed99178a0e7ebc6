import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Packed {
	filename: string;
	file: string;
	size: number;
	unpackedSize: number;
	files: Array<{ path: string; size: number }>;
	/** A folder of its own, with the tarball in it. */
	folder: string;
	remove(): void;
}

/** Packs what `npm run build` made, as `npm publish` would. */
export function pack({ folder: source }: { folder: string }): Packed {
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	const [packed] = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
			cwd: source,
			encoding: 'utf8',
			env: withoutOuterNpm(),
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	) as [Omit<Packed, 'file' | 'folder' | 'remove'>];
	return {
		...packed,
		file: join(folder, packed.filename),
		folder,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** An npm that runs a script tells its folder to an npm inside it, which must use its own. */
function withoutOuterNpm(): NodeJS.ProcessEnv {
	const { npm_config_local_prefix: _outer, ...env } = process.env;
	return env;
}
