import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Icon } from 'n8n-workflow';
import { preProcessFile } from 'typescript';

import { operationsOf } from './invariants';
import { builtCredentials, builtNodes } from './literal';
import { builtFile, packages } from './packages';

describe.each(packages)('the build of $name', (pack) => {
	const dist = () => builtFile(pack, 'dist');
	const files = () =>
		readdirSync(dist(), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name));

	it('requires its own files, and packages of n8n that n8n lets packages use', () => {
		const scripts = files().filter((file) => extname(file) === '.js');
		expect(scripts.length).toBeGreaterThan(0);
		expect(
			scripts.flatMap((file) => strayRequires(file, readFileSync(file, 'utf8'), dist())),
		).toEqual([]);
	});

	it('holds scripts, descriptions and icons only', () => {
		const kinds = new Set(files().map((file) => extname(file)));
		expect([...kinds].filter((kind) => !['.js', '.json', '.svg', '.png'].includes(kind))).toEqual(
			[],
		);
		expect(files().filter((file) => /\.(test|spec)\./.test(file))).toEqual([]);
	});

	it('has every node and credential that the manifest names, and no other', () => {
		const { nodes, credentials } = pack.manifest.n8n;
		const made = files()
			.filter((file) => /\.(node|credentials)\.js$/.test(file))
			.map((file) => file.slice(pack.folder.length + 1).replaceAll('\\', '/'));
		expect(made.sort()).toEqual([...nodes, ...credentials].sort());
	});

	it('has icons for light and dark beside every node and credential', () => {
		const owners = [
			...builtNodes(pack).map(({ file, type }) => ({ file, icon: type.description.icon })),
			...builtCredentials(pack).map(({ file, type }) => ({ file, icon: type.icon })),
		];
		for (const { file, icon } of owners) {
			expect(icon).toEqual({ light: expect.any(String), dark: expect.any(String) });
			for (const path of Object.values(icon as Exclude<Icon, string>)) {
				const target = resolve(dirname(file), path.replace(/^file:/, ''));
				expect(target.startsWith(dist())).toBe(true);
				expect(existsSync(target)).toBe(true);
			}
		}
	});

	it('has search words for every node', () => {
		for (const { file } of builtNodes(pack)) {
			const codex = JSON.parse(readFileSync(file.replace(/\.js$/, '.json'), 'utf8')) as Codex;
			expect(codex.node).toBe(`${pack.name}.${nameIn(file)}`);
			expect(codex.alias?.length).toBeGreaterThan(0);
			expect(codex.categories?.length).toBeGreaterThan(0);
		}
	});

	it('has no trigger among the tools of agents, and every other node', () => {
		for (const { type } of builtNodes(pack)) {
			const { group, usableAsTool } = type.description;
			expect(usableAsTool).toBe(group.includes('trigger') ? undefined : true);
		}
	});

	it('previews the output of every operation, and of no other', () => {
		const actions = builtNodes(pack).filter(
			({ type }) => !type.description.group.includes('trigger'),
		);
		const wanted = actions.flatMap(({ file, type: { description } }) =>
			operationsOf(description).map(({ resource, operation }) => {
				const version = `v${String(description.version)}.0.0`;
				return join(dirname(file), '__schema__', version, resource, `${operation.value}.json`);
			}),
		);
		const previews = files().filter((file) => file.includes('__schema__'));
		expect(previews.sort()).toEqual(wanted.sort());
		for (const preview of previews) {
			const schema = JSON.parse(readFileSync(preview, 'utf8')) as object;
			expect(schema).toMatchObject({ type: 'object', version: 1 });
			expect(schema).toHaveProperty('properties');
		}
	});
});

interface Codex {
	node: string;
	categories?: string[];
	alias?: string[];
}

/** `RecordPlatform.node.js` holds the node `recordPlatform`. */
function nameIn(file: string): string {
	const name = basename(file, '.node.js');
	return name.charAt(0).toLowerCase() + name.slice(1);
}

/** n8n brings these along. */
const FROM_N8N = ['luxon', 'n8n-workflow'];

/** What a built file requires beside its own package's files and those of n8n. */
function strayRequires(file: string, text: string, dist: string): string[] {
	return preProcessFile(text, true, true)
		.importedFiles.map(({ fileName }) => fileName)
		.filter((name) => {
			if (FROM_N8N.includes(name)) return false;
			if (!name.startsWith('.')) return true;
			const target = resolve(dirname(file), name);
			const exists = [target, `${target}.js`, join(target, 'index.js')].some((path) =>
				existsSync(path),
			);
			return !exists || !target.startsWith(dist);
		})
		.map((name) => `${file} requires ${name}`);
}

describe('the require gate', () => {
	const dist = join(__dirname, 'dist');
	const file = join(dist, 'nodes', 'a.js');

	it.each(['undici', 'node:fs', 'lodash', '../../outside', './missing'])('turns away %s', (name) =>
		expect(strayRequires(file, `const a = require('${name}');`, dist)).toHaveLength(1),
	);

	it.each(FROM_N8N)('lets %s through', (name) => {
		expect(strayRequires(file, `const a = require('${name}');`, dist)).toEqual([]);
	});
});
