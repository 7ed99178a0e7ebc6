import { useNewApp } from './app';
import { automatic, byId } from './world';
import { lines } from './table-scene';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Name: { type: 'SINGLE_LINE_TEXT' },
	Text: { type: 'RICH_TEXT' },
	Memo: { type: 'MULTI_LINE_TEXT' },
	State: { type: 'SINGLE_LINE_TEXT' },
	Lines: {
		type: 'SUBTABLE',
		fields: { Article: { type: 'SINGLE_LINE_TEXT' }, Rich: { type: 'RICH_TEXT' } },
	},
});

const field = (
	code: string,
	value: string,
	operator = 'notContains',
	type = 'SINGLE_LINE_TEXT',
) => ({
	field: `${code}|${type}`,
	operator,
	value,
});
const names = async () => (await app.records()).map(({ Name }) => Name);
const NAMES = ['keyword list', 'MONKEY', 'a key', 'other', ''];
const CONTAINING = ['keyword list', 'MONKEY', 'a key'];

beforeEach(async () => {
	for (const [at, Name] of NAMES.entries()) await app.create({ Key: String(at), Name });
});

const remove = async (parameters: object) =>
	await app.run('deleteByConditions', { ...parameters, options: {} });

it('keeps records whose text has what they must not contain in a part of a word', async () => {
	const { output, hints } = await remove({ conditions: { rows: [field('Name', 'key')] } });
	expect(output[0]?.json).toEqual({ deleted: true, count: 2 });
	expect(await names()).toEqual(CONTAINING);
	expect(JSON.stringify(hints)).toContain('2 records');
});

it('keeps them in a sync that deletes other records', async () => {
	const { error } = await app.run(
		'sync',
		{
			fields: automatic({ matchingColumns: ['Key'] }),
			deleteOthers: true,
			conditions: { rows: [field('Name', 'key')] },
		},
		{ items: [{ Key: 'new', Name: 'new' }] },
	);
	expect(error).toBeUndefined();
	expect(await names()).toEqual([...CONTAINING, 'new']);
});

it('deletes them where another condition selects them', async () => {
	await app.create({ Name: 'keyword, too', State: 'old' });
	const old = field('State', 'old', 'equals');
	const groups = [{ match: 'any', conditions: { rows: [field('Name', 'key'), old] } }];
	const { error } = await remove({ conditions: { rows: [], groups } });
	expect(error).toBeUndefined();
	expect(await names()).toEqual(CONTAINING);
});

it('keeps them by rich text and by a column of a table', async () => {
	await app.create({ Name: 'rich', Text: '<div>a <b>key</b>word</div>' });
	await app.create({
		Name: 'row',
		Text: '<div>b</div>',
		Lines: lines({ Article: 'a' }, { Article: 'keys' }).value,
	});
	await app.create({ Name: 'none', Text: '<div>b</div>', Lines: lines({ Article: 'div' }).value });
	const rich = field('Text', 'div', 'notContains', 'RICH_TEXT');
	const inRows = field('Article', 'key', 'notContains', 'SUBTABLE.SINGLE_LINE_TEXT');
	const richKey = field('Text', 'key', 'notContains', 'RICH_TEXT');
	const { error } = await remove({ conditions: { rows: [rich, richKey, inRows] } });
	expect(error).toBeUndefined();
	expect(await names()).toEqual([...NAMES, 'rich', 'row']);
});

/** Rich text with a text that people read in it. */
const WRITTEN = [
	['<div>R&amp;Ds budget</div>', 'R&D'],
	['<div>it&#39;s</div>', "it's"],
	['<div>it&#x27;s</div>', "it's"],
	['<div>pre&quot;key&quot;post</div>', '"key"'],
	['<div>prefoo&nbsp;barpost</div>', 'foo bar'],
	['<div>prea</div><div>bpost</div>', 'a b'],
	['<div>prex &lt; ypost</div>', 'x < y'],
	['<div>pre<b>k</b>eypost</div>', 'key'],
] as const;

describe('what HTML writes otherwise than people read it', () => {
	it.each(WRITTEN)('keeps records: %s has %s', async (html, text) => {
		await app.create({ Key: 'rich', Text: html });
		const before = await app.records();
		const conditions = { rows: [field('Text', text, 'notContains', 'RICH_TEXT')] };
		const { error } = await remove({ conditions });
		expect(error).toBeUndefined();
		expect((await app.records()).map(({ Key }) => Key)).toEqual(['rich']);
		expect(before).toHaveLength(NAMES.length + 1);
	});

	it.each(WRITTEN)('keeps table rows: %s has %s', async (html, text) => {
		const rows = lines({ Article: 'kept', Rich: html }, { Article: 'gone', Rich: '<div>z</div>' });
		const id = await app.create({ Key: 'rich', Lines: rows.value });
		const { error } = await app.run(
			'delete',
			{
				...{ recordId: byId(id), table: 'Lines', deleteBy: 'conditions' },
				rowConditions: { rows: [{ column: 'Rich', operator: 'notContains', value: text }] },
			},
			{ resource: 'tableRow' },
		);
		expect(error).toBeUndefined();
		const left = (await app.records()).at(-1)?.Lines as Array<{
			value: Record<string, { value: unknown }>;
		}>;
		expect(left.map(({ value }) => value.Article?.value)).toEqual(['kept']);
	});
});

it('keeps records whose line end is written otherwise', async () => {
	await app.create({ Key: 'lines', Memo: 'line\r\ntwo' });
	const { error } = await remove({
		conditions: { rows: [field('Memo', 'ne\nt', 'notContains', 'MULTI_LINE_TEXT')] },
	});
	expect(error).toBeUndefined();
	expect((await app.records()).map(({ Key }) => Key)).toEqual(['lines']);
});
