import type { INode } from 'n8n-workflow';

import type { BatchRun, Prepared } from '../../../nodes/shared/catalogue';
import { RequestError, InputError, unexpectedResponse } from '../../../nodes/shared/errors';
import { itemsSuffix, outcomeUnknown } from '../../../nodes/shared/messages';
import { entriesOf, itemsOf, turnsOf, type BatchContext } from '../../../nodes/shared/run/batching';
import { writeOptionsOf } from '../../../nodes/shared/execute';
import { transactionProblem } from '../../../nodes/shared/run/batch';
import { bulkRequests } from '../../../nodes/RecordPlatform/bulk';
import { itemWith } from '../../support/item';

const run: BatchRun = {
	kind: 'batch',
	max: 100,
	bulk: true,
	recordKey: (element) => (element as { id?: string }).id,
	assemble: (elements) => ({ body: { records: elements as never } }),
	split: () => [],
	result: () => [],
};

const prepared = (index: number, element: object, space = ''): Prepared => ({
	index,
	spec: {
		method: 'PUT',
		path: `/k${space}/v1/records.json`,
		body: { app: '1' },
		repeatable: false,
	},
	element,
});
const entries = (list: Prepared[]) => entriesOf(list);
const many = (count: number, space?: string) =>
	Array.from({ length: count }, (_, index) => prepared(index, {}, space));

it('turns hold each record once, in the order of its changes', () => {
	const list = ['a', 'b', 'a', 'c', 'a', 'b'].map((id, index) => prepared(index, { id }));
	expect(turnsOf(entries(list), run).map(itemsOf)).toEqual([[0, 1, 3], [2, 5], [4]]);
});

it('turns tell records of the same ID in two spaces apart', () => {
	const list = [prepared(0, { id: 'a' }), prepared(1, { id: 'a' }, '/guest/5')];
	expect(turnsOf(entries(list), run).map(itemsOf)).toEqual([[0, 1]]);
});

describe('all or nothing', () => {
	const why = (list: Prepared[], more: Partial<BatchContext> = {}) =>
		transactionProblem(entries(list), {
			run,
			bulkRule: bulkRequests,
			bulk: bulkRequests,
			options: { whenRefused: 'undo', dryRun: false },
			...more,
		} as BatchContext);

	it('fits what one request holds', () => {
		expect(why(many(2000))).toBeUndefined();
		expect(why(many(100), { bulk: undefined })).toBeUndefined();
	});

	it.each([
		[
			many(2001),
			{},
			'allows up to 20 requests of 100 items each, but 2,001 items need 21 requests',
			'Run fewer items at once',
		],
		[many(101), { bulk: undefined }, '101 items need 2 requests', "don't support OAuth2"],
		[
			[prepared(0, {}), prepared(1, {}, '/guest/5')],
			{},
			'these items belong to 2 spaces',
			'each guest space separately',
		],
		[
			many(101),
			{ run: { ...run, bulk: false }, bulk: undefined },
			'needs one transaction, but 101 items',
			'Run fewer items at once',
		],
	])('says with numbers why it does not fit', (list, more, says, advice) => {
		expect(why(list, more)?.message).toContain(says);
		expect(why(list, more)?.advice).toContain(advice);
	});

	it('counts two changes of a record as two calls', () => {
		const list = many(1901).map((one) => ({ ...one, element: { id: `${one.index % 1900}` } }));
		expect(why(list)).toBeUndefined();
		expect(why([...list, prepared(1901, { id: '0' })])?.message).toContain('need 21 requests');
	});
});

it.each([
	['Dry Run', { dryRun: true }, { dryRun: false }],
	['When a Record Is Refused', { whenRefused: 'undo' }, { whenRefused: 'stop' }],
])('the choices of a write are refused where items differ in "%s"', (label, first, other) => {
	const node = { parameters: { options: '={{ $json.options }}' } } as unknown as INode;
	const views = (index: number) => itemWith({ options: index === 2 ? other : first }, { node });
	expect(() => writeOptionsOf(views, [0, 1, 2])).toThrow(
		`"${label}" must be the same for all items, but differs from the first item in item 2`,
	);
	expect(writeOptionsOf(views, [0, 1])).toEqual({ dryRun: false, ...first });
});

it.each([
	[[], ''],
	[[4], ' [item 4]'],
	[[4, 5, 6], ' [items 4–6]'],
	[[9, 4, 5, 7], ' [items 4–5, 7, 9]'],
	[[0, 2, 4, 6, 8, 10, 12, 14, 16], ' [9 items of 0–16]'],
])('what is told of items %j is%s', (items, words) => expect(itemsSuffix(items)).toBe(words));

it('what is told of items is unknown after a lost answer, and after one of another form', () => {
	const lost = { kind: 'network', request: 'PUT /', attempts: 1 } as const;
	expect(outcomeUnknown(new RequestError({ ...lost, outcome: 'unknown' }))).toBe(true);
	expect(outcomeUnknown(new RequestError({ ...lost, outcome: 'refused' }))).toBe(false);
	expect(outcomeUnknown(unexpectedResponse(false))).toBe(true);
	expect(outcomeUnknown(unexpectedResponse(true))).toBe(false);
	expect(outcomeUnknown(new InputError('No'))).toBe(false);
});
