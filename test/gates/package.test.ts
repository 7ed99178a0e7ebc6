import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtFile, packages, root } from './packages';

interface Packed {
	filename: string;
	size: number;
	unpackedSize: number;
	files: Array<{ path: string; size: number }>;
}

interface Loaded {
	nodes: Array<{ name: string; icon?: unknown; codex: boolean }>;
	credentials: Array<{ name: string; icon?: unknown; supportedNodes: string[] }>;
}

describe.each(packages)('the package $name', (pack) => {
	let folder: string;
	let packed: Packed;

	beforeAll(() => {
		for (const path of pack.manifest.n8n.nodes) builtFile(pack, path);
		folder = mkdtempSync(join(tmpdir(), 'packed-'));
		[packed] = JSON.parse(
			execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
				cwd: pack.folder,
				encoding: 'utf8',
				env: withoutOuterNpm(),
				stdio: ['ignore', 'pipe', 'ignore'],
			}),
		) as [Packed];
	});

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('holds the build, its manifest, README and licence, nothing else', () => {
		const paths = packed.files.map(({ path }) => path);
		const outside = paths.filter((path) => !path.startsWith('dist/'));
		expect(outside.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
		expect(paths.filter((path) => /test|\.map$|\.ts$/.test(path))).toEqual([]);
	});

	it('is small', () => {
		const { filename, files, size, unpackedSize } = packed;
		console.info(
			`${filename}: ${files.length} files, ${size} bytes packed, ${unpackedSize} unpacked`,
		);
		expect(unpackedSize).toBeLessThan(2 * 1024 * 1024);
	});

	it('is found whole by the loader of n8n, with nothing beside it but n8n', () => {
		const unpacked = join(folder, 'unpacked');
		mkdirSync(unpacked);
		execFileSync('tar', [
			'-xzf',
			join(folder, packed.filename),
			'-C',
			unpacked,
			'--strip-components=1',
		]);
		const loaded = JSON.parse(
			execFileSync(
				process.execPath,
				['--import', 'tsx', join(root, 'test', 'gates', 'load-package.ts'), unpacked],
				{
					cwd: root,
					encoding: 'utf8',
					env: { ...process.env, NODE_ENV: 'production', NODE_PATH: join(root, 'node_modules') },
				},
			),
		) as Loaded;
		expect(loaded.nodes).toHaveLength(pack.manifest.n8n.nodes.length);
		expect(loaded.credentials).toHaveLength(pack.manifest.n8n.credentials.length);
		for (const node of loaded.nodes) {
			expect(node).toEqual({ name: node.name, icon: expect.anything(), codex: true });
		}
		for (const credential of loaded.credentials) {
			expect(credential.icon).toBeDefined();
			expect(credential.supportedNodes).toContain(loaded.nodes[0]?.name);
		}
	});
});

/** An npm that runs a script tells its folder to an npm inside it, which must use its own. */
function withoutOuterNpm(): NodeJS.ProcessEnv {
	const { npm_config_local_prefix: _outer, ...env } = process.env;
	return env;
}
