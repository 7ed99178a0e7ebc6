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
		tests: units('timing'),
		faults: inFile(
			`${VALUES}/timing.ts`,
			[
				'an end is the start',
				'end: { dateTime: rfc3339(end, lastZone)',
				'end: { dateTime: rfc3339(start, lastZone)',
			],
			[
				'an all-day event is a day too long',
				'nextDay(last, endZone) - MINUTE',
				'nextDay(last, endZone)',
			],
			[
				'the zone of a start is ignored',
				'rfc3339(start, startZone), timeZone: startZone',
				"rfc3339(start, startZone), timeZone: 'UTC'",
			],
			['an end before the start is sent', 'if (end !== undefined && start > end)', 'if (false)'],
		),
	},
	{
		area: 'event',
		tests: units('event-change'),
		faults: inFile(
			`${VALUES}/change.ts`,
			[
				'an update drops the attendees',
				'...(event.attendees && { attendees: membersOf(event.attendees) }),',
				'',
			],
			[
				'an update drops the menu',
				"...(typeof event.eventMenu === 'string' && { eventMenu: event.eventMenu }),",
				'',
			],
			[
				'an update drops the facilities',
				'...(facilities && { facilities: facilities as IDataObject[] }),',
				'',
			],
			['an added attendee replaces the others', '\t\t\t\t...current.map(reference),\n', ''],
			[
				'an event that is moved gets longer',
				'inZone(end.at + start.at - before.at, was.endZone)',
				'inZone(end.at, was.endZone)',
			],
			['a change by others is not noticed', 'before[key] !== after[key]', 'false'],
			['a start on another day makes an event longer', 'if (days === 0) return;', 'return;'],
		),
	},
	{
		area: 'event',
		tests: units('series'),
		faults: inFile(
			`${VALUES}/series.ts`,
			['an excluded occurrence is the first', '&& !isExcluded(info, occurrence)', ''],
			[
				'the last day of a month is the 31st',
				"dayOfMonth === 'EOM' ? last",
				"dayOfMonth === 'EOM' ? 31",
			],
			['an end after midnight is the day before', 'isOvernight && sameDay < start ?', 'false ?'],
		),
	},
	{
		area: 'event',
		tests: units('windows'),
		faults: inFile(
			`${VALUES}/windows.ts`,
			['an event in two windows comes twice', 'return isNew;', 'return true;'],
			['an event after the period is listed', 'at >= from && at < to', 'at >= from && at <= to'],
			[
				'the last window is left out',
				'Array.from({ length: count },',
				'Array.from({ length: count - 1 },',
			],
		),
	},
	{
		area: 'event',
		tests: units('event-rows'),
		faults: inFile(`${VALUES}/event.ts`, [
			'a time in another zone keeps its clock',
			'dateTime: rfc3339(at, zone), timeZone: zone',
			'dateTime: rfc3339(at, zone)',
		]),
	},
	{
		area: 'event',
		tests: units('sharing'),
		faults: inFile(`${VALUES}/event.ts`, [
			'an all-day event is moved to another zone',
			'!isDays && timesInZone',
			'timesInZone',
		]),
	},
	{
		area: 'page',
		tests: units('pages'),
		faults: inFile(
			`${VALUES}/pages.ts`,
			['a row that moved up is lost', 'offset += overlaps ? size - 1 : size;', 'offset += size;'],
			[
				'a list ends although there is more',
				"typeof hasNext === 'boolean' ? hasNext : mayHaveMore",
				'mayHaveMore',
			],
		),
	},
	{
		area: 'slot',
		tests: units('slots'),
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
		tests: units('moment'),
		faults: inFile(
			`${TIME}/moment.ts`,
			[
				'the last day of a period is left out',
				'return wholeDay ? nextDay(at, zone) : at;',
				'return at;',
			],
			['a week has six days', 'amount * 7', 'amount * 6'],
			['an offset is added instead of subtracted', 'asUtc(wall) - offset', 'asUtc(wall) + offset'],
		),
	},
	{
		area: 'time',
		tests: units('ranges'),
		faults: inFile(`${TIME}/ranges.ts`, [
			'a day has no 24:00',
			'minutes <= 24 * 60',
			'minutes < 24 * 60',
		]),
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
