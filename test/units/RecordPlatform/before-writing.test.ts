import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	type Change,
	changedMeanwhile,
	changedOrDeletedMeanwhile,
	changeResult,
	type Compared,
	needsCurrentRecord,
	onlyDifferences,
} from '../../../nodes/RecordPlatform/diff/changes';
import { withPresentFiles } from '../../../nodes/RecordPlatform/diff/files';
import { planned } from '../../../nodes/RecordPlatform/diff/compareItems';
import {
	type Current,
	currentRecords,
	keyOf,
} from '../../../nodes/RecordPlatform/diff/currentRecords';
import {
	deletedRow,
	goneRow,
	keptRow,
	previewOf,
	previewOfOther,
	unchangedRow,
	writtenRow,
} from '../../../nodes/RecordPlatform/diff/outputRows';
import type {
	ItemView,
	PendingElement,
	PrefetchResult,
	RequestSpec,
} from '../../../nodes/shared/catalogue';
import type { InputError } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

const cell = (type: string, value: unknown) => ({ type, value });
const text = (value: string) => cell('SINGLE_LINE_TEXT', value);
const identity = (id: string, revision = '3') => ({
	$id: cell('__ID__', id),
	$revision: cell('__REVISION__', revision),
});
const cells = (values: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(values).map(([code, value]) => [code, { value }]),
	) as unknown as IDataObject;

describe('an answer that is no list of records', () => {
	it.each([{}, null, '', [], { records: null }, { records: { id: 1 } }])(
		'does not say that there are none: %j',
		async (body) => {
			const reading = currentRecords(
				{ path: '/k/v1/records.json', app: '7', by: 'Key', keys: ['a'], fields: [] },
				{ request: async () => await Promise.resolve(body) },
			);
			await expect(reading).rejects.toThrow('unexpected response');
		},
	);
});

it('a field that nobody may see cannot tell records apart', async () => {
	const records = [{ ...identity('1'), Key: text('a') }, identity('2')];
	const reading = currentRecords(
		{ path: '/k/v1/records.json', app: '7', by: 'Key', keys: ['a', 'b'], fields: [] },
		{ request: async () => await Promise.resolve({ records }) },
	);
	await expect(reading).rejects.toMatchObject({
		name: 'InputError',
		message: expect.stringContaining('"Key"') as unknown,
		advice: expect.stringMatching(/permission/) as unknown,
	});
});

it('keys meet as numbers where the field is one, and only there', () => {
	expect(keyOf(cell('NUMBER', '1.50'))).toBe(keyOf(cell('NUMBER', '1.5')));
	expect(keyOf(cell('__ID__', '007'))).toBe(keyOf(cell('__ID__', '7')));
	expect(keyOf(cell('NUMBER', 'many'))).toBe('many');
	expect(keyOf(text('1.50'))).toBe('1.50');
	expect(keyOf(undefined)).toBe('');
	expect(keyOf(cell('NUMBER', null))).toBe('');
});

