import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Operation } from '../../../nodes/shared/catalogue';
import { type Explanation, InputError, RequestError } from '../../../nodes/shared/errors';
import { objectOf } from '../../../nodes/shared/objects';
import { Results } from '../../../nodes/shared/run/results';
import { itemWith } from '../../support/item';
import { toyService } from '../../support/toy';

const CREATE = { name: 'Create', method: 'POST' } as Operation;
const TO_ERROR_OUTPUT = { onError: 'continueErrorOutput' } as const;

/** The results of a run that stops at the first problem, or goes on. */
function results(
	goesOn: boolean,
	operation = CREATE,
	input: INodeExecutionData[] = [],
	settings: Partial<INode> = {},
): Results {
	const prepareBinaryData = async (data: Buffer, fileName: string) =>
		await Promise.resolve({ fileName, data: data.toString() });
	return new Results(
		{ getInputData: () => input, helpers: { prepareBinaryData } } as unknown as IExecuteFunctions,
		{ node: { ...itemWith({}).node, ...settings }, service: toyService(), operation },
		goesOn,
	);
}

const row = (n: number) => ({ json: { n } });
const SENT = { request: 'POST /things', attempts: 1 };
const lost = () => new RequestError({ ...SENT, kind: 'network', outcome: 'unknown' });
const explained = (explanation: Omit<Explanation, 'message'>) =>
	new RequestError({
		...SENT,
		kind: 'reply',
		outcome: 'refused',
		explanation: { message: 'No', ...explanation },
	});
const refusedFields = (element: number) =>
	explained({ fields: [{ path: 'x', element, messages: ['is bad'] }] });

function thrown(of: Results, items: number[]) {
	try {
		of.output(items);
	} catch (problem) {
		return problem as Error & { description?: string; context: { itemIndex?: number } };
	}
	throw new Error('Nothing was thrown');
}

describe('the output', () => {
	it('has the rows in the order of the items, each paired with its own', async () => {
		const of = results(false);
		await of.done(2, row(2));
		await of.done(0, [row(0), row(1)]);
		await of.done(1, []);
		expect(of.output([0, 1, 2, 3])).toEqual([
			{ json: { n: 0 }, pairedItem: { item: 0 } },
			{ json: { n: 1 }, pairedItem: { item: 0 } },
			{ json: { n: 2 }, pairedItem: { item: 2 } },
		]);
	});

	it('has one row for items that share it, paired with all of them', async () => {
		const of = results(false);
		await of.done(1, row(7), [3]);
		expect(of.output([1, 3])).toEqual([{ json: { n: 7 }, pairedItem: [{ item: 1 }, { item: 3 }] }]);
		expect([1, 2, 3].map((item) => of.knows(item))).toEqual([true, false, true]);
	});

	it('has the files of its rows, and those of the item that a row keeps', async () => {
		const [old, other] = [{ fileName: 'old' }, { fileName: 'other' }] as unknown as IBinaryData[];
		const of = results(true, CREATE, [{ json: {}, binary: { old, other } as IBinaryKeyData }]);
		const files = { a: { content: Buffer.from('A').toString('base64'), fileName: 'a.txt' } };
		const gone = { b: { content: async () => await Promise.reject(new InputError('Gone')) } };
		const keeps = (name: string) => name === 'old';
		await of.done(0, [row(0), { ...row(1), files, keeps }, { ...row(2), files: gone }]);
		const pairedItem = { item: 0 };
		const output = of.output([0]);
		expect(output.slice(0, 2)).toStrictEqual([
			{ json: { n: 0 }, pairedItem },
			{ json: { n: 1 }, pairedItem, binary: { old, a: { fileName: 'a.txt', data: 'A' } } },
		]);
		expect(output[2]?.error?.message).toBe('Gone [item 0]');
		expect(of.rows([0, 1])).toEqual([0, 1].map((n) => ({ item: 0, json: { n } })));
	});

	it('has one row in place of all items', async () => {
		const of = results(true);
		of.refused([1], new InputError('No'));
		await of.instead([0, 1, 2], (problems) => ({
			json: { refused: problems.map(({ item }) => item) },
		}));
		expect(of.output([0, 1, 2])).toEqual([
			{ json: { refused: [1] }, pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }] },
		]);
	});
});

