import type { IDataObject } from 'n8n-workflow';

import { byRights, changedOf, narrowing } from '../../../nodes/RecordPlatform/diff/rights';
import type { MatchedRecord } from '../../../nodes/RecordPlatform/values/matching';
import type {
	BatchRun,
	PendingElement,
	PrefetchResult,
	RequestSpec,
} from '../../../nodes/shared/catalogue';
import { RequestError, InputError } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

interface Right {
	editable?: boolean;
	deletable?: boolean;
	fields?: Record<string, { editable: boolean }>;
}

const spec: RequestSpec = {
	method: 'PUT',
	path: '/k/guest/5/v1/records.json',
	body: { app: '7' },
	repeatable: false,
};
const update = (key: string, ...fields: string[]) => ({
	updateKey: { field: 'Key', value: key },
	record: Object.fromEntries(fields.map((code) => [code, { value: 'x' }])) as IDataObject,
});
const byId = (id: string, ...fields: string[]) => ({
	...update('', ...fields),
	updateKey: undefined,
	id,
});
type Own = Pick<BatchRun<MatchedRecord, undefined>, 'isConflict' | 'needsPrefetch' | 'prefetch'>;
const DENIED = { message: 'No permission', code: 'CB_NO02' };

/** An app whose records have these rights for the person, by ID; the key of record 7 is "k7". */
function app(rights: Record<string, Right> | Error) {
	const asked: RequestSpec[] = [];
	const item = itemWith(
		{ options: { guestSpace: '5' } },
		{
			request: async (request) => {
				asked.push(request);
				if (rights instanceof Error) throw rights;
				if (request.path.endsWith('evaluate.json')) {
					const ids = request.query?.ids as string[];
					return await Promise.resolve({
						rights: ids.flatMap((id) => {
							const { editable = true, deletable = true, fields = {} } = rights[id] ?? {};
							return rights[id] ? [{ id, record: { editable, deletable }, fields }] : [];
						}),
					});
				}
				const query = String(request.query?.query);
				return {
					records: Object.keys(rights)
						.filter((id) => query.includes(`"${id}"`) || query.includes(`"k${id}"`))
						.map((id) => ({
							$id: { type: '__ID__', value: id },
							$revision: { type: '__REVISION__', value: '1' },
							Key: { type: 'SINGLE_LINE_TEXT', value: `k${id}` },
						})),
				};
			},
		},
	);
	return { item, asked };
}

/** Sends elements once, has the service doubt them all, and makes them ready anew. */
async function anew(
	elements: MatchedRecord[],
	rights: Record<string, Right> | Error,
	right: 'editable' | 'deletable' = 'editable',
	own: Own = {},
	of = spec,
) {
	const { item, asked } = app(rights);
	const run = byRights(right, changedOf, own);
	const refused = elements.map((element, index): PendingElement<MatchedRecord, undefined> => ({
		item: { ...item, index },
		element,
		spec: of,
		attempt: 1,
	}));
	const doubted = refused.map((one) => run.isConflict?.(DENIED, one.item, one));
	const waiting = refused.map((one) => ({ ...one, attempt: 2, conflicts: [DENIED.code] }));
	const answers = (await run.prefetch?.(waiting)) ?? [];
	return { run, asked, doubted, waiting, answers, told: answers.map(told) };
}
function told(ready: PrefetchResult): unknown {
	if ('problem' in ready) return (ready.problem as InputError).message;
	return 'rows' in ready ? ready.rows : ready.element;
}