describe('files that stay', () => {
	const file = (fileKey: string) => ({ fileKey, name: `${fileKey}.txt`, size: '1' });
	const code = fc.constantFrom('a', 'b', 'c', 'd');
	const keysIn = (value: unknown) =>
		(value as Array<{ fileKey: string }>).map((one) => one.fileKey);

	it('come before those that are new, each once', () => {
		fc.assert(
			fc.property(fc.uniqueArray(code), fc.uniqueArray(code), (held, sent) => {
				const { Files } = withPresentFiles(cells({ Files: sent.map((fileKey) => ({ fileKey })) }), {
					Files: cell('FILE', held.map(file)),
				}) as unknown as { Files: { value: unknown } };
				expect(keysIn(Files.value)).toEqual([...new Set([...held, ...sent])]);
				for (const one of Files.value as object[]) expect(Object.keys(one)).toEqual(['fileKey']);
			}),
		);
	});

	it('stay in the table rows that are named by their IDs, and nothing else changes', () => {
		const current: Current = {
			T: cell('SUBTABLE', [
				{ id: '1', value: { F: cell('FILE', [file('a')]), N: text('x') } },
				{ id: '2', value: { F: cell('FILE', [file('b')]) } },
			]),
		};
		const row = (id: string | undefined, key: string) => ({
			...(id && { id }),
			value: cells({ F: [{ fileKey: key }], N: 'y' }),
		});
		const rows = [row('1', 'n1'), row(undefined, 'n2'), row('9', 'n3'), { id: '2' }];
		const changed = withPresentFiles(cells({ T: rows, Other: 'z' }), current) as unknown as {
			T: { value: unknown[] };
		};
		expect(changed).toEqual(
			cells({
				T: [
					{ id: '1', value: cells({ F: [{ fileKey: 'a' }, { fileKey: 'n1' }], N: 'y' }) },
					...rows.slice(1),
				],
				Other: 'z',
			}),
		);
	});

	it('are none where no file is written', () => {
		const current: Current = {
			A: text('x'),
			T: cell('SUBTABLE', [{ id: '1', value: { N: text('x') } }]),
			F: cell('FILE', [file('a')]),
			C: cell('CHECK_BOX', ['x']),
		};
		for (const record of [
			cells({ A: 'y' }),
			cells({ T: [{ id: '1', value: cells({ N: 'y' }) }] }),
			cells({ C: ['y'], Unknown: [{ fileKey: 'n' }] }),
			{ A: null } as unknown as IDataObject,
			{},
		]) {
			expect(withPresentFiles(record, current)).toBeUndefined();
		}
	});
});

describe('what becomes of items', () => {
	const change = {
		updateKey: { field: 'Key', value: 'a' },
		record: cells({ A: 'new', B: 'same' }),
	};
	const item = { index: 0, key: 'a', change };
	const current: Current = { ...identity('4'), Key: text('a'), A: text('old'), B: text('same') };
	const tell = () => {};
	const plan = (record: Current | undefined) =>
		planned(item, () => record, { by: [], columns: [] }, tell);
	const create = plan(undefined);
	const update = plan(current);
	const unchanged = plan({ ...current, A: text('new') });

	it('is planned by what differs', () => {
		expect(create).toEqual({ item, action: 'create', cells: change.record });
		expect(update).toMatchObject({ action: 'update', cells: cells({ A: 'new' }) });
		expect(unchanged).toMatchObject({ action: 'unchanged' });
	});

	it('is told after it was written', () => {
		expect(writtenRow({ id: '9', revision: '1' }, create).json).toEqual({
			action: 'created',
			key: 'a',
			id: '9',
			revision: '1',
			changedFields: ['A', 'B'],
		});
		// Somebody else created it meanwhile.
		expect(writtenRow({ id: '9', operation: 'UPDATE' }, create).json.action).toBe('updated');
		expect(writtenRow({ id: '9', operation: 'INSERT' }, create).json.action).toBe('created');
		expect(writtenRow({ id: '4', revision: '4' }, update).json).toMatchObject({
			action: 'updated',
			changedFields: ['A'],
		});
		expect(unchangedRow(unchanged).json).toEqual({
			action: 'unchanged',
			key: 'a',
			id: '4',
			revision: '3',
			changedFields: [],
		});
	});

	it('is shown before it is written, with the values before and after', () => {
		expect(previewOf(create).json).toEqual({
			action: 'created',
			dryRun: true,
			key: 'a',
			changes: { A: { to: 'new' }, B: { to: 'same' } },
		});
		expect(previewOf(update).json).toEqual({
			action: 'updated',
			dryRun: true,
			key: 'a',
			id: '4',
			revision: '3',
			changes: { A: { from: 'old', to: 'new' } },
		});
		expect(previewOf(unchanged).json).toEqual({
			action: 'unchanged',
			dryRun: true,
			key: 'a',
			id: '4',
			revision: '3',
		});
	});

	it('is told of records that no item names', () => {
		const named = { key: 'a', id: '4', revision: '3' };
		expect(deletedRow(current, 'Key').json).toEqual({ action: 'deleted', ...named });
		expect(previewOfOther(current, 'Key').json).toEqual({
			action: 'deleted',
			dryRun: true,
			...named,
		});
		expect(keptRow(current, 'Key', '8').json).toMatchObject({
			action: 'kept',
			key: 'a',
			id: '4',
			revision: '8',
			reason: expect.stringMatching(/changed/) as unknown,
		});
		expect(goneRow(current, 'Key').json).toMatchObject({
			action: 'gone',
			...named,
			reason: expect.stringMatching(/deleted/) as unknown,
		});
		expect(deletedRow(identity('4'), 'Key').json.key).toBe('');
	});
});

