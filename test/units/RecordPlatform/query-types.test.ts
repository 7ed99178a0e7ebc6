import { conditionOf, type ConditionRow } from '../../../nodes/RecordPlatform/query/conditions';
import { queryField, offeredOperators } from '../../../nodes/RecordPlatform/query/operators';
import {
	DATE_KINDS,
	functionOf,
	WITHOUT_VALUE,
} from '../../../nodes/RecordPlatform/query/functions';

const condition = (row: ConditionRow) => conditionOf({ rows: [row] }, { zone: 'Asia/Tokyo' });

/** Words that a query may have for a type (docs/api/record-platform.md, field types). */
const ORDER = '= != > < >= <=';
const LIST = 'in|not in';
const FACTS: Record<string, string[]> = Object.fromEntries(
	Object.entries({
		'__ID__ RECORD_NUMBER NUMBER CALC': [...ORDER.split(' '), ...LIST.split('|')],
		'CREATED_TIME UPDATED_TIME DATE TIME DATETIME': ORDER.split(' '),
		'SINGLE_LINE_TEXT LINK': ['=', '!=', 'in', 'not in', 'like', 'not like'],
		'MULTI_LINE_TEXT RICH_TEXT FILE': ['like', 'not like', 'is empty', 'is not empty'],
		'CREATOR MODIFIER CHECK_BOX MULTI_SELECT RADIO_BUTTON DROP_DOWN': LIST.split('|'),
		'USER_SELECT ORGANIZATION_SELECT GROUP_SELECT': LIST.split('|'),
		STATUS: ['=', '!=', 'in', 'not in'],
	}).flatMap(([types, words]) => types.split(' ').map((type) => [type, words])),
);
const VALUES: Record<string, string> = {
	DATE: '2026-01-31',
	TIME: '09:30',
	DATETIME: '2026-01-31T10:00:00Z',
	CREATED_TIME: '2026-01-31T10:00:00Z',
	UPDATED_TIME: '2026-01-31T10:00:00Z',
};

/** The words that conditions on a type come out with; none for an operator that is refused. */
function wordsOf(type: string, table = ''): string[] {
	const field = `F|${table}${type}`;
	const offered = offeredOperators(queryField(field)).map(({ value }) => value);
	return [
		...new Set(
			offered.flatMap((operator) => {
				const text = condition({ field, operator, value: VALUES[type] ?? '1' });
				return (
					/^F (=|!=|>=|<=|>|<|not in|in|not like|like|is empty|is not empty)(?: |$)/.exec(
						text,
					)?.[1] ?? text
				);
			}),
		),
	];
}

describe.each(Object.entries(FACTS))('conditions on a %s', (type, words) => {
	it('are all that the service takes, and nothing else', () => {
		expect(wordsOf(type).sort()).toEqual([...words].sort());
	});

	it('in a table have no equality, which the service refuses there', () => {
		if (type === '__ID__' || type === 'STATUS') return;
		const inTable = wordsOf(type, 'SUBTABLE.');
		expect(inTable.filter((word) => word === '=' || word === '!=')).toEqual([]);
		expect(inTable.length).toBeGreaterThan(0);
	});
});

it.each(['CATEGORY', 'STATUS_ASSIGNEE'])('a %s is offered what is known of it', (type) => {
	expect(wordsOf(type).sort()).toEqual(['in', 'not in']);
});

