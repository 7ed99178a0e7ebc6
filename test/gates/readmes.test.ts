import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { readExamples } from '../../start/examples';
import { builtNodes } from './literal';
import { catalogues, operationsTable, withTable } from './operations';
import { packages, root } from './packages';

describe.each(packages)('the README of $name', (pack) => {
	const { folder, name, service, manifest } = pack;
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

	it('tells how often each change starts a workflow', () => {
		const table = text.split('### What starts the workflow\n')[1]?.split('\n### ')[0] ?? '';
		const rows = table.split('\n').filter((line) => line.startsWith('|'));
		for (const { type } of builtNodes(pack)) {
			const { group, properties } = type.description;
			if (!group.includes('trigger')) continue;
			const named = (wanted: string) => properties.find(({ name }) => name === wanted);
			const watched = (named('triggerOn') ?? named('events'))?.options as INodePropertyOptions[];
			for (const { name } of watched) {
				const row = new RegExp(`^\\| [^|]*${name.replace(' ', '[^|]*')}`, 'i');
				expect(rows.filter((one) => row.test(one))).not.toEqual([]);
			}
			for (const words of ['exactly once', 'not found']) {
				expect(rows.filter((one) => one.includes(words))).not.toEqual([]);
			}
			expect(table).toContain('*at least once*');
		}
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

it('examples start as they do in real life: on a schedule, with a form, a question, or a change', () => {
	const folder = join(root, 'examples');
	const starts = readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => {
			const { nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
				nodes: Array<{ type: string }>;
			};
			return nodes
				.filter(({ type }) => type.endsWith('Trigger'))
				.map(({ type }) => `${file.slice(0, 2)} ${type.split('.')[1]}`);
		});
	expect(starts.filter((one) => !one.endsWith('manualTrigger'))).toEqual([
		'04 scheduleTrigger',
		'07 scheduleTrigger',
		'09 recordPlatformTrigger',
		'10 groupwareTrigger',
		'11 groupwareTrigger',
		'12 scheduleTrigger',
		'13 formTrigger',
		'14 scheduleTrigger',
		'15 scheduleTrigger',
		'16 formTrigger',
		'17 groupwareTrigger',
		'17 recordPlatformTrigger',
		'18 scheduleTrigger',
		'19 scheduleTrigger',
		'20 chatTrigger',
	]);
});

it('the README lists each example by its name, in their order', async () => {
	const text = readFileSync(join(root, 'README.md'), 'utf8');
	const section = text.split('## Examples')[1]?.split('\n## ')[0] ?? '';
	const listed = [...section.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, name]) => name);
	expect(listed).toEqual((await readExamples()).map(({ name }) => name));
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
