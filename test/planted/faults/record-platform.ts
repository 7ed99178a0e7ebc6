import { type FaultGroup, inFile } from '../fault';

const PLATFORM = 'nodes/RecordPlatform';
const QUERY = `${PLATFORM}/query`;
const CODEC = `${PLATFORM}/codec`;
const WRITING = `${PLATFORM}/writing`;
const RECORD = `${PLATFORM}/catalogue/record`;

const workflow = (...names: string[]) =>
	names.map((name) => `test/workflow/record-platform/${name}.test.ts`);

export const recordPlatform: FaultGroup[] = [
	{
		area: 'query',
		tests: ['test/units/RecordPlatform/query-types.test.ts'],
		run: 'a condition on a',
		faults: inFile(`${QUERY}/literals.ts`, [
			'a whole day is its first moment',
			' + 24 * 60 * 60 * 1000',
			'',
		]),
	},
	{
		area: 'diff',
		tests: workflow('update'),
		faults: [
			...inFile(
				`${WRITING}/changes.ts`,
				[
					'a change by others is overwritten',
					'if (earlier) record = onlyFields(record, earlier.changedFields);',
					'',
				],
				[
					'an overwritten change is not told',
					'differs(valueOf(cellIn(first, code)), cellIn(read, code))',
					'false && code',
				],
				[
					'the revision of a merge is not sent',
					'...(wanted !== undefined && { revision: wanted })',
					'',
				],
				[
					'an unchanged record is sent',
					'if (Object.keys(record).length === 0 && !isOther)',
					'if (false)',
				],
				['a change by an item before is lost', 'written.set(id, withCells(current, record));', ''],
			),
			...inFile(`${WRITING}/files.ts`, [
				'files of a record are replaced',
				'...heldFiles(now.value, value), ',
				'',
			]),
			...inFile(`${CODEC}/cells.ts`, ['a conflict is another code', "'GAIA_CO02'", "'GAIA_CO03'"]),
		],
	},
	{
		area: 'sync',
		tests: workflow('sync'),
		run: 'nor deletes|more would be deleted than|in a dry run|compares an item with',
		faults: inFile(
			`${RECORD}/sync.ts`,
			[
				'other records are deleted although an item was refused',
				'|| whole.refused || last',
				'|| last',
			],
			['more records are deleted than allowed', 'if (tooMany && !settings.dryRun)', 'if (false)'],
			['a dry run writes', 'if (settings.dryRun) await preview', 'if (false) await preview'],
			[
				'an item is compared with what an item before has changed',
				'written.get(one.key) ?? find(one.key)',
				'find(one.key)',
			],
		),
	},
	{
		area: 'record',
		tests: workflow('conditions'),
		run: 'writes nothing',
		faults: inFile(`${RECORD}/foundRecords.ts`, [
			'all records are deleted without a condition',
			"if (condition !== '') return",
			'return',
		]),
	},
	{
		area: 'record',
		tests: workflow('conditions'),
		faults: inFile(`${RECORD}/foundRecords.ts`, [
			'more records are deleted than allowed',
			'if (found <= atMost) return;',
			'return;',
		]),
	},
	{
		area: 'guest space',
		tests: workflow('urls-of-other-sites'),
		faults: inFile(`${PLATFORM}/route.ts`, [
			'a URL of another site is taken',
			'checkSite(item.read(name), what, item.connection);',
			';',
		]),
	},
	{
		area: 'list',
		tests: workflow('pickers'),
		faults: [
			...inFile(
				`${PLATFORM}/methods/listSearch.ts`,
				['a list of apps ends after a page', 'byName.length === APPS_PER_PAGE &&', 'false &&'],
				['an app is not found by its ID', 'isId && offset', 'false && offset'],
			),
			...inFile(`${PLATFORM}/methods/loadOptions.ts`, [
				'columns of tables are no condition fields',
				'return columns.map((column) => ({\n\t\tname: `${label}: ${option(column).name}`,\n\t\tvalue: p',
				'return [].map((column) => ({\n\t\tvalue: p',
			]),
		],
	},
];