describe('a problem that stops the workflow', () => {
	it('is the one of the first item that has one, with what became of the others', async () => {
		const of = results(false);
		await of.done(0, row(0));
		await of.done(1, row(1));
		of.nothingToWrite([1]);
		of.refused([4], new InputError('Later'));
		of.refused([2], new InputError('No good', 'Do better'));
		of.refused([3], lost());
		const error = thrown(of, [0, 1, 2, 3, 4, 5]);
		expect(error.message).toBe('No good [item 2]');
		expect(error.description).toBe(
			'Do better. 1 item was written [item 0]. 1 item was left unchanged [item 1]. 1 more item may or may not have been written [item 3].',
		);
		expect(error.context.itemIndex).toBe(2);
		expect(of.ended).toBe(true);
	});

	it('does not count its own lost request among the others', () => {
		const of = results(false);
		of.refused([0, 1], lost());
		expect(thrown(of, [0, 1, 2]).description).toBe(
			'Create may or may not have succeeded for these items. Check them before you run it again. No other item was written.',
		);
	});

	it('says nothing of others where there are none, or nothing was to be written', () => {
		const alone = results(false);
		alone.refused([0], new InputError('No good'));
		expect(thrown(alone, [0]).description).toBeUndefined();
		for (const operation of [
			{ name: 'Get', method: 'GET' },
			{ name: 'Search', method: 'POST', readOnly: true },
		] as Operation[]) {
			const reading = results(false, operation);
			reading.refused([1], new InputError('No good'));
			expect(thrown(reading, [0, 1]).description).toBeUndefined();
		}
	});

	it('may be one after all items were written', async () => {
		const of = results(false);
		await of.done(0, row(0));
		of.failedAfterwards(new InputError('The others could not be deleted'));
		expect(thrown(of, [0]).description).toBe('1 item was written [item 0].');
	});

	it('comes with those that were refused too where the others were written anyway', async () => {
		const of = results(false);
		of.whenRefused = 'others';
		await of.done(0, row(0));
		of.refused([1], new InputError('No good'));
		of.refused([2], new InputError('Not this one'));
		of.refused([3], lost());
		expect(of.ended).toBe(false);
		expect(thrown(of, [0, 1, 2, 3]).description).toBe(
			'1 item was written [item 0]. 1 more item may or may not have been written [item 3]. 2 items were not written [items 1–2].',
		);
	});
});

describe('problems as items', () => {
	it('stand in the place of their items', async () => {
		const of = results(true);
		await of.done(0, row(0));
		of.refused([1], new InputError('No good'));
		await of.done(2, row(2));
		expect(of.refusedAny).toBe(true);
		const [, error, last] = of.output([0, 1, 2]);
		expect(error?.error?.message).toBe('No good [item 1]');
		expect(error?.error?.context.itemIndex).toBe(1);
		expect(error?.error?.description).toBeUndefined();
		expect(error?.pairedItem).toEqual({ item: 1 });
		expect(last?.json).toEqual({ n: 2 });
	});

	it('tell an item that was not to blame that it was in the same request', () => {
		const of = results(true);
		of.refused([3, 4, 5], refusedFields(1));
		const note = 'This item was not written either, because it was in the same request';
		const notes = of.output([3, 4, 5]).map(({ error }) => error?.description ?? '');
		expect(notes.map((text) => text.includes(note))).toEqual([true, false, true]);
	});

	it('do not say so of items whose request was lost: nobody knows', () => {
		const of = results(true);
		of.refused([0, 1], lost(), [0]);
		for (const { error } of of.output([0, 1])) {
			expect(error?.description).not.toContain('in the same request');
		}
	});

	it('name the items of an element that several share', () => {
		const of = results(true);
		of.refused([0, 1, 2], refusedFields(0), [0, 2], [[0, 1], [2]]);
		expect(of.output([0, 1, 2])[0]?.error?.message).toBe('x: is bad [items 0–1]');
	});

	it('are told of items that were not sent after the run stopped, with the reason', async () => {
		const of = results(true);
		of.whenRefused = 'stop';
		await of.done(0, row(0));
		of.refused([1], new InputError('No good'));
		expect(of.ended).toBe(true);
		const { error, pairedItem } = of.output([0, 1, 2])[2] ?? {};
		expect(error?.message).toBe('Not sent: the run stopped at item 1 (No good) [item 2]');
		expect(error?.description).toContain('change "When a Record Is Refused"');
		expect(pairedItem).toEqual({ item: 2 });
	});

	it('after all items come last, and the items keep their rows', async () => {
		const of = results(true);
		for (const item of [0, 1, 2]) await of.done(item, row(item));
		of.failedAfterwards(new InputError('The others could not be deleted'));
		const output = of.output([0, 1, 2]);
		expect(output.map(({ json }) => json)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, {}]);
		expect(output[3]?.error?.message).toBe('The others could not be deleted');
		expect(output[3]?.error?.description).toBe('3 items were written [items 0–2].');
		expect(output[3]?.pairedItem).toEqual({ item: 2 });
	});
});

