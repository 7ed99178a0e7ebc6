import type { IDataObject } from 'n8n-workflow';

import { cells, options } from '../../sandbox/record-platform/api';
import { numbers } from '../../support/model';
import { useNewApp } from './app';
import { automatic, jsonOf } from './world';

const FIELDS = {
	Text: { type: 'SINGLE_LINE_TEXT', defaultValue: 'p' },
	Number: { type: 'NUMBER' },
	Kind: { type: 'DROP_DOWN', options: options('A', 'B'), defaultValue: 'B' },
	Tags: { type: 'CHECK_BOX', options: options('x', 'y'), defaultValue: ['x'] },
	Moment: { type: 'DATETIME' },
	People: { type: 'USER_SELECT' },
};
const VALUES: Array<[string, unknown[]]> = [
	['Text', ['p', 'q']],
	['Number', ['1', '2']],
	['Kind', ['A', 'B']],
	['Tags', [['x'], ['x', 'y']]],
	['Moment', ['2026-01-31T01:00:00Z']],
	['People', [[{ code: 'sato' }], [{ code: 'admin' }]]],
];
const columns = Object.entries(FIELDS).map(([code, field]) => [`C${code}`, field]);
const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	...FIELDS,
	Lines: { type: 'SUBTABLE', fields: Object.fromEntries(columns) as typeof FIELDS },
});

const random = numbers(7);
const among = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
const several = <T>(make: (at: number) => T) =>
	Array.from({ length: among([0, 1, 2, 3]) }, (_, at) => make(at));
/** Some values; undefined for a field that is not given. */
const values = (prefix: string, blanks: unknown[]) =>
	Object.fromEntries(VALUES.map(([code, some]) => [prefix + code, among([...some, ...blanks])]));

/** A record, and an item for it whose rows are new, or rows of the record, the same or others. */
function pair(_: unknown, at: number) {
	const key = { Key: `k${at}` };
	const rows = several(() => values('C', ['']));
	const held = { ...key, ...values('', ['']), Lines: rows.map((row) => ({ value: cells(row) })) };
	const lines = several((row) => ({
		...among([rows[row], values('C', [null, '', undefined])]),
		...among([{}, values('C', [null, undefined])]),
		CNumber: among(['1', null]),
		at: among([undefined, row]),
	}));
	return { held, item: { ...key, ...values('', [null, '', undefined]), Lines: lines } };
}
const pairs = Array.from({ length: 176 }, pair);

/** A value without the order of choices and people, and the IDs of rows. */
const plain = (value: unknown): unknown =>
	Array.isArray(value)
		? value.map((one: IDataObject) => JSON.stringify(one.value ?? one.code ?? one))
		: value;

/** What the app holds after the operation. */
async function left(operation: string, chosen: IDataObject): Promise<unknown[]> {
	await app.renew();
	await app.fill(pairs.map(({ held }) => held));
	const ids = (await app.records()).map(({ Lines }) =>
		(Lines as IDataObject[]).map(({ id }) => id),
	);
	const items = pairs.map(({ item }, record) => ({
		...item,
		Lines: item.Lines.map(({ at, ...row }) => ({ ...row, $rowId: ids[record]?.[at ?? 9] })),
	}));
	// Some records have a second item.
	items.push(...items.slice(1, 30).map((item, at) => ({ ...item, Key: `k${at}` })));
	const parameters = { fields: automatic({ matchingColumns: ['Key'] }), options: chosen };
	jsonOf(await app.run(operation, parameters, { items: items as never }));
	const codes = ['Key', 'Lines', ...Object.keys(FIELDS)];
	return (await app.records()).map((record) => codes.map((code) => plain(record[code])));
}

it.each<[string, IDataObject]>([
	['update', { onlyChanges: true }],
	['update', { onConflict: 'merge' }],
	['upsert', { onlyChanges: true }],
	['sync', {}],
])('%s with %j leaves in the service what a plain update would', async (operation, chosen) => {
	expect(await left(operation, chosen)).toEqual(await left('update', {}));
});
