import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { builtFile, packages, root } from './packages';
import { pack, type Packed } from './packing';

interface Loaded {
	nodes: Array<{ name: string; icon?: unknown; codex: boolean }>;
	credentials: Array<{ name: string; icon?: unknown; supportedNodes: string[] }>;
}

describe.each(packages)('the package $name', (described) => {
	let packed: Packed;

	beforeAll(() => {
		for (const path of described.manifest.n8n.nodes) builtFile(described, path);
		packed = pack(described);
	});

	afterAll(() => packed.remove());

	it('holds the build, its manifest, README and licence, nothing else', () => {
		const paths = packed.files.map(({ path }) => path);
		const outside = paths.filter((path) => !path.startsWith('dist/'));
		expect(outside.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
		expect(paths.filter((path) => /test|\.map$|\.ts$/.test(path))).toEqual([]);
	});

	it('is small', () => expect(packed.unpackedSize).toBeLessThan(2 * 1024 * 1024));

	it('is found whole by the loader of n8n, with nothing beside it but n8n', () => {
		const unpacked = join(packed.folder, 'unpacked');
		mkdirSync(unpacked);
		execFileSync('tar', ['-xzf', packed.file, '-C', unpacked, '--strip-components=1']);
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
		expect(loaded.nodes).toHaveLength(described.manifest.n8n.nodes.length);
		expect(loaded.credentials).toHaveLength(described.manifest.n8n.credentials.length);
		for (const node of loaded.nodes) {
			expect(node).toEqual({ name: node.name, icon: expect.anything(), codex: true });
		}
		for (const credential of loaded.credentials) {
			expect(credential.icon).toBeDefined();
			expect(credential.supportedNodes).toContain(loaded.nodes[0]?.name);
		}
	});
});
