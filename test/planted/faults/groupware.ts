import { type FaultGroup, inFile } from '../fault';

const GROUPWARE = 'nodes/Groupware';
const VALUES = `${GROUPWARE}/values`;
const TIME = `${GROUPWARE}/time`;

const units = (...names: string[]) => names.map((name) => `test/units/Groupware/${name}.test.ts`);
const workflow = (...names: string[]) =>
	names.map((name) => `test/workflow/groupware/${name}.test.ts`);

export const groupware: FaultGroup[] = [
	{
		area: 'event',
		tests: units('event-times'),
		faults: [
			...inFile(
				`${VALUES}/timing.ts`,
				[
					'an end is the start',
					'end: { dateTime: rfc3339(end, lastZone)',
					'end: { dateTime: rfc3339(start, lastZone)',
				],
				[
					'an all-day event is a day too long',
					'nextDay(last).toMillis() - MINUTE',
					'nextDay(last).toMillis()',
				],
				[
					'an all-day event until midnight has the next day, too',
					'isAfter && before >= first ? before : day',
					'day',
				],
				[
					'the zone of a start is ignored',
					'rfc3339(start, startZone), timeZone: startZone',
					"rfc3339(start, startZone), timeZone: 'UTC'",
				],
				['an end before the start is sent', 'if (end !== undefined && start > end)', 'if (false)'],
				['a length in days is one in hours', "['days', 'milliseconds']", "['milliseconds']"],
			),
			...inFile(
				`${VALUES}/change.ts`,
				[
					'an update drops the attendees',
					'...(event.attendees && { attendees: event.attendees.map(asMember) }),',
					'',
				],
				[
					'an update drops the menu',
					"...(typeof event.eventMenu === 'string' && { eventMenu: event.eventMenu }),",
					'',
				],
				['an update drops the facilities', '...(facilities && { facilities }),', ''],
				['an added attendee replaces the others', "change === 'add' || isNamed", 'isNamed'],
				[
					'an event that is moved gets longer',
					'isMoved ? endAfter(was, start, zone, endZone) : was.end',
					'was.end',
				],
				['a change by others is not noticed', 'before[key] !== after[key]', 'false'],
			),
			...inFile(
				`${VALUES}/series.ts`,
				['an excluded occurrence is the first', ' && !isExcluded(info, { start, end })', ''],
				[
					'the last day of a month is the 31st',
					"dayOfMonth === 'EOM' ? last",
					"dayOfMonth === 'EOM' ? 31",
				],
				[
					'an end after midnight is the day before',
					'end < start ? end.plus({ days: 1 }) : end',
					'end',
				],
			),
		],
	},
	{
		area: 'event',
		tests: units('lists'),
		faults: inFile(
			`${VALUES}/eventList.ts`,
			['an event of two calendars comes twice', 'return isNew;', 'return true;'],
			['an event after the period is listed', 'at >= from && at < to', 'at >= from && at <= to'],
		),
	},
	{
		area: 'event',
		tests: units('rows'),
		faults: [
			...inFile(
				`${VALUES}/event.ts`,
				[
					'a time in another zone keeps its clock',
					'dateTime: rfc3339(at, zone), timeZone: zone',
					'dateTime: rfc3339(at, zone)',
				],
				['an all-day event is moved to another zone', '!isDays && timesInZone', 'timesInZone'],
			),
			...inFile(
				`${VALUES}/proxy.ts`,
				[
					'nothing is stored in the place of a secret',
					'if (found) return { ...pair, value: found.value };',
					"return { ...pair, value: found?.value ?? '' };",
				],
				['the mask of a URL is stored', 'keepsUrl ? current.url : newUrl(String(url))', 'url'],
				['a path with a token is shown', 'text : `${origin}/${MASK}`', 'text : text'],
			),
		],
	},
	{
		area: 'event',
		tests: workflow('event-update'),
		run: 'two executions at once',
		faults: inFile(`${GROUPWARE}/catalogue/event/update.ts`, [
			'what another update undid stays undone',
			'if (lost.length === 0) break;',
			'break;',
		]),
	},
	{
		area: 'page',
		tests: units('lists'),
		faults: inFile(
			`${VALUES}/pages.ts`,
			[
				'a row that moved up is lost',
				'offset += isFull ? size - repeated : size;',
				'offset += size;',
			],
			[
				'a list ends although there is more',
				'const { hasNext = isFull && hasNew } = objectOf(body);',
				'const hasNext = isFull && hasNew;',
			],
		),
	},
	{
		area: 'slot',
		tests: units('time'),
		faults: inFile(
			`${VALUES}/slots.ts`,
			[
				'a period of just the length is left out',
				'to - from >= minutes * MINUTE',
				'to - from > minutes * MINUTE',
			],
			['all facilities have to be free', "anyFacility ? 'OR' : 'AND'", "'AND'"],
			[
				'slots are in no order',
				'.sort((a, b) => Date.parse(a.start.dateTime) - Date.parse(b.start.dateTime))',
				'',
			],
		),
	},
	{
		area: 'time',
		tests: units('time'),
		faults: [
			...inFile(`${TIME}/ranges.ts`, [
				'a week starts on Sunday',
				'const first = today.startOf(unit).plus({ [unit]: from });',
				'const first = today.startOf(unit).plus({ [unit]: from }).minus({ days: 1 });',
			]),
			...inFile(`${TIME}/ranges.ts`, [
				'working hours are those of every day',
				'.filter(({ weekday }) => hours.weekdays.includes(weekday))',
				'',
			]),
		],
	},
	{
		area: 'sign-in',
		tests: units('sign-in'),
		faults: inFile(`${GROUPWARE}/authenticate.ts`, [
			'an installation gets the header of the cloud',
			"isVendorHost(baseUrl) || edition !== 'cloud'",
			'isVendorHost(baseUrl)',
		]),
	},
	{
		area: 'sign-in',
		tests: ['test/contract/readOnly.test.ts'],
		run: 'takes the setting',
		faults: inFile(`${GROUPWARE}/connection.ts`, [
			'a credential that only reads writes',
			'...(Boolean(credential.readOnly) && { readOnly: true }),',
			'',
		]),
	},
	{
		area: 'error',
		tests: units('errors'),
		faults: inFile(`${GROUPWARE}/errors.ts`, [
			'a redirect to the sign-in page has no reason',
			'if (!/login|sign-?in|auth/i.test(target)) return undefined;',
			'return undefined;',
		]),
	},
	{
		area: 'people',
		tests: units('people'),
		faults: inFile(`${VALUES}/references.ts`, [
			'an ID with zeros is another one',
			"return digits.replace(/^0+(?=\\d)/, '');",
			'return digits;',
		]),
	},
	{
		area: 'list',
		tests: workflow('connection'),
		run: 'go on after a hundred',
		faults: inFile(`${GROUPWARE}/methods/listSearch.ts`, [
			'a list of people ends after a page',
			'...(body.hasNext === true && { paginationToken: String(offset + ROWS) }),',
			'',
		]),
	},
];
