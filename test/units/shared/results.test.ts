import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../../../nodes/shared/catalogue';
import { RequestError, type Failure, InputError } from '../../../nodes/shared/errors';
import { Results } from '../../../nodes/shared/run/results';
import { itemWith } from '../../support/item';
import { toyService } from '../../support/toy';

const { node } = itemWith({});
const CREATE = { name: 'Create', method: 'POST' } as Operation;

/** The results of a run that stops at the first problem, or goes on. */
function results(goesOn: boolean, operation = CREATE): Results {
	return new Results(
		{ helpers: {} } as unknown as IExecuteFunctions,
		{ node, service: toyService(), operation },
		goesOn,
	);
}

const row = (n: number) => ({ json: { n } });
const lost = () =>
	new RequestError({ kind: 'network', outcome: 'unknown', request: 'POST /things', attempts: 1 });
const refusedFields = (...elements: number[]) => {
	const fields = elements.map((element) => ({ path: 'x', element, messages: ['is bad'] }));
	const failure: Failure = {
		kind: 'reply',
		outcome: 'refused',
		request: 'POST /things',
		attempts: 1,
		explanation: { message: 'No', fields },
	};
	return new RequestError(failure);
};

/** The error that stops the workflow. */
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
		expect(of.output([0, 1, 2])).toEqual([
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
		await of.done(0, row(0));
		await of.done(1, row(1));
		of.failedAfterwards(new InputError('The others could not be deleted'));
		const output = of.output([0, 1]);
		expect(output.map(({ json }) => json)).toEqual([{ n: 0 }, { n: 1 }, {}]);
		expect(output[2]?.error?.message).toBe('The others could not be deleted');
		expect(output[2]?.error?.description).toBe('2 items were written [items 0–1].');
		expect(output[2]?.pairedItem).toEqual({ item: 1 });
	});
});

describe('why an item was not written', () => {
	it('is told with its number, or with those of its request', () => {
		const of = results(true);
		of.refused([4], new InputError('No good'));
		of.refused([5, 6], refusedFields(1));
		const [first, second] = of.problems([4, 5, 6]);
		expect(first && of.reason(first)).toBe('No good [item 4]');
		expect(second && of.reason(second)).toBe('x: is bad [item 6]');
	});
});