describe('an item of the error output', () => {
	const binary = { file: { fileName: 'a', mimeType: 'a/b', data: '' } };
	const last = { error: 'No [item 3]', details: { item: 3, message: 'No' } };
	const { details } = last;

	it.each<[IDataObject, IDataObject | undefined]>([
		[{ x: 1 }, undefined],
		[last, undefined],
		[{ error: 'mine', x: 1 }, { error: 'mine' }],
		[
			{ error: 'mine', details: 5 },
			{ error: 'mine', details: 5 },
		],
		[{ ...last, details: { ...details, replaced: { error: 'mine' } } }, { error: 'mine' }],
		...[
			{ details },
			{ error: 'Other', details },
			{ error: '7', details: { item: 3, message: 7 } },
			{ error: 'No', details: { item: '3', message: 'No' } },
			{ error: 'No', details: { message: 'No' } },
		].map((own): [IDataObject, IDataObject] => [own, own]),
	])('has what replaces its own fields, which it keeps: %j', (json, replaced) => {
		const of = results(true, CREATE, [{ json, binary }], TO_ERROR_OUTPUT);
		of.refused([0], new InputError('No good', 'Do better', { field: 'Due' }));
		const told = { item: 0, message: 'No good', field: 'Due', advice: 'Do better.' };
		expect(of.output([0])).toStrictEqual([
			{
				json: { error: 'No good [item 0]', details: { ...told, ...(replaced && { replaced }) } },
				binary,
				pairedItem: { item: 0 },
			},
		]);
	});

	const field = { path: 'f.x', messages: ['is bad'] };
	it.each<[IDataObject, unknown]>([
		[{ message: 'See [item 7] again' }, new InputError('See [item 7] again')],
		[{ message: 'Boom' }, new Error('Boom')],
		[{ message: 'No' }, explained({})],
		[{ message: 'No (E1)', code: 'E1' }, explained({ code: 'E1' })],
		[{ message: 'f.x: is bad', field: 'f.x' }, explained({ fields: [field] })],
		[
			{ message: 'Field "X": is bad', field: 'X' },
			explained({ fields: [{ ...field, label: 'X' }] }),
		],
	])('has what is known of the problem: %j', (known, problem) => {
		const of = results(true, CREATE, [{ json: {} }], TO_ERROR_OUTPUT);
		of.refused([0], problem);
		expect(of.output([0])[0]).toStrictEqual({
			json: { error: `${String(known.message)} [item 0]`, details: { item: 0, ...known } },
			pairedItem: { item: 0 },
		});
	});

	it.each([
		[[0, 11], ' [items 0, 11]'],
		[[0, 2, 4, 6, 8, 10, 12, 14, 16], ' [9 items of 0–16]'],
	])('is told without the numbers of items %j', (items, numbers) => {
		const of = results(true, CREATE, [{ json: {} }], TO_ERROR_OUTPUT);
		of.refused(items, lost());
		const [first] = of.output([0]);
		expect(first?.json.error).toBe(`${String(objectOf(first?.json.details).message)}${numbers}`);
	});
});

it('why an item was not written is told with the numbers of its items', async () => {
	const of = results(true);
	of.refused([4], new InputError('No good'));
	of.refused([5, 6], refusedFields(1));
	await of.instead([4, 5, 6], (refused) => ({ json: { refused } }));
	const said = ['No good [item 4]', 'x: is bad [item 6]', 'x: is bad [item 6]'];
	const refused = said.map((reason, at): object => ({ item: at + 4, reason }));
	expect(of.output([4])[0]?.json).toMatchObject({ refused });
});