type Answer = PrefetchResult<Change, Compared>;

describe('an update that looks before it writes', () => {
	const spec: RequestSpec = {
		method: 'PUT',
		path: '/k/v1/records.json',
		body: { app: '7' },
		repeatable: false,
	};

	/** Items of one run over an app that holds these records. */
	function app(records: Current[], options: IDataObject) {
		const asked: RequestSpec[] = [];
		const item = itemWith(
			{ options },
			{
				request: async (request) => {
					asked.push(request);
					const query = String(request.query?.query);
					const [, by = '', list = ''] = /^(\S+) in \((.*)\) limit/.exec(query) ?? [];
					const keys = JSON.parse(`[${list}]`) as string[];
					return await Promise.resolve({
						records: records.filter((record) => keys.includes(String(record[by]?.value))),
					});
				},
			},
		);
		const waiting = (
			changes: Change[],
			earlier: Answer[],
		): Array<PendingElement<Change, Compared>> =>
			changes.map((element, index) => ({
				item: { ...item, index },
				element,
				spec,
				attempt: earlier.length > 0 ? 2 : 1,
				earlier: foundBy(earlier[index]),
			}));
		return {
			item,
			asked,
			/** @param earlier what the same changes got before a conflict */
			ready: async (changes: Change[], earlier: Answer[] = []) =>
				await onlyDifferences(waiting(changes, earlier)),
		};
	}
	const elementOf = (ready: Answer | undefined) =>
		ready && 'element' in ready ? ready.element : undefined;
	const foundBy = (ready: Answer | undefined) =>
		ready && 'element' in ready ? ready.found : undefined;
	const told = (sent: IDataObject, item: ItemView, ready: Answer | undefined) => {
		const element = elementOf(ready);
		return element && changeResult(sent, item, element, foundBy(ready)).json;
	};
	const problemOf = (ready: Answer | undefined) =>
		ready && 'problem' in ready ? (ready.problem as InputError) : undefined;
	const records: Current[] = [
		{ ...identity('4'), Key: text('a'), A: text('old'), B: text('same') },
		{ ...identity('5', '7'), Key: text('b'), A: text('x'), B: text('y') },
	];

	describe('for what differs', () => {
		const only = { onlyChanges: true };

		it('sends that, and nothing where nothing does', async () => {
			const { ready, asked } = app(records, only);
			const [first, second] = await ready([
				{ id: '4', record: cells({ A: 'new', B: 'same' }) },
				{ id: '5', record: cells({ A: 'x' }) },
			]);
			expect(elementOf(first)).toEqual({ id: '4', record: cells({ A: 'new' }) });
			expect(second).toEqual({
				rows: { json: { id: '5', revision: '7', changed: false, changedFields: [] } },
			});
			expect(asked).toHaveLength(1);
			expect(asked[0]).toMatchObject({ method: 'GET', repeatable: true, query: { app: '7' } });
		});

		it('names a record by its ID, so that one that is gone does not come back in part', async () => {
			const { ready } = app(records, only);
			const [found, missing] = await ready([
				{ updateKey: { field: 'Key', value: 'a' }, record: cells({ A: 'new', B: 'same' }) },
				{ updateKey: { field: 'Key', value: 'z' }, record: cells({ A: 'new' }) },
			]);
			expect(elementOf(found)).toEqual({ id: '4', record: cells({ A: 'new' }) });
			// The service may compare keys otherwise than we do.
			expect(elementOf(missing)).toEqual({
				updateKey: { field: 'Key', value: 'z' },
				record: cells({ A: 'new' }),
			});
		});

		it('reads by each key once, whatever the items name their records by', async () => {
			const { ready, asked } = app(records, only);
			const sent = await ready([
				{ id: '4', record: cells({ A: '1' }) },
				{ updateKey: { field: 'Key', value: 'b' }, record: cells({ A: '2' }) },
				{ id: '5', record: cells({ A: '3' }) },
			]);
			expect(sent.map((one) => elementOf(one)?.id)).toEqual(['4', '5', '5']);
			expect(asked).toHaveLength(2);
		});

		it('refuses an ID that no record has', async () => {
			const { ready } = app(records, only);
			const [one, other] = await ready([
				{ id: '99', record: cells({ A: 'new' }) },
				{ id: '4', record: cells({ A: 'new' }) },
			]);
			expect(problemOf(one)?.message).toContain('99');
			expect(problemOf(one)?.advice).toMatch(/ID/);
			expect(elementOf(other)?.id).toBe('4');
		});

		it('writes again what an earlier item of the same call changes', async () => {
			const { ready } = app(records, only);
			const [first, second, third] = await ready([
				{ id: '4', record: cells({ A: 'new' }) },
				{ id: '4', record: cells({ A: 'old', B: 'same' }) },
				{ id: '4', record: cells({ B: 'same' }) },
			]);
			expect(elementOf(first)?.record).toEqual(cells({ A: 'new' }));
			expect(elementOf(second)?.record).toEqual(cells({ A: 'old' }));
			expect(third).toHaveProperty('rows');
		});

		it('is told with the fields that were changed', async () => {
			const { ready, item } = app(records, only);
			const [one] = await ready([{ id: '4', record: cells({ A: 'new', B: 'same' }) }]);
			expect(told({ revision: '4' }, item, one)).toEqual({
				id: '4',
				revision: '4',
				changed: true,
				changedFields: ['A'],
			});
			const unread: Change = { id: '4', record: cells({ A: 1, B: 2 }) };
			expect(changeResult({ revision: '4' }, item, unread).json).toEqual({
				revision: '4',
				changed: true,
				changedFields: ['A', 'B'],
			});
			expect(changeResult({ revision: '4' }, itemWith({}), unread).json).toEqual({ revision: '4' });
		});
	});

	describe('and merges', () => {
		const merge = { onConflict: 'merge' };

		it('writes on the revision that it looked at, and keeps what only others changed', async () => {
			const { ready, item } = app(records, merge);
			const before = cells({ A: 'was', B: 'mine' });
			const [one] = await ready([
				{ id: '4', revision: '2', before, record: cells({ A: 'new', B: 'mine' }) },
			]);
			expect(elementOf(one)).toEqual({ id: '4', revision: '3', record: cells({ A: 'new' }) });
			expect(told({ revision: '4' }, item, one)).toEqual({
				id: '4',
				revision: '4',
				changed: true,
				changedFields: ['A'],
				overwrittenFields: ['A'],
			});
		});

		it('takes its first look for what the person read, unless the revision was another', async () => {
			const first = app(records, merge);
			const [mine] = await first.ready([{ id: '4', record: cells({ A: 'new' }) }]);
			expect(told({}, first.item, mine)?.overwrittenFields).toEqual([]);
			// Another look after a conflict: what others wrote since the first one stays told.
			records[0] = { ...identity('4', '4'), Key: text('a'), A: text('theirs'), B: text('same') };
			const [again] = await first.ready(
				[{ id: '4', record: cells({ A: 'new', B: 'same' }) }],
				[mine as Answer],
			);
			expect(elementOf(again)).toMatchObject({ revision: '4', record: cells({ A: 'new' }) });
			expect(told({}, first.item, again)?.overwrittenFields).toEqual(['A']);
			records[0] = { ...identity('4'), Key: text('a'), A: text('old'), B: text('same') };
		});

		it('checks the revision once for several items of one record', async () => {
			const { ready } = app(records, merge);
			const [first, second] = await ready([
				{ id: '4', revision: '3', record: cells({ A: '1' }) },
				{ id: '4', revision: '3', record: cells({ A: '2' }) },
			]);
			expect(elementOf(first)?.revision).toBe('3');
			expect(elementOf(second)).not.toHaveProperty('revision');
		});
	});

	describe('and adds files', () => {
		const keep = { existingFiles: 'keep' };
		const withFile: Current[] = [
			{ ...identity('4'), Key: text('a'), F: cell('FILE', [{ fileKey: 'held', name: 'h' }]) },
		];
		const added = { record: cells({ F: [{ fileKey: 'new' }] }) };
		const both = cells({ F: [{ fileKey: 'held' }, { fileKey: 'new' }] });

		it('writes them with those that are there, on the revision that has them', async () => {
			const { ready } = app(withFile, keep);
			const [one] = await ready([{ updateKey: { field: 'Key', value: 'a' }, ...added }]);
			expect(elementOf(one)).toEqual({ id: '4', revision: '3', record: both });
			const [asked] = await ready([{ id: '4', revision: '1', ...added }]);
			expect(elementOf(asked)).toEqual({ id: '4', revision: '1', record: both });
		});

		it('leaves alone what writes no files, and records that are not there', async () => {
			const { ready } = app(withFile, keep);
			const changes: Change[] = [
				{ id: '4', record: cells({ A: 'x' }) },
				{ id: '99', ...added },
			];
			const [one, other] = await ready(changes);
			expect(elementOf(one)).toEqual(changes[0]);
			expect(elementOf(other)).toEqual(changes[1]);
		});

		it('refuses a second item for the same record: it would not know the files of the first', async () => {
			const { ready } = app(withFile, keep);
			const [one, other] = await ready([
				{ id: '4', ...added },
				{ id: '4', ...added },
			]);
			expect(elementOf(one)).toBeDefined();
			expect(problemOf(other)?.message).toMatch(/files.*record 4/);
			expect(problemOf(other)?.advice).toBeTruthy();
		});
	});

	it('is one that its options ask for', () => {
		const looks = (options: IDataObject) =>
			needsCurrentRecord(itemWith({ options }), { record: {} });
		expect(looks({})).toBe(false);
		expect(looks({ onlyChanges: false, onConflict: 'stop', existingFiles: 'replace' })).toBe(false);
		expect(looks({ onlyChanges: true })).toBe(true);
		expect(looks({ onConflict: 'merge' })).toBe(true);
		expect(looks({ existingFiles: 'keep' })).toBe(true);
	});
});

