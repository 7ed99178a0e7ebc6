import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { preProcessFile } from 'typescript';

import { builtFile, root, sandboxPackage } from './packages';
import { pack, type Packed } from './packing';

const { folder, manifest } = sandboxPackage;

describe('the package of the sandbox', () => {
	let packed: Packed;

	beforeAll(() => {
		builtFile(sandboxPackage, 'dist/main.js');
		packed = pack(sandboxPackage);
	});

	afterAll(() => packed.remove());

	it('holds the build with a database to start from, its manifest, README and license', () => {
		const paths = packed.files.map(({ path }) => path);
		expect(paths.filter((path) => !path.startsWith('dist/')).sort()).toEqual([
			'LICENSE',
			'README.md',
			'package.json',
		]);
		expect(paths.filter((path) => !/\.(js|json|d\.ts)$/.test(path)).sort()).toEqual([
			'LICENSE',
			'README.md',
			'dist/face/face.css',
			`dist/store/small-cluster-${manifest.dependencies['@electric-sql/pglite']}.tar.gz`,
		]);
		expect(packed.unpackedSize).toBeLessThan(4 * 1024 * 1024);
	});

	it('depends on the packages that it requires, in the versions that the tests use', () => {
		const required = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.js'))
			.flatMap(
				(file) =>
					preProcessFile(readFileSync(join(folder, 'dist', file), 'utf8'), true, true)
						.importedFiles,
			)
			.map(({ fileName }) => fileName.replace(/^(preact)\/.*/, '$1'))
			.filter((name) => !name.startsWith('.') && !isBuiltin(name));
		expect([...new Set(required)].sort()).toEqual(Object.keys(manifest.dependencies).sort());
		const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
			devDependencies: object;
		};
		expect(devDependencies).toMatchObject(manifest.dependencies);
	});

	it('starts from its tarball as with npx record-platform-sandbox, with nothing beside it but its dependencies', async () => {
		const unpacked = join(packed.folder, 'node_modules', sandboxPackage.name);
		mkdirSync(unpacked, { recursive: true });
		execFileSync('tar', ['-xzf', packed.file, '-C', unpacked, '--strip-components=1']);
		for (const name of Object.keys(manifest.dependencies)) {
			mkdirSync(join(packed.folder, 'node_modules', name, '..'), { recursive: true });
			symlinkSync(
				join(root, 'node_modules', name),
				join(packed.folder, 'node_modules', name),
				'dir',
			);
		}
		const [bin = ''] = Object.values(manifest.bin);
		expect(readFileSync(join(unpacked, bin), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
		const told = execFileSync(process.execPath, [join(unpacked, bin), '--version'], {
			encoding: 'utf8',
		});
		expect(told.trim()).toBe(manifest.version);
		const child = spawn(process.execPath, [join(unpacked, bin), '--port', '0'], {
			cwd: packed.folder,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const ended = new Promise<unknown>((done) => child.once('close', done));
		try {
			const url = await new Promise<string>((ready) =>
				createInterface({ input: child.stdout }).once('line', (line) =>
					ready((JSON.parse(line) as { url: string }).url),
				),
			);
			const answer = await fetch(`${url}/k/v1/records.json?app=1&totalCount=true`, {
				headers: { 'X-Cybozu-API-Token': 'demo-customers-token' },
			});
			expect(await answer.json()).toMatchObject({ totalCount: '20' });
		} finally {
			child.kill('SIGTERM');
		}
		expect(await ended).toBe(0);
	});
});
