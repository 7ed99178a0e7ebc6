import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { catalogues, operationsTable, withTable } from './operations';
import { packages } from './packages';

describe.each(packages)('the README of $name', ({ folder, name, service, manifest }) => {
	const text = readFileSync(join(folder, 'README.md'), 'utf8');

	it('has the table of operations that the catalogue gives; npm run readmes writes it', () => {
		const catalogue = catalogues[service];
		if (catalogue === undefined) throw new Error(`${name} has no catalogue of operations.`);
		expect(text).toBe(withTable(text, operationsTable(catalogue)));
	});

	it('has what people and reviewers look for, and says whose product it is not', () => {
		const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
		expect(sections).toEqual([
			'Installation',
			'Credentials',
			'Usage',
			...(manifest.n8n.nodes.some((path) => path.endsWith('Trigger.node.js')) ? ['Trigger'] : []),
			'Operations',
			'Compatibility',
			'Limits',
			'Resources',
			'License',
		]);
		expect(text.match(/^### Example: /gm)?.length).toBeGreaterThanOrEqual(2);
		expect(text).toContain('not a product of Cybozu, Inc.');
		expect(text).not.toMatch(/!\[|<img/);
	});

	it('is in English', () => {
		expect(text).not.toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u);
	});

	it('links to sections and files that exist', () => {
		const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
		const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(
			([, title = '']) =>
				`#${title
					.toLowerCase()
					.replace(/[^\w -]/g, '')
					.replaceAll(' ', '-')}`,
		);
		const broken = targets
			.filter((target) => !target.startsWith('https://'))
			.filter((target) =>
				target.startsWith('#') ? !anchors.includes(target) : !existsSync(join(folder, target)),
			);
		expect(broken).toEqual([]);
	});
});

describe('the table of operations', () => {
	const operation = {
		id: 'a.get',
		value: 'get',
		name: 'Get',
		action: 'Get a',
		description: 'Read one | two',
		method: 'GET' as const,
		path: '/k/v1/a.json',
		parameters: [],
		run: { kind: 'perItem' as const, result: () => [] },
	};
	const table = (...more: object[]) =>
		operationsTable({
			resources: [
				{
					value: 'a',
					name: 'A',
					first: 'get',
					operations: more.map((one) => ({ ...operation, ...one })),
				},
			],
			documented: { 'a.list': { docs: 'https://example.com/a' } },
		}).split('\n');

	it('has a row for each operation, with its call', () => {
		expect(table({}, { environment: 'both' })).toEqual([
			'| Resource | Operation | What it does | REST API |',
			'| --- | --- | --- | --- |',
			'| A | Get | Read one \\| two | `GET /k/v1/a.json` |',
			'| A | Get | Read one \\| two | `GET /k/v1/a.json` or `GET /k/v1/preview/a.json` |',
		]);
	});

	it("links the vendor's page", () => {
		expect(table({ id: 'a.list' })[2]).toContain('| [`GET /k/v1/a.json`](https://example.com/a) |');
	});

	it('tells the first version where any operation has one', () => {
		const [headings, , ...rows] = table({ since: '5.15' }, { since: 'never' }, {});
		expect(headings).toMatch(/\| Since \|$/);
		expect(rows.map((row) => row.split(' | ').at(-1))).toEqual(['5.15 |', 'cloud only |', ' |']);
	});

	it('goes between the two comments and nowhere else', () => {
		const text = 'a\n<!-- operations: made by npm run readmes -->\nold\n<!-- /operations -->\nb';
		const once = withTable(text, 'new');
		expect(once).toBe(
			'a\n<!-- operations: made by npm run readmes -->\n\nnew\n\n<!-- /operations -->\nb',
		);
		expect(withTable(once, 'new')).toBe(once);
		expect(() => withTable('no comments', 'new')).toThrow('There is no');
	});
});