describe('a refusal because of what happened meanwhile', () => {
	const refused = (record: IDataObject = {}, attempt = 1) => ({ element: { record }, attempt });
	const foreign = cells({ F: [{ fileKey: 'k', name: 'a.txt', contentType: 'a/b', size: '1' }] });
	const meets = (code: string, options: IDataObject, tried = refused(), deleted = false) =>
		(deleted ? changedOrDeletedMeanwhile : changedMeanwhile)(
			{ message: '', code },
			itemWith({ options }),
			tried,
		);

	it('is met by another look where the person leaves the revision to the node', () => {
		expect(meets('GAIA_CO02', { onConflict: 'merge' })).toBe(true);
		expect(meets('GAIA_CO02', { existingFiles: 'keep' })).toBe(true);
		expect(meets('GAIA_CO02', { existingFiles: 'keep', revision: ' ' })).toBe(true);
		expect(meets('GAIA_CO02', { existingFiles: 'keep', revision: '3' })).toBe(false);
		expect(meets('GAIA_CO02', { onlyChanges: true })).toBe(false);
		expect(meets('GAIA_XX01', { onConflict: 'merge' })).toBe(false);
	});

	it('is met once by a copy of a file of another record', () => {
		expect(meets('GAIA_BL01', {}, refused(foreign))).toBe(true);
		expect(meets('GAIA_BL01', {}, refused(foreign, 2))).toBe(false);
		expect(meets('GAIA_BL01', {}, refused(cells({ A: 'x' })))).toBe(false);
		expect(meets('GAIA_BL01', { onlyChanges: true }, refused(foreign))).toBe(false);
	});

	it('is met by creating a record that was deleted, where it was looked at and may be missing', () => {
		expect(meets('GAIA_RE01', { onlyChanges: true }, refused(), true)).toBe(true);
		expect(meets('GAIA_RE01', {}, refused(), true)).toBe(false);
		expect(meets('GAIA_RE01', { onlyChanges: true })).toBe(false);
		expect(meets('GAIA_CO02', { onConflict: 'merge' }, refused(), true)).toBe(true);
	});
});
