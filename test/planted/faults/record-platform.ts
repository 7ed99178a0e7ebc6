import { type FaultGroup, group } from '../fault';

const PLATFORM = 'nodes/RecordPlatform';
const QUERY = `${PLATFORM}/query`;
const CODEC = `${PLATFORM}/codec`;
const WRITING = `${PLATFORM}/writing`;
const RECORD = `${PLATFORM}/catalogue/record`;
const DESIGN = `${PLATFORM}/catalogue/appDesign`;

export const recordPlatform: FaultGroup[] = [
	group('query', 'test/units/RecordPlatform/query-types', 'a condition on a', {
		[`${QUERY}/literals.ts`]: { 'a whole day is its first moment': ' + 24 * 60 * 60 * 1000' },
	}),
	group('diff', 'test/workflow/record-platform/update', '', {
		[`${WRITING}/changes.ts`]: {
			'a change by others is overwritten':
				'if (earlier) record = onlyFields(record, earlier.changedFields);',
			'an overwritten change is not told': [
				'differs(valueOf(cellIn(first, code)), cellIn(read, code))',
				'false && code',
			],
			'the revision of a merge is not sent': '...(wanted !== undefined && { revision: wanted }), ',
			'an unchanged record is sent': [
				'if (Object.keys(record).length === 0 && !isOther)',
				'if (false)',
			],
			'a change by an item before is lost': 'written.set(id, withCells(current, record));',
		},
		[`${WRITING}/files.ts`]: {
			'files of a record are replaced': '...heldFiles(now.value, value), ',
		},
		[`${CODEC}/cells.ts`]: { 'a conflict is another code': ["'GAIA_CO02'", "'GAIA_CO03'"] },
	}),
	group(
		'sync',
		'test/workflow/record-platform/sync',
		'nor deletes|more would be deleted than|in a dry run|compares an item with',
		{
			[`${RECORD}/sync.ts`]: {
				'other records are deleted although an item was refused': [
					'|| whole.refused || last',
					'|| last',
				],
				'more records are deleted than allowed': ['if (tooMany && !settings.dryRun)', 'if (false)'],
				'a dry run writes': ['if (settings.dryRun) await preview', 'if (false) await preview'],
				'an item is compared with what an item before has changed': [
					'current = written.get(one.key) ?? find(one);',
					'current = find(one);',
				],
			},
		},
	),
	group('record', 'test/workflow/record-platform/conditions', 'writes nothing', {
		[`${RECORD}/foundRecords.ts`]: {
			'all records are deleted without a condition': ["if (condition !== '') return", 'return'],
		},
	}),
	group('record', 'test/workflow/record-platform/conditions', '', {
		[`${RECORD}/foundRecords.ts`]: {
			'more records are deleted than allowed': ['if (found <= atMost) return;', 'return;'],
		},
	}),
	group('match by', 'test/workflow/record-platform/match-by', '', {
		[`${PLATFORM}/reading/current.ts`]: {
			'one of several matching records is changed': [
				'if (record === undefined || other === undefined) return record;',
				'return record;',
			],
		},
		[`${WRITING}/changes.ts`]: {
			'a matched record is overwritten at any revision': [
				'(match !== undefined || keepsFiles(item))',
				'keepsFiles(item)',
			],
			'a record is created twice': ['if (isKnown && match) {', 'if (false) {'],
		},
		[`${CODEC}/compare.ts`]: {
			'seconds tell keys apart': ["type === 'DATETIME' ? text.slice(0, 16) : text", 'text'],
		},
		[`${RECORD}/sync.ts`]: {
			'a record that has another key meanwhile is updated': [
				'const isKept = isOther ||',
				'const isKept =',
			],
		},
	}),
	group('app design', 'test/workflow/record-platform/app-design', 'left out', {
		[`${DESIGN}/apply.ts`]: {
			'fields are deleted that nobody lets it delete': ['return !isDeleted || name', 'return name'],
			'fields that are left out have no place': ['(isPlaced && !before.has(code))', 'false'],
		},
		[`${DESIGN}/compare.ts`]: {
			'fields that are not there have a place': ['keptOf(row, isThere)', 'keptOf(row, () => true)'],
		},
	}),
	group('app design', 'test/workflow/record-platform/app-design', 'uses other apps', {
		[`${DESIGN}/design.ts`]: { 'an app keeps its ID': ['at(ids, String(id ?? code)) ?? id', 'id'] },
	}),
	group('app design', 'test/workflow/record-platform/app-design', 'does not revert what', {
		[`${DESIGN}/apply.ts`]: {
			'changes of others are reverted': ['!outcomeUnknown(problem) && { revision }', 'false'],
		},
	}),
	group('app design', 'test/workflow/record-platform/app-design-properties', 'interrupted at any', {
		[`${DESIGN}/apply.ts`]: {
			'it is deployed although a write failed': [
				'throw withSubject(`Part "${part}"`, got.problem);',
				'continue;',
			],
			'nothing is reverted': ['if (!canRevert) return told(left);', 'return told(left);'],
			'a deployment without an answer counts as done': [
				'isFailed || (await isNotDeployed(applying))',
				'isFailed',
			],
		},
	}),
	group(
		'app design',
		'test/workflow/record-platform/app-design-properties',
		'a design is the same',
		{
			[`${DESIGN}/compare.ts`]: {
				'keys come in the order of the service': ['one < other ? -1 : 1', '0'],
			},
			[`${DESIGN}/design.ts`]: { 'IDs are a part of a design': ["['id'];", '[];'] },
		},
	),
	group('app design', 'test/workflow/record-platform/app-design-properties', 'keeps what only', {
		[`${DESIGN}/compare.ts`]: {
			'what only the app has names old codes': ['codes.get(word) ?? word', 'word'],
			'conditions name old codes': ['fields?|filterCond|', 'fields?|'],
			'quoted texts are taken for codes': ['/"(?:\\\\.|[^"\\\\])*"?|[^\\s', '/[^\\s"'],
		},
	}),
	group('guest space', 'test/workflow/record-platform/urls-of-other-sites', '', {
		[`${PLATFORM}/route.ts`]: {
			'a URL of another site is taken': ['checkSite(item.read(name), what, item.connection);', ';'],
		},
	}),
	group('list', 'test/workflow/record-platform/pickers', '', {
		[`${PLATFORM}/methods/listSearch.ts`]: {
			'a list of apps ends after a page': ['byName.length === APPS_PER_PAGE &&', 'false &&'],
			'an app is not found by its ID': ['isId && offset', 'false && offset'],
		},
		[`${PLATFORM}/methods/loadOptions.ts`]: {
			'columns of tables are no condition fields': [
				'return columns.map((column) => ({\n\t\tname: `${label}: ${option(column).name}`,\n\t\tvalue: p',
				'return [].map((column) => ({\n\t\tvalue: p',
			],
		},
	}),
];
