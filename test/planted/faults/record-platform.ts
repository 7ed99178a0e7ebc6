import { type FaultGroup, inFile } from '../fault';

const PLATFORM = 'nodes/RecordPlatform';
const QUERY = `${PLATFORM}/query`;
const LAYERS = `${PLATFORM}/record`;
const RECORD = `${PLATFORM}/catalogue/record`;

const units = (...names: string[]) =>
	names.map((name) => `test/units/RecordPlatform/${name}.test.ts`);
const workflow = (...names: string[]) =>
	names.map((name) => `test/workflow/record-platform/${name}.test.ts`);

export const recordPlatform: FaultGroup[] = [
	{
		area: 'query',
		tests: units('query'),
		faults: [
			...inFile(
				`${QUERY}/literals.ts`,
				['a quote is not escaped', '/[\\\\"]/g', '/[\\\\]/g'],
				[
					'a condition without a value selects empty fields',
					'if (isNothing(entry)) throw emptyError(label);',
					'',
				],
				[
					'a list without entries selects empty fields',
					'if (entries.length === 0) throw emptyError(label);',
					'',
				],
			),
			...inFile(`${QUERY}/parts.ts`, [
				'an alternative widens a condition',
				'`(${one}) and',
				'`${one} and',
			]),
			...inFile(
				`${QUERY}/conditions.ts`,
				[
					'none of several selects each of them',
					"is ? 'in' : 'not in'} (${values",
					"'in'} (${values",
				],
				['a group has no parentheses', 'piece.word && piece.word !== word ?', 'false ?'],
			),
		],
	},
	{
		area: 'query',
		tests: units('query-chosen'),
		faults: inFile(`${QUERY}/literals.ts`, [
			'a day is one of UTC',
			'return readDay(value, label, frame);',
			"return readDay(value, label, { zone: 'UTC' });",
		]),
	},
	{
		area: 'query',
		tests: workflow('conditions'),
		run: 'is a whole day',
		faults: inFile(`${QUERY}/literals.ts`, [
			'a whole day is its first moment',
			' + 24 * 60 * 60 * 1000',
			'',
		]),
	},
	{
		area: 'query',
		tests: units('reading-sorted'),
		faults: inFile(
			`${QUERY}/reading/sorted.ts`,
			[
				'an offset is forgotten',
				'const offset = start + at || undefined;',
				'const offset = at || undefined;',
			],
			['a cursor stays open', 'if (open) await item', 'if (false) await item'],
			[
				'a page of a cursor is read again',
				'{ ...page, repeatable: false }',
				'{ ...page, repeatable: true }',
			],
			[
				'a page of a cursor is skipped',
				'missing -= records.length;',
				'missing -= records.length + PAGE;',
			],
			[
				'a record on two pages comes twice',
				'take(withTotal(finished(added)',
				'take(withTotal(finished(records)',
			],
		),
	},
	{
		area: 'query',
		tests: units('reading-by-id'),
		faults: [
			...inFile(
				`${QUERY}/paginate.ts`,
				[
					'a page begins with the last record of the one before',
					'`$id > ${low}`',
					'`$id >= ${low}`',
				],
				[
					'the limit of a query is not honored',
					'Math.min(reading.wanted, reading.query.limit ?? Infinity)',
					'reading.wanted',
				],
			),
		],
	},
	{
		area: 'values',
		tests: units('encode'),
		faults: inFile(
			`${LAYERS}/encode.ts`,
			[
				'a text that is no number is sent',
				'if (decimal !== undefined) return decimal;',
				'return decimal ?? String(value);',
			],
			['an unknown choice is sent', 'if (unknown === undefined) return;', 'return;'],
			['a value that was not found clears a field', 'one === undefined || (isNew', '(isNew'],
			['a blank suppresses the default value of a new record', '(isNew && isBlank(one))', 'false'],
			['the ID of a row is lost', '...(!isNew && { id: String(id) })', '...{}'],
			[
				'a row replaces all rows of its table',
				'isObject(value) && options.replacesTables',
				'false',
			],
		),
	},
	{
		area: 'values',
		tests: units('numbers'),
		faults: [
			...inFile(`${LAYERS}/numbers.ts`, [
				'a decimal comma separates thousands',
				'/^[+-]?[1-9]\\d{0,2}(?:,',
				'/^[+-]?\\d{1,3}(?:,',
			]),
		],
	},
	{
		area: 'values',
		tests: ['test/units/shared/input/date.test.ts'],
		faults: inFile(
			'nodes/shared/input/date.ts',
			[
				'a time without an offset is one of UTC',
				'const where = zone || frame.zone;',
				"const where = zone || 'UTC';",
			],
			['midnight in UTC is another day', ' && !isMidnight(at) ?', ' ?'],
			[
				'a date that can be read in two ways is read',
				'one <= 12 && two <= 12 && one !== two',
				'false',
			],
			['a skipped or doubled hour depends on the season', 'at.getPossibleOffsets()[0] ?? at', 'at'],
		),
	},
	{
		area: 'values',
		tests: units('numbers'),
		faults: [
			...inFile(
				`${LAYERS}/numbers.ts`,
				['digits of a long number are lost', 'isSame && DECIMAL', 'DECIMAL'],
				[
					'numbers of different spelling differ',
					"if (significant === '') return '0';",
					"if (significant === '') return text;",
				],
			),
		],
	},
	{
		area: 'values',
		tests: units('tables'),
		faults: inFile(
			`${LAYERS}/tables.ts`,
			['files of a row are replaced', 'keepFiles ? withHeldFiles', 'false ? withHeldFiles'],
			['rows of a table get new IDs', '({ ...(id && { id }), value: sent })', '({ value: sent })'],
			['a row at the start is at the end', "at === 'start'", 'false'],
			['all rows are removed', 'of gone)', 'of rows.all)'],
			['a changed row is not found by its new values', 'all?.index(row);', ''],
			[
				'a row with its ID is matched by the ID alone',
				'tests.every((test) => meets(cellIn(holds, test.code)?.value, test)),',
				'ids !== undefined || tests.every((test) => meets(cellIn(holds, test.code)?.value, test)),',
			],
		),
	},
	{
		area: 'values',
		tests: units('names'),
		faults: inFile(
			`${LAYERS}/names.ts`,
			['a computed field is sent', 'isAutomatic ? !isFilledIn(field)', 'isAutomatic ? true'],
			['a misspelled field is ignored', 'if (!this.isAutomatic) throw', 'if (false) throw'],
			['the label of two fields names the first', 'name && !other', 'name'],
			['a byte order mark is part of a name', "name.normalize('NFKC').trim()", 'name'],
		),
	},
	{
		area: 'diff',
		tests: units('compare'),
		faults: inFile(
			`${LAYERS}/compare.ts`,
			[
				'seconds of a time count as a change',
				"const isMoment = type === 'DATETIME';",
				"const isMoment = type === 'TIME';",
			],
			['a removed row is no change', 'if (rows.length !== others.length) return false;', ''],
		),
	},
	{
		area: 'diff',
		tests: workflow('update'),
		faults: [
			...inFile(
				`${LAYERS}/changes.ts`,
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
			...inFile(`${LAYERS}/files.ts`, [
				'files of a record are replaced',
				'...heldFiles(now.value, value), ',
				'',
			]),
			...inFile(`${LAYERS}/cells.ts`, ['a conflict is another code', "'GAIA_CO02'", "'GAIA_CO03'"]),
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
		run: 'deletes nothing',
		faults: inFile(`${RECORD}/deleteByConditions.ts`, [
			'all records are deleted without a condition',
			"if (condition === '')",
			'if (false)',
		]),
	},
	{
		area: 'record',
		tests: workflow('conditions'),
		faults: inFile(`${RECORD}/deleteByConditions.ts`, [
			'more records are deleted than allowed',
			'if (found <= atMost) return;',
			'return;',
		]),
	},
	{
		area: 'record',
		tests: units('record-requests'),
		faults: inFile(
			`${RECORD}/write.ts`,
			['the revision of a deletion is not sent', 'one.revision !== undefined);', 'false);'],
			['an upsert only updates', '&& { upsert: true })', '&& {})'],
		),
	},
	{
		area: 'guest space',
		tests: units('address'),
		faults: inFile(
			`${PLATFORM}/route.ts`,
			['the guest space of a path is forgotten', "guestSpace === undefined ? ''", "true ? ''"],
			[
				'the test environment is the live app',
				'preview: usesPreview(operation, item)',
				'preview: false',
			],
		),
	},
	{
		area: 'guest space',
		tests: units('errors'),
		faults: inFile(`${PLATFORM}/bulk.ts`, [
			'a bulk request leaves the guest space',
			"/^\\/k(?:\\/guest\\/\\d+)?\\/v1/.exec(path)?.[0] ?? '/k/v1'",
			"'/k/v1'",
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
		area: 'sign-in',
		tests: units('address'),
		faults: inFile(`${PLATFORM}/connection.ts`, [
			"a host that contains the vendor's name is the vendor's",
			"new RegExp(`${DOMAINS}$`, 'i')",
			"new RegExp(DOMAINS, 'i')",
		]),
	},
	{
		area: 'sign-in',
		tests: units('sign-in'),
		faults: [
			...inFile(
				`${PLATFORM}/authenticate.ts`,
				[
					'an API token is left out',
					"tokensIn(account.apiTokens).join(',')",
					'tokensIn(account.apiTokens)[0]',
				],
				[
					"another service gets the vendor's header",
					"? 'X-Cybozu' : 'X-Service'",
					"? 'X-Cybozu' : 'X-Cybozu'",
				],
			),
		],
	},
	{
		area: 'error',
		tests: units('errors'),
		faults: inFile(
			`${PLATFORM}/errors.ts`,
			['a step is counted from 0', 'Step ${index + 1} of', 'Step ${index} of'],
			['a row is counted from 0', 'row ${Number(row) + 1}', 'row ${Number(row)}'],
			['the next record is blamed', 'element: Number(index)', 'element: Number(index) + 1'],
			["a gateway's code is the service's", 'OWN_CODE.test(reply.body.code)', 'true'],
		),
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
