import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { readExamples } from '../../start/examples';
import { builtNodes } from './literal';
import { catalogueOf, operationsTable, referenceOf, withTable } from './operations';
import { packages, root } from './packages';

/** A page of the README, in words; code and tables count. */
const MOST_WORDS = 1500;

describe.each(packages)('the README of $name', (pack) => {
	const { folder, manifest } = pack;
	const text = readFileSync(join(folder, 'README.md'), 'utf8');

	it('has what people and reviewers look for, and says in English whose product it is not', () => {
		expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title).join(' ')).toBe(
			'Installation Credentials Usage Trigger Operations Compatibility Limits Resources License',
		);
		expect(text).toContain('not a product of Cybozu, Inc.');
		expect(text.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
	});

	it('has three pictures that a registry can show', () => {
		const shown = [...text.matchAll(/!\[[^\]]+\]\((\S+)\)/g)].map(([, url = '']) => url);
		const { origin } = new URL(manifest.homepage);
		const files = shown.map((url) => url.replace(`${origin}/`, ''));
		expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
		expect(files).toHaveLength(3);
		expect(text).not.toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u);
	});
});

describe.each(packages)('the reference of $name', (pack) => {
	const text = readFileSync(referenceOf(pack), 'utf8');

	it('has the table of operations that the catalogue gives; npm run readmes writes it', () =>
		expect(text).toBe(withTable(text, operationsTable(catalogueOf(pack)))));

	it('tells how often each change starts a workflow', () => {
		const table = text.split('### What starts the workflow\n')[1]?.split('\n### ')[0] ?? '';
		const rows = table.split('\n').filter((line) => line.startsWith('|'));
		for (const { type } of builtNodes(pack)) {
			const { group, properties } = type.description;
			if (!group.includes('trigger')) continue;
			const watched = properties.find(({ name }) => name === 'triggerOn' || name === 'events');
			for (const { name } of watched?.options as INodePropertyOptions[]) {
				const row = new RegExp(`^\\| [^|]*${name.replace(' ', '[^|]*')}`, 'i');
				expect(rows.filter((one) => row.test(one))).not.toEqual([]);
			}
			for (const words of ['exactly once', 'not found']) {
				expect(rows.filter((one) => one.includes(words))).not.toEqual([]);
			}
			expect(table).toContain('*at least once*');
		}
	});
});

it('the README lists each example by its name, in their order', async () => {
	const text = readFileSync(join(root, 'README.md'), 'utf8');
	const section = text.split('## Examples')[1]?.split('\n## ')[0] ?? '';
	const listed = [...section.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, name]) => name);
	expect(listed).toEqual((await readExamples()).map(({ name }) => name));
});
