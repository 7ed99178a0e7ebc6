import type { IDataObject } from 'n8n-workflow';

import { changedFields } from '../../../nodes/RecordPlatform/catalogue/form/fieldList';
import { mergeRecord } from '../../../nodes/RecordPlatform/diff/merge';
import { plainRecord } from '../../../nodes/RecordPlatform/values/decode';
import { encode } from '../../../nodes/RecordPlatform/values/encode';
import { encodeRecord } from '../../../nodes/RecordPlatform/values/mapping';
import { applyChanges } from '../../../nodes/RecordPlatform/values/tables';
import { mergedRecord } from '../../../nodes/RecordPlatform/values/mergeItems';

/** The code that an assignment to an object loses. The sandbox takes no such code; nobody knows whether the service does. */
const CODE = '__proto__';
const field = { code: CODE, type: 'SINGLE_LINE_TEXT' };
const tokyo = { timeZone: 'Asia/Tokyo' };
const json = (text: string) => JSON.parse(text) as IDataObject;
const cells = json('{"__proto__": {"value": "x"}}');

it('a value of such a field is written', () => {
	const wanted = { values: json('{"__proto__": "x"}'), fromItem: true, schema: [] };
	expect(JSON.stringify(encodeRecord(wanted, [field], tokyo))).toBe(JSON.stringify(cells));
});

it('a column of that code is written', () => {
	const table = { code: 'T', type: 'SUBTABLE', columns: [field] };
	const { value } = encode(table, [json('{"__proto__": "x"}')], tokyo);
	expect(JSON.stringify(value)).toBe('[{"value":{"__proto__":{"value":"x"}}}]');
});

it('items of one record keep it', () => {
	expect(JSON.stringify(mergedRecord([{ item: 0, cells }]))).toBe(JSON.stringify(cells));
});

it('a merge keeps it', () => {
	const theirs = JSON.parse('{"__proto__": {"type": "SINGLE_LINE_TEXT", "value": "y"}}') as never;
	const { record } = mergeRecord(cells, theirs, undefined, { by: [], columns: [] });
	expect(JSON.stringify(record)).toBe(JSON.stringify(cells));
});

it('a row to add keeps it', () => {
	const change = { kind: 'add', cells: cells as never } as const;
	expect(JSON.stringify(applyChanges('T', [], [change]).rows)).toBe(
		'[{"value":{"__proto__":{"value":"x"}}}]',
	);
});

it('a change of the form keeps it', () => {
	const rows = [{ code: CODE, type: 'NUMBER', properties: {} }];
	const form = changedFields({ rows });
	expect(JSON.stringify(form)).toBe('{"__proto__":{"type":"NUMBER"}}');
});

it('it is read as a plain value', () => {
	const read = json('{"__proto__": {"type": "SINGLE_LINE_TEXT", "value": "x"}}');
	expect(JSON.stringify(plainRecord(read))).toBe('{"__proto__":"x"}');
});
