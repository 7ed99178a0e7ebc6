import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Run } from '../../../nodes/shared/catalogue';
import { showHints } from '../../../nodes/shared/run/hints';

const batch = { kind: 'batch' } as unknown as Run;
const walk = { kind: 'paginate', emptyHint: 'No thing was found' } as unknown as Run;

function hints({
	run = batch,
	value = 'any',
	rows = [{}],
	told = [],
	items = rows.length,
	sent = 1,
	dryRun = false,
}: {
	run?: Run;
	value?: string;
	rows?: object[];
	told?: Array<[string, number[]]>;
	items?: number;
	sent?: number;
	dryRun?: boolean;
}): string[] {
	const shown: string[] = [];
	const context = {
		addExecutionHints: (...all: Array<{ message: string; location: string }>) => {
			expect(all).not.toEqual([]);
			for (const { message, location } of all) {
				expect(location).toBe('outputPane');
				shown.push(message);
			}
		},
	} as unknown as IExecuteFunctions;
	const output = rows.map((json) => ({ json: json as IDataObject }));
	const operation = { value, run };
	const options = { dryRun };
	showHints(context, { operation, options, items, output, sent, hints: new Map(told) });
	return shown;
}
const rowsOf = (count: number) => Array.from({ length: count }, () => ({}));

it.each([
	['of 10 items', { items: 10, sent: 2 }, ['10 items (2 requests)']],
	['of one request', { items: 2, sent: 1 }, ['2 items (1 request)']],
	['of one item that took more than three', { sent: 4 }, ['1 item (4 requests)']],
	['of thousands', { items: 12_000, sent: 1200 }, ['12,000 items (1,200 requests)']],
	['but not where one item took two', { sent: 2 }, []],
	['but not where nothing was sent', { items: 10, sent: 0 }, []],
	['with the rows of pages', { run: walk, rows: rowsOf(700), sent: 7 }, ['700 items (7 requests)']],
	['unless no row was found', { run: walk, rows: [], sent: 1 }, ['No thing was found']],
	['unless it runs dry', { items: 99, sent: 2, dryRun: true }, ['Dry run: nothing was written']],
	['with those created', { value: 'create', rows: rowsOf(2), sent: 2 }, ['2 created (2 requests)']],
	[
		'with what was deleted',
		{ value: 'delete', rows: [{ deleted: true }, { deleted: true }] },
		['2 deleted (1 request)'],
	],
	[
		'with what an upsert did',
		{
			value: 'upsert',
			rows: [{ $operation: 'INSERT' }, { $operation: 'UPDATE' }, { $changed: false }],
		},
		['1 created, 1 updated, 1 unchanged (1 request)'],
	],
	[
		'with what was refused',
		{ value: 'create', rows: [{}, { error: 'No', details: { item: 1, message: 'No' } }] },
		['1 created, 1 refused (1 request)'],
	],
	[
		'with hints of all items but the refused ones without numbers',
		{
			...{ value: 'create', items: 2, told: [['Note', [0]]] as Array<[string, number[]]> },
			rows: [{}, { error: 'No', details: { item: 1, message: 'No' } }],
		},
		['1 created, 1 refused (1 request)', 'Note'],
	],
	[
		'in words of what a dry run would do',
		{ value: 'create', rows: [{ dryRun: true, records: 2, refused: [{ item: 1 }] }], dryRun: true },
		['Dry run: nothing was written. 2 would be created, 1 refused'],
	],
	[
		'with the records that conditions select',
		{ value: 'updateByConditions', rows: [{ $id: '1' }, { $id: '2' }], sent: 4 },
		['2 updated (4 requests)'],
	],
	[
		'without words where a row can be several things',
		{ value: 'deleteByConditions', rows: [{ deleted: 5 }], sent: 4 },
		['1 item (4 requests)'],
	],
])('the number of requests is told %s', (_, taken, expected) =>
	expect(hints(taken)).toEqual(expected),
);

it.each([
	[false, '1 created, 2 deleted, 1 unchanged (1 request)'],
	[true, 'Dry run: nothing was written. 1 would be created, 2 would be deleted, 1 unchanged'],
])('what all items together do is told; dry run: %s', (dryRun, expected) => {
	const rows = ['created', 'deleted', 'deleted', 'unchanged'].map(($action) => ({
		$action,
		$dryRun: dryRun,
	}));
	const run = { kind: 'allItems' } as Run;
	expect(hints({ value: 'sync', run, rows })).toEqual([expected]);
});

it('what items tell comes with their numbers, unless all of them tell it', () => {
	const told: Array<[string, number[]]> = [
		['The form is hidden', [0, 1, 2]],
		['Cut short', [1]],
	];
	expect(hints({ items: 3, sent: 0, told })).toEqual(['The form is hidden', 'Cut short [item 1]']);
});

it('what items tell is cut after twenty, and the number of the others is told', () => {
	const told = Array.from({ length: 25 }, (_, at): [string, number[]] => [`Hint ${at}`, [0]]);
	const shown = hints({ told });
	expect(shown).toHaveLength(21);
	expect(shown.at(-1)).toBe('5 more hints not shown');
});
