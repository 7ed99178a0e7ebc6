import { useNewApp } from './app';
import { automatic, mapping } from './world';

/** Names that every object of JavaScript knows. */
const CODES = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];

const text = { type: 'SINGLE_LINE_TEXT' };
const named = (codes: string[]) =>
	Object.fromEntries(codes.map((code) => [code, { ...text, code }]));

const app = useNewApp(() => ({
	Key: { ...text, unique: true },
	...named(CODES),
	Lines: { type: 'SUBTABLE', fields: { Item: text } },
}));

/** An item as a node before hands it on. */
const itemOf = (values: Record<string, string>, more: object = {}) =>
	JSON.parse(JSON.stringify({ ...more, ...values })) as never;
const valuesOf = (value: string) => Object.fromEntries(CODES.map((code) => [code, value]));
const held = async () =>
	(await app.records()).map((record) =>
		CODES.map((code) => (Object.hasOwn(record, code) ? record[code] : undefined)),
	);
const all = (value: string) => CODES.map(() => value);

it('fields with such codes are written by name', async () => {
	await app.run('create', { fields: automatic() }, { items: [itemOf(valuesOf('x'))] });
	expect(await held()).toEqual([all('x')]);
});

it('fields with such codes are written by hand', async () => {
	// n8n itself takes `constructor` out of what a person mapped.
	const { constructor: _none, ...values } = valuesOf('x');
	await app.run('create', { fields: mapping(values) });
	expect(await held()).toEqual([['', ...all('x').slice(1)]]);
});

it.each([{}, { onlyChanges: true }, { onConflict: 'merge' }])(
	'they are updated with the options %p',
	async (options) => {
		await app.create({ Key: 'A', ...valuesOf('x') });
		const items = [itemOf(valuesOf('y'), { Key: 'A' })];
		const fields = automatic({ matchingColumns: ['Key'] });
		const { error } = await app.run('update', { fields, options }, { items });
		expect(error).toBeUndefined();
		expect(await held()).toEqual([all('y')]);
	},
);

it.each(['upsert', 'sync'])('they are written by %s', async (operation) => {
	const items = [itemOf(valuesOf('y'), { Key: 'A' })];
	const fields = automatic({ matchingColumns: ['Key'] });
	await app.run(operation, { fields }, { items });
	expect(await held()).toEqual([all('y')]);
});

it('they are written with the rows of a table', async () => {
	const items = [itemOf(valuesOf('y'), { Group: 'A', Item: 'pen' })];
	const columns = automatic();
	await app.run(
		'createWithTable',
		{ groupBy: 'A', fields: automatic(), table: 'Lines', columns },
		{ items },
	);
	expect(await held()).toEqual([all('y')]);
});

it('they are read as plain values', async () => {
	await app.create(valuesOf('x'));
	const { output } = await app.run('getAll', { returnAll: true });
	const json = output[0]?.json ?? {};
	expect(CODES.map((code) => (Object.hasOwn(json, code) ? json[code] : undefined))).toEqual(
		all('x'),
	);
});
