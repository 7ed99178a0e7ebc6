import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { differs } from '../../../nodes/RecordPlatform/values/compare';
import { mergeRecord } from '../../../nodes/RecordPlatform/diff/merge';
import type { Current } from '../../../nodes/RecordPlatform/diff/currentRecords';

const NO_KEYS = { by: [], columns: [] };
const NAMES = ['A', 'B', 'C'];
const values = fc.record(
	Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom('', '1', '2', '3')])),
);
const asRead = (record: Record<string, string>): Current =>
	Object.fromEntries(
		Object.entries(record).map(([code, value]) => [code, { type: 'NUMBER', value }]),
	);
const asWritten = (record: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(record).map(([code, value]) => [code, { value }]),
	) as unknown as IDataObject;

describe('merging fields', () => {
	it('keeps ours where we changed, theirs where only they did', () => {
		fc.assert(
			fc.property(values, values, values, (before, ours, theirs) => {
				const { record, overwritten } = mergeRecord(
					asWritten(ours),
					asRead(theirs),
					asWritten(before),
					NO_KEYS,
				);
				for (const name of NAMES) {
					const after = name in record ? ours[name] : theirs[name];
					expect(after).toBe(ours[name] === before[name] ? theirs[name] : ours[name]);
					if (name in record) expect(ours[name]).not.toBe(theirs[name]);
					expect(overwritten.includes(name)).toBe(
						ours[name] !== before[name] &&
							theirs[name] !== before[name] &&
							ours[name] !== theirs[name],
					);
				}
			}),
		);
	});

	it('writes all that differs where nobody knows what was before', () => {
		fc.assert(
			fc.property(values, values, (ours, theirs) => {
				const { record, overwritten } = mergeRecord(
					asWritten(ours),
					asRead(theirs),
					undefined,
					NO_KEYS,
				);
				expect(Object.keys(record)).toEqual(NAMES.filter((name) => ours[name] !== theirs[name]));
				expect(overwritten).toEqual([]);
			}),
		);
	});
});

describe('merging tables', () => {
	type Row = { id?: string; name: string };
	const cell = (name: string) => ({ Name: { type: 'SINGLE_LINE_TEXT', value: name } });
	const table = (rows: Row[]) => ({
		T: {
			type: 'SUBTABLE',
			value: rows.map(({ id, name }) => ({ ...(id && { id }), value: cell(name) })),
		},
	});
	const merged = (before: Row[] | undefined, ours: Row[], theirs: Row[]) =>
		mergeRecord(
			table(ours) as unknown as IDataObject,
			table(theirs),
			before && (table(before) as unknown as IDataObject),
			NO_KEYS,
		);
	/** What the table holds after the write: the service keeps the cells of rows that are sent by ID. */
	const after = (before: Row[] | undefined, ours: Row[], theirs: Row[]) => {
		const { T } = merged(before, ours, theirs).record as unknown as {
			T?: { value: Array<{ id?: string; value: { Name?: { value: string } } }> };
		};
		if (T === undefined) return theirs.map(({ name }) => name);
		return T.value.map(
			({ id, value }) => value.Name?.value ?? theirs.find((row) => row.id === id)?.name,
		);
	};
	const was = [
		{ id: '1', name: 'a' },
		{ id: '2', name: 'b' },
	];

	it('keeps rows that others added and changed, next to ours', () => {
		const ours = [{ id: '1', name: 'A' }, was[1] as Row, { name: 'new' }];
		const theirs = [was[0] as Row, { id: '2', name: 'B' }, { id: '3', name: 'theirs' }];
		expect(after(was, ours, theirs)).toEqual(['A', 'B', 'new', 'theirs']);
		expect(merged(was, ours, theirs).overwritten).toEqual([]);
	});

	it('removes what either side removed', () => {
		expect(after(was, [was[1] as Row], was)).toEqual(['b']);
		const ours = [was[0] as Row, was[1] as Row, { name: 'new' }];
		expect(after(was, ours, [was[0] as Row])).toEqual(['a', 'new']);
	});

	it('tells when a row that we removed or changed was changed by others', () => {
		const theirs = [was[0] as Row, { id: '2', name: 'B' }];
		expect(merged(was, [was[0] as Row], theirs).overwritten).toEqual(['T']);
		expect(merged(was, [was[0] as Row, { id: '2', name: 'x' }], theirs).overwritten).toEqual(['T']);
		const gone = merged(was, [was[0] as Row, { id: '2', name: 'x' }], [was[0] as Row]);
		expect(gone.overwritten).toEqual(['T']);
		expect(after(was, [was[0] as Row, { id: '2', name: 'x' }], [was[0] as Row])).toEqual([
			'a',
			'x',
		]);
	});

	it('loses no row of others where nobody knows what was before', () => {
		expect(after(undefined, [{ id: '1', name: 'A' }], was)).toEqual(['A', 'b']);
	});

	it('leaves a table alone that we did not change', () => {
		expect(merged(was, was, [{ id: '9', name: 'theirs' }]).record).toEqual({});
	});

	it('gives a table that holds what we want where nobody else writes', () => {
		const name = fc.constantFrom('a', 'b', 'c');
		const known = fc.uniqueArray(fc.record({ id: fc.stringMatching(/^[1-9]$/), name }), {
			selector: ({ id }) => id,
			maxLength: 5,
		});
		const added = fc.array(fc.record({ name }), { maxLength: 3 });
		fc.assert(
			fc.property(known, known, added, (now, kept, fresh) => {
				const ours = [...kept.filter(({ id }) => now.some((row) => row.id === id)), ...fresh];
				expect(after(now, ours, now)).toEqual(ours.map((row) => row.name));
				const { record } = merged(now, ours, now);
				expect('T' in record).toBe(
					differs(table(ours).T.value, { type: 'SUBTABLE', value: table(now).T.value }),
				);
			}),
		);
	});
});
