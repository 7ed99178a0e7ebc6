import type { IDataObject } from 'n8n-workflow';

import { setCell } from '../../../nodes/RecordPlatform/codec/cells';
import { plainCell, recordDecoder } from '../../../nodes/RecordPlatform/codec/decode';

const cell = (type: string, value: unknown) => ({ type, value });
const person = { code: 'sato', name: 'Sato' };

describe('a record that is read', () => {
	it('has its ID first, then the fields of the app, then those that the service keeps', () => {
		const kept = [
			...`__REVISION__ | RECORD_NUMBER | CREATOR | CREATED_TIME | MODIFIER | UPDATED_TIME |
				STATUS_ASSIGNEE | CATEGORY`.split(/\s*\|\s+/),
		];
		const cells = Object.fromEntries([
			...kept.map((type) => [type, cell(type, [])]),
			['$id', cell('__ID__', '7')],
			['Name', cell('SINGLE_LINE_TEXT', 'x')],
			['Amount', cell('NUMBER', '1')],
		]) as IDataObject;
		expect(Object.keys(recordDecoder()(cells))).toEqual(['$id', 'Name', 'Amount', ...kept]);
	});

	it('has a table row’s ID first in the row', () => {
		const rows = [{ id: '3', value: { Item: cell('SINGLE_LINE_TEXT', 'x') } }];
		const { T } = recordDecoder()({ T: cell('SUBTABLE', rows) as never });
		expect(T).toEqual([{ $rowId: '3', Item: 'x' }]);
		expect(Object.keys((T as object[])[0] ?? {})).toEqual(['$rowId', 'Item']);
	});

	it.each([
		['NUMBER', '', null],
		['NUMBER', '1.50', '1.50'],
		['CALC', null, null],
		['DATE', '', null],
		['TIME', undefined, null],
		['DATETIME', '', null],
		['DROP_DOWN', '', null],
		['RADIO_BUTTON', '', null],
		['SINGLE_LINE_TEXT', '', ''],
		['CREATOR', person, 'sato'],
		['MODIFIER', person, 'sato'],
		['MODIFIER', null, null],
		['USER_SELECT', [person], ['sato']],
		['ORGANIZATION_SELECT', [person], ['sato']],
		['GROUP_SELECT', [person], ['sato']],
		['STATUS_ASSIGNEE', [person], ['sato']],
		['STATUS_ASSIGNEE', null, []],
		['SUBTABLE', null, []],
	])('has of a %s with %j: %j', (type, value, expected) => {
		expect(plainCell(cell(type, value))).toEqual(expected);
	});

	it('has numbers as such where that is chosen, and none where there is none', () => {
		const numbers = (type: string, value: unknown) =>
			plainCell(cell(type, value), { numbers: true });
		expect(numbers('NUMBER', '1.50')).toBe(1.5);
		expect(numbers('CALC', '2')).toBe(2);
		for (const none of ['', null, undefined]) expect(numbers('NUMBER', none)).toBeNull();
	});

	it('is read rightly after one with other fields, or other types', () => {
		const read = recordDecoder();
		const records = [
			{ A: cell('NUMBER', ''), B: cell('DATE', '') },
			{ A: cell('SINGLE_LINE_TEXT', ''), B: cell('DATE', '') },
			{ A: cell('SINGLE_LINE_TEXT', '') },
			{ B: cell('SINGLE_LINE_TEXT', '') },
			{ B: cell('DATE', ''), C: cell('DATE', '') },
		];
		expect(records.map((record) => read(record as never))).toEqual([
			{ A: null, B: null },
			{ A: '', B: null },
			{ A: '' },
			{ B: '' },
			{ B: null, C: null },
		]);
	});
});

it('a cell of any code can be set again', () => {
	const cells: Record<string, number> = {};
	for (const code of ['__proto__', 'A']) {
		setCell(cells, code, 1);
		setCell(cells, code, 2);
		expect(Object.getOwnPropertyDescriptor(cells, code)).toEqual({
			value: 2,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
});
