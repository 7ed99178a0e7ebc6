import fc from 'fast-check';

import type { BatchRun, RequestSpec, Prepared } from '../../../nodes/shared/catalogue';
import {
	type BatchContext,
	specOf,
	entriesOf,
	itemsOf,
	planSteps,
	stepsOf,
} from '../../../nodes/shared/run/batching';
import { toyService } from '../../support/toy';

const run: BatchRun = {
	kind: 'batch',
	max: 100,
	bulk: true,
	assemble: (elements) => ({ body: { records: elements as never } }),
	split: () => [],
	result: () => [],
};

function item(index: number, app: number): Prepared {
	const spec: RequestSpec = { method: 'POST', path: '/records', body: { app }, repeatable: false };
	return { index, spec, element: { n: index } };
}

const steps = (items: Prepared[], riding?: typeof bulk) => planSteps(entriesOf(items), run, riding);
const bulk = { ...toyService().bulk!, max: 20 };

it('planSteps puts 1,000 items into ten requests, or into one bulk request', () => {
	const items = Array.from({ length: 1000 }, (_, index) => item(index, 1));
	expect(steps(items)).toHaveLength(10);
	expect(steps(items, bulk)).toHaveLength(1);
});

it('planSteps loses and repeats no item, and keeps their order and all limits', () => {
	fc.assert(
		fc.property(
			fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 700 }),
			fc.boolean(),
			(apps, riding) => {
				const items = apps.map((app, index) => item(index, app));
				const planned = steps(items, riding ? bulk : undefined);
				expect(itemsOf(planned.flat(2)).sort((a, b) => a - b)).toEqual(
					items.map(({ index }) => index),
				);
				for (const step of planned) {
					expect(step.length).toBeLessThanOrEqual(riding ? 20 : 1);
					for (const batch of step) {
						expect(batch.length).toBeLessThanOrEqual(100);
						const { app, records } = specOf(batch, run).body as {
							app: number;
							records: Array<{ n: number }>;
						};
						expect(records.map(({ n }) => apps[n])).toEqual(records.map(() => app));
						expect(records.map(({ n }) => n)).toEqual(
							[...records.map(({ n }) => n)].sort((a, b) => a - b),
						);
					}
				}
			},
		),
	);
});

const all = [1700, 1700, 1700, 1700, 1700, 1400];
const twice = [
	[100, 1200, 1200],
	[1300, 1200],
];
it.each<[string, number, number, number[][], number?]>([
	['one request', 2000, 1, [[2000]]],
	['more than one, of about the same size', 2150, 1, [[100, 1100, 950]]],
	['all that may be sent in parallel', 10_000, 1, [[100, ...all]]],
	['every record twice', 5000, 2, twice],
	['too little room a moment ago', 10_000, 1, [[100, ...all]], 5],
	['room for all a moment ago', 10_000, 1, [[...all.slice(0, -1), 1500]], 6],
])('a small step goes ahead of others, once: %s', (_, count, times, sizes, room = 0) => {
	const recordKey = (element: unknown) => `${(element as { n: number }).n % (count / times)}`;
	const turns = stepsOf(entriesOf(Array.from({ length: count }, (_one, index) => item(index, 1))), {
		run: { ...run, recordKey },
		bulk,
		session: { room },
	} as BatchContext);
	expect(turns.map((turn) => turn.map((step) => step.flat().length))).toEqual(sizes);
});
