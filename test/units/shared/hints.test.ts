import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Run } from '../../../nodes/shared/catalogue';
import { countResults, showHints } from '../../../nodes/shared/run/hints';

const batch = { kind: 'batch', webhooksPerMinute: 60 } as unknown as Run;
const plain = { kind: 'batch' } as unknown as Run;
const walk = { kind: 'paginate', emptyHint: 'No thing was found' } as unknown as Run;
const NOTHING_COUNTED = { counts: new Map<string, number>(), dryRun: false };
const written = {
	items: 1,
	rows: 1,
	sent: 1,
	choices: { dryRun: false },
	results: NOTHING_COUNTED,
};

/** The hints above the output of a run. */
function hints(taken: Partial<Parameters<typeof showHints>[1]> & { run: Run }): string[] {
	const shown: string[] = [];
	const context = {
		addExecutionHints: (...all: Array<{ message: string; location: string }>) => {
			if (all.length === 0) throw new Error('Asked to show nothing');
			for (const { message, location } of all) {
				expect(location).toBe('outputPane');
				shown.push(message);
			}
		},
	} as unknown as IExecuteFunctions;
	showHints(context, { ...written, hints: new Map(), ...taken });
	return shown;
}

describe('the number of requests', () => {
	it.each([
		[{ items: 10, sent: 2 }, '10 items (2 requests)'],
		[{ items: 2, sent: 1 }, '2 items (1 request)'],
		[{ items: 1, sent: 3 }, '1 item (3 requests)'],
		[{ items: 12_000, sent: 1200 }, '12,000 items (1,200 requests)'],
	])('is told of %j', (taken, hint) => expect(hints({ run: plain, ...taken })).toEqual([hint]));

	it('is not told where one item took the usual one or two, or nothing was sent', () => {
		expect(hints({ run: plain, sent: 2 })).toEqual([]);
		expect(hints({ run: plain, items: 10, sent: 0 })).toEqual([]);
	});

	it('is told with the rows where pages are read', () => {
		expect(hints({ run: walk, rows: 700, sent: 7 })).toEqual(['700 items (7 requests)']);
	});

	it('gives way to the news that nothing was found, or that nothing was written', () => {
		expect(hints({ run: walk, rows: 0, sent: 1 })).toEqual(['No thing was found']);
		expect(hints({ run: plain, rows: 0, items: 5, sent: 2 })).toEqual(['5 items (2 requests)']);
		expect(hints({ run: batch, items: 99, sent: 2, choices: { dryRun: true } })).toEqual([
			'Dry run: nothing was written',
		]);
	});
});

describe('what was done', () => {
	const told = (value: string, run: Run, rows: object[], sent = 2) => {
		const output = rows.map((json) => ({ json: json as IDataObject }));
		const results = countResults(output, { value, run });
		return hints({ run, items: rows.length, rows: rows.length, sent, results });
	};
	const all = { kind: 'allItems' } as Run;

	it('is told before the requests', () => {
		expect(told('create', plain, [{ id: '1' }, { id: '2' }])).toEqual(['2 created (2 requests)']);
		expect(told('delete', plain, [{ deleted: true }, { deleted: true }], 1)).toEqual([
			'2 deleted (1 request)',
		]);
		const rows = [{ operation: 'INSERT' }, { operation: 'UPDATE' }, { changed: false }];
		expect(told('upsert', plain, rows)).toEqual(['1 created, 1 updated, 1 unchanged (2 requests)']);
		const actions = ['created', 'created', 'deleted'].map((action) => ({ action }));
		expect(told('sync', all, actions)).toEqual(['2 created, 1 deleted (2 requests)']);
	});

	it('is what would be done in a dry run', () => {
		const rows = ['created', 'deleted', 'deleted', 'unchanged'];
		expect(
			told(
				'sync',
				all,
				rows.map((action) => ({ action, dryRun: true })),
			),
		).toEqual([
			'Dry run: nothing was written. 1 would be created, 2 would be deleted, 1 unchanged',
		]);
		expect(told('create', plain, [{ dryRun: true, records: 2, refused: [{ item: 1 }] }])).toEqual([
			'Dry run: nothing was written. 1 refused, 2 would be created',
		]);
	});

	it('counts what was refused', () => {
		const details = { item: 1, message: 'No' };
		expect(told('create', plain, [{ id: '1' }, { error: 'No', details }])).toEqual([
			'1 created, 1 refused (2 requests)',
		]);
	});

	it('is left to the number of items where a row can be more than one thing', () => {
		expect(told('createFields', plain, [{}, {}])).toEqual(['2 items (2 requests)']);
		expect(told('deleteByConditions', plain, [{ deleted: 5 }], 3)).toEqual(['1 item (3 requests)']);
	});
});

describe('what items tell', () => {
	it('comes with their numbers, unless all of them tell it', () => {
		const told = new Map([
			['The form is hidden', [0, 1, 2]],
			['Cut short', [1]],
		]);
		expect(hints({ run: plain, items: 3, sent: 0, hints: told })).toEqual([
			'The form is hidden',
			'Cut short [item 1]',
		]);
	});

	it('is cut after twenty, and the number of the others is told', () => {
		const told = new Map(Array.from({ length: 25 }, (_, at) => [`Hint ${at}`, [0]]));
		const shown = hints({ run: plain, hints: told });
		expect(shown).toHaveLength(21);
		expect(shown.at(-1)).toBe('5 more hints not shown');
	});
});
