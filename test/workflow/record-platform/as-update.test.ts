import type { IDataObject } from 'n8n-workflow';

import { cells, type Fields, options } from '../../sandbox/record-platform/api';
import { numbers } from '../../support/model';
import { useNewApp } from './app';
import { automatic, jsonOf } from './world';

/** Fields with the values that they may have. */
const FIELDS: Array<[string, object, unknown[]]> = [
	['Text', { type: 'SINGLE_LINE_TEXT', defaultValue: 'p' }, ['p', 'q']],
	['Number', { type: 'NUMBER' }, ['1', '2']],
	['Kind', { type: 'DROP_DOWN', options: options('A', 'B'), defaultValue: 'B' }, ['A', 'B']],
	['Tags', { type: 'CHECK_BOX', options: options('x', 'y'), defaultValue: ['x'] }, [['x'], ['y']]],
	['Moment', { type: 'DATETIME' }, ['2026-01-31T01:00:00Z']],
	['People', { type: 'USER_SELECT' }, [[{ code: 'sato' }], [{ code: 'admin' }]]],
];
const form = (prefix: string) =>
	Object.fromEntries(FIELDS.map(([code, field]) => [prefix + code, field])) as Fields;
const Key = { type: 'SINGLE_LINE_TEXT', unique: true };
const app = useNewApp({ Key, ...form(''), Lines: { type: 'SUBTABLE', fields: form('C') } });

const random = numbers(7);
const among = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
const several = <T>(make: (at: number) => T) =>
	Array.from({ length: among([0, 1, 2, 3]) }, (_, at) => make(at));
/** Some values; undefined for a field that is not given. */
const values = (prefix: string, blanks: unknown[]) =>
	Object.fromEntries(FIELDS.map(([code, , some]) => [prefix + code, among([...some, ...blanks])]));

/** A record, and an item for it whose rows are new, or rows of the record, the same or others. */
const pairs = Array.from({ length: 176 }, (_, at) => {
	const rows = several(() => values('C', ['']));
	const Lines = several((row) => ({
		...among([rows[row], values('C', [null, '', undefined])]),
		...among([{}, values('C', [null, undefined])]),
		CNumber: among(['1', null]),
		at: among([undefined, row]),
	}));
	const held = { ...values('', ['']), Lines: rows.map((row) => ({ value: cells(row) })) };
	const item = { ...values('', [null, '', undefined]), Lines };
	return { held: { Key: `k${at}`, ...held }, item: { Key: `k${at}`, ...item } };
});

/** A value without the IDs of rows, and what else the service knows of people. */
const plain = (value: unknown): unknown =>
	Array.isArray(value)
		? value.map((one: IDataObject) => JSON.stringify(one.value ?? one.code ?? one))
		: value;

async function left(operation: string, chosen: IDataObject): Promise<unknown[]> {
	await app.renew();
	await app.fill(pairs.map(({ held }) => held));
	const tables = (await app.records()).map(({ Lines }) => Lines as IDataObject[]);
	const items = pairs.map(({ item }, record) => ({
		...item,
		Lines: item.Lines.map(({ at, ...row }) => ({ ...row, $rowId: tables[record]?.[at ?? 9]?.id })),
	}));
	// Some records have a second item.
	items.push(...items.slice(1, 30).map((item, at) => ({ ...item, Key: `k${at}` })));
	const parameters = { fields: automatic({ matchingColumns: ['Key'] }), options: chosen };
	jsonOf(await app.run(operation, parameters, { items: items as never }));
	const codes = ['Key', 'Lines', ...FIELDS.map(([code]) => code)];
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