describe('a write that was refused for want of a permission', () => {
	it('is sent again without the records that the person may not edit', async () => {
		const elements = [update('k1', 'A'), update('k2', 'A'), byId('3', 'A')];
		const { told, doubted } = await anew(elements.slice(0, 2), { 1: {}, 2: { editable: false } });
		expect(doubted).toEqual([true, true]);
		expect(told).toEqual([elements[0], 'No permission to edit record 2']);
		expect((await anew(elements.slice(2), { 3: { editable: false } })).told).toEqual([
			'No permission to edit record 3',
		]);
	});

	it('is sent again without the fields that the person may not edit, which are named', async () => {
		const fields = { A: { editable: true }, B: { editable: false } };
		const elements = [update('k1', 'A'), update('k2', 'A', 'B')];
		const { answers, told } = await anew(elements, { 1: { fields }, 2: { fields } });
		expect(told).toEqual([elements[0], 'No permission to edit the field "B" of record 2']);
		const { problem } = answers[1] as { problem: InputError };
		expect(problem.advice).toMatch(/CB_NO02.*Remove the field from the item/);
		// An inherited property is no field.
		expect((await anew([update('k1', 'toString')], { 1: { fields } })).told).toHaveLength(1);
	});

	it('is sent again without the records that the person may not delete, whatever their fields', async () => {
		const fields = { A: { editable: false } };
		const elements = [update('k1', 'A'), update('k2', 'A')];
		const { answers, told } = await anew(
			elements,
			{ 1: { editable: false, fields }, 2: { deletable: false } },
			'deletable',
		);
		expect(told).toEqual([elements[0], 'No permission to delete record 2']);
		const { problem } = answers[1] as { problem: InputError };
		expect(problem.advice).toMatch(/CB_NO02.*permission to delete the record/);
	});

	it('asks for the rights where the records are, in as few requests as hold them', async () => {
		const many = Array.from({ length: 101 }, (_, at) => String(at + 1));
		const { asked } = await anew(
			many.map((id) => byId(id, 'A')),
			Object.fromEntries(many.map((id) => [id, {}])),
		);
		expect(asked.map(({ method, path, repeatable }) => [method, path, repeatable])).toEqual([
			['GET', '/k/guest/5/v1/records.json', true],
			['GET', '/k/guest/5/v1/records/acl/evaluate.json', true],
			['GET', '/k/guest/5/v1/records/acl/evaluate.json', true],
		]);
		const [, first, second] = asked.map(({ query }) => query as { app: string; ids: string[] });
		expect([first?.app, first?.ids.length, second?.ids]).toEqual(['7', 100, ['101']]);
	});

	it.each([
		['/k/v1/record.json', { body: { app: '7' } }],
		['/k/v1/records/status.json', { body: { app: '7' } }],
		['/k/v1/records.json', { body: undefined, query: { app: '7' } }],
	])('asks about the app of a request to %s', async (path, more) => {
		const { asked } = await anew([byId('1', 'A')], { 1: {} }, 'editable', {}, {
			...spec,
			path,
			...more,
		} as RequestSpec);
		expect([asked[0]?.path, asked[0]?.query?.app]).toEqual(['/k/v1/records.json', '7']);
	});

	it('is sent again as it was where nobody can tell the rights, or the record is gone', async () => {
		const element = byId('1', 'A');
		const refused = new RequestError({
			kind: 'reply',
			outcome: 'refused',
			request: 'GET /x',
			attempts: 1,
		});
		for (const rights of [{}, refused, new InputError('No key')]) {
			expect((await anew([element], rights)).told).toEqual([element]);
		}
		await expect(anew([element], new TypeError('A mistake'))).rejects.toThrow('A mistake');
	});

	it('is doubted once, and after no other refusal', async () => {
		const element = byId('1', 'A');
		const { run, waiting } = await anew([element], { 1: {} });
		const [one] = waiting as [PendingElement<MatchedRecord, undefined>];
		expect(run.isConflict?.(DENIED, one.item, one)).toBe(false);
		const { conflicts: _, ...other } = { ...one, element: byId('2', 'A') };
		expect(run.isConflict?.({ message: 'No', code: 'CB_VA01' }, one.item, other)).toBe(false);
		// What the operation itself knows to be outdated is made ready again as before.
		const stale = byRights('editable', changedOf, { isConflict: () => true }).isConflict;
		expect(stale?.({ message: 'No', code: 'GAIA_CO02' }, one.item, other)).toBe(true);
	});
});

describe('the operation’s own look', () => {
	const changed: Own['prefetch'] = async (waiting) =>
		await Promise.resolve(waiting.map(({ element }) => ({ element: { ...element, seen: true } })));

	it('is taken of the records that may be changed', async () => {
		const elements = [byId('1', 'A'), byId('2', 'A')];
		const { told } = await anew(elements, { 1: { editable: false }, 2: {} }, 'editable', {
			prefetch: changed,
		});
		expect(told).toEqual(['No permission to edit record 1', { ...elements[1], seen: true }]);
	});

	it('is taken of the items that need it, and again of what changed meanwhile', async () => {
		const looks = ({ index }: { index: number }) => index === 1;
		const run = byRights('editable', changedOf, { prefetch: changed, needsPrefetch: looks });
		const { item } = app({});
		const waiting = [1, 1, 2].map((attempt, index): PendingElement<MatchedRecord, undefined> => ({
			item: { ...item, index },
			element: byId(String(index), 'A'),
			spec,
			attempt,
		}));
		const seen = ((await run.prefetch?.(waiting)) ?? []).map((one) =>
			JSON.stringify(one).includes('seen'),
		);
		expect(seen).toEqual([false, true, true]);
	});

	it('is announced before the first request only where there is one', () => {
		const { item } = app({});
		const looks = (own: Own) =>
			byRights('editable', changedOf, own).needsPrefetch?.(item, { record: {} });
		expect(looks({})).toBe(false);
		expect(looks({ needsPrefetch: () => true })).toBe(false);
		expect(looks({ prefetch: changed })).toBe(true);
		expect(looks({ prefetch: changed, needsPrefetch: () => false })).toBe(false);
	});
});

it('a refusal for want of a permission is looked into, however many records cause it', () => {
	const { item } = app({});
	const denied = () => narrowing.canNarrow?.(DENIED, item);
	expect(narrowing.canNarrow?.({ message: 'No', code: 'CB_VA01' }, item)).toBe(false);
	expect(Array.from({ length: 21 }, denied)).toEqual(Array<boolean>(21).fill(true));
	expect(narrowing.canNarrow?.(DENIED, itemWith({}))).toBe(true);
});