const [FROM, UNTIL] = ['"2026-01-30T15:00:00Z"', '"2026-01-31T15:00:00Z"'];
it.each<[string, ConditionRow['operator'], string, string]>([
	['DATETIME', 'equals', '2026-01-31', `F >= ${FROM} and F < ${UNTIL}`],
	['DATETIME', 'notEquals', '2026-01-31', `F < ${FROM} or F >= ${UNTIL} or F = ""`],
	['CREATED_TIME', 'notEquals', '2026-01-31', `F < ${FROM} or F >= ${UNTIL}`],
	['DATETIME', 'greater', '2026-01-31', `F >= ${UNTIL}`],
	['DATETIME', 'greaterOrEqual', '2026-01-31', `F >= ${FROM}`],
	['DATETIME', 'lessOrEqual', '2026-01-31', `F < ${UNTIL}`],
	['DATETIME', 'less', '2026-01-31', `F < ${FROM}`],
	['RECORD_NUMBER', 'equals', ' 0017.0 ', 'F = "17"'],
	['RECORD_NUMBER', 'equals', ' CASE-3 ', 'F = "CASE-3"'],
	['SINGLE_LINE_TEXT', 'equals', ' a"b\rc ', 'F = " a\\"b\\nc "'],
	['SINGLE_LINE_TEXT', 'contains', 'TODAY()', 'F like "TODAY()"'],
	['STATUS', 'equals', ' Open ', 'F = "Open"'],
])('a condition on a %s, %s %j, is %s', (type, operator, value, text) => {
	expect(condition({ field: `F|${type}`, operator, value })).toBe(text);
});

describe('the operators in the editor', () => {
	const names = (field: string) => offeredOperators(queryField(field)).map(({ name }) => name);

	it.each([
		...['CATEGORY', 'CHECK_BOX', 'GROUP_SELECT', 'MULTI_SELECT'],
		...['ORGANIZATION_SELECT', 'STATUS_ASSIGNEE', 'USER_SELECT', 'SUBTABLE.NUMBER'],
	])('say "includes" of %s, which has several values', (type) => {
		expect(names(`F|${type}`).slice(0, 2)).toEqual(['Includes', 'Does Not Include']);
	});

	it.each(['DATE', 'TIME', 'DATETIME', 'CREATED_TIME', 'UPDATED_TIME'])(
		'say "after" and "before" of %s',
		(type) => {
			expect(names(`F|${type}`)).toEqual(
				expect.arrayContaining([
					'Equals',
					'Is After',
					'Is After or Equal',
					'Is Before',
					'Is Before or Equal',
				]),
			);
		},
	);

	it('say it of texts, and of rows of a table, in their own words', () => {
		const ofText = ['Equals', 'Does Not Equal', 'Contains', 'Does Not Contain'];
		expect(names('F|SINGLE_LINE_TEXT').slice(0, 4)).toEqual(ofText);
		expect(names('F|SUBTABLE.FILE').slice(-2)).toEqual(['Is Empty in a Row', 'Is Empty in No Row']);
	});
});

describe('values in words', () => {
	it.each([
		['now', 'NOW()'],
		['yesterday', 'YESTERDAY()'],
		['daysAfter', 'FROM_TODAY(3, DAYS)'],
		['monthsBefore', 'FROM_TODAY(-3, MONTHS)'],
		['lastWeek', 'LAST_WEEK()'],
		['thisYear', 'THIS_YEAR()'],
		['signedInUser', 'LOGINUSER()'],
		['primaryOrganization', 'PRIMARY_ORGANIZATION()'],
		['value', undefined],
	])('of %s are %s', (kind, sent) => {
		expect(functionOf(kind, '3')).toBe(sent);
		expect(WITHOUT_VALUE.includes(kind)).toBe(sent !== undefined && !sent.includes('3'));
	});

	it('of dates begin with those that most people use', () => {
		const names = DATE_KINDS.map(({ name }) => name);
		expect(names.slice(0, 2)).toEqual(['A Date', 'Today']);
		expect(names.slice(5, 8)).toEqual(['This Week', 'This Month', 'This Year']);
	});

	it('are days from now in whole numbers', () => {
		expect(functionOf('daysBefore', ' 007 ')).toBe('FROM_TODAY(-7, DAYS)');
		expect(functionOf('daysBefore', 0)).toBe('FROM_TODAY(0, DAYS)');
		expect(functionOf('unknown', 7)).toBeUndefined();
		for (const value of ['', '-1', '1.5', 'x7', '7x', '1234567890', undefined]) {
			expect(() => functionOf('weeksAfter', value)).toThrow('is not a valid number of weeks');
		}
		expect(() => functionOf('monthsBefore', 'x')).toThrow(
			expect.objectContaining({
				advice: 'Months Before Today needs a whole number of 0 or more, for example 7',
			}),
		);
	});
});
