import type { IDataObject } from 'n8n-workflow';

import {
	namesFiles,
	withFileCopies,
	withHeldFiles,
} from '../../../nodes/RecordPlatform/writing/files';
import { itemWith } from '../../support/item';

const file = (fileKey: string) => ({
	...{ fileKey, name: `${fileKey}.txt`, contentType: 'text/plain', size: '1' },
});
const cell = (...files: IDataObject[]) => ({ value: files });
const held = (type: string, value: unknown) => ({ type, value });
const current = {
	Files: held('FILE', [file('a')]),
	Lines: held('SUBTABLE', [
		{ id: '1', value: { Scan: held('FILE', [file('b')]) } },
		{ id: '2', value: { Scan: held('FILE', [file('c')]) } },
	]),
};
const lines = (...rows: Array<[id: string | undefined, ...files: IDataObject[]]>) => ({
	Lines: {
		value: rows.map(([id, ...files]) => ({ ...(id && { id }), value: { Scan: cell(...files) } })),
	},
});

/** An item that copies without a service; the key of a copy tells of which file. */
const item = itemWith(
	{},
	{ once: async (key) => await Promise.resolve(`copy of ${key}` as never) },
);
const keysIn = (cells: IDataObject) => JSON.stringify(cells).match(/(?<="fileKey":")[^"]+/g) ?? [];

it.each<[string, IDataObject, string[]]>([
	['a file that the field has stays', { Files: cell(file('a')) }, ['a']],
	['an upload stays', { Files: cell({ fileKey: 'new' }) }, ['new']],
	['a foreign file is copied', { Files: cell(file('x'), file('a')) }, ['copy of copy 0 0 x', 'a']],
	['a file of another field is copied', { Files: cell(file('b')) }, ['copy of copy 0 0 b']],
	['a file that its row has stays', lines(['1', file('b')], ['2', file('c')]), ['b', 'c']],
	['a file of another row is copied', lines(['2', file('b')]), ['copy of copy 0 0 b']],
	['a file in a new row is copied', lines([undefined, file('b')]), ['copy of copy 0 0 b']],
	['a file in a row that is gone is copied', lines(['9', file('b')]), ['copy of copy 0 0 b']],
])('%s', async (_, cells, keys) => {
	expect(keysIn(await withFileCopies(cells, current, item))).toEqual(keys);
	const isUpload = keys[0] === 'new';
	expect(namesFiles(cells)).toBe(!isUpload);
});

it('only files may have to be copied', () => {
	const other = {
		Name: { value: 'a' },
		Boxes: { value: ['a', null] },
		Who: { value: [{ code: 'x' }] },
	};
	expect(namesFiles(other)).toBe(false);
	for (const missing of ['fileKey', 'name', 'contentType']) {
		expect(namesFiles({ Files: cell({ ...file('x'), [missing]: '' }) })).toBe(false);
	}
});

it('the files that a field and a row have stay before the new ones, each once', () => {
	const cells = { Files: cell({ fileKey: 'new' }, file('a')), ...lines(['1', { fileKey: 'n2' }]) };
	expect(keysIn(withHeldFiles(cells, current))).toEqual(['new', 'a', 'b', 'n2']);
	expect(keysIn(withHeldFiles({ Files: cell({ fileKey: 'new' }) }, current))).toEqual(['a', 'new']);
	expect(keysIn(withHeldFiles(lines([undefined, { fileKey: 'n2' }]), current))).toEqual(['n2']);
	const name = { Name: { value: 'x' } };
	expect(withHeldFiles(name, current)).toEqual(name);
});
