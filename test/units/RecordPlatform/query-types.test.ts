import { conditionOf, type ConditionRow } from '../../../nodes/RecordPlatform/query/conditions';
import { queryField } from '../../../nodes/RecordPlatform/query/operators';
import {
	DATE_KINDS,
	functionOf,
	ORGANIZATION_KINDS,
	USER_KINDS,
	WITHOUT_VALUE,
} from '../../../nodes/RecordPlatform/query/functions';
import { offeredOperators } from '../../../nodes/RecordPlatform/query/operators';

const condition = (row: ConditionRow) => conditionOf({ rows: [row] }, 'Asia/Tokyo');

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

	it('are those of numbers and texts in their own words', () => {
		expect(names('F|NUMBER')).toEqual([
			'Equals',
			'Does Not Equal',
			'Greater Than',
			'Greater Than or Equal',
			'Less Than',
			'Less Than or Equal',
			'Is Any Of',
			'Is None Of',
			'Is Empty',
			'Is Not Empty',
		]);
		expect(names('F|SINGLE_LINE_TEXT')).toEqual([
			'Equals',
			'Does Not Equal',
			'Contains',
			'Does Not Contain',
			'Is Any Of',
			'Is None Of',
			'Is Empty',
			'Is Not Empty',
		]);
		expect(names('F|SUBTABLE.FILE').slice(-2)).toEqual(['Is Empty in a Row', 'Is Empty in No Row']);
		expect(names('F|SUBTABLE.FILE').slice(0, -2)).toEqual(names('F|FILE').slice(0, -2));
	});
});

describe('values in words', () => {
	it('of dates are what people choose in the editor', () => {
		const sent = Object.fromEntries(
			DATE_KINDS.map(({ name, value }) => [name, functionOf(value, '3')]),
		);
		expect(sent).toEqual({
			Value: undefined,
			Now: 'NOW()',
			Today: 'TODAY()',
			Tomorrow: 'TOMORROW()',
			Yesterday: 'YESTERDAY()',
			'Days After Today': 'FROM_TODAY(3, DAYS)',
			'Days Before Today': 'FROM_TODAY(-3, DAYS)',
			'Weeks After Today': 'FROM_TODAY(3, WEEKS)',
			'Weeks Before Today': 'FROM_TODAY(-3, WEEKS)',
			'Months After Today': 'FROM_TODAY(3, MONTHS)',
			'Months Before Today': 'FROM_TODAY(-3, MONTHS)',
			'Years After Today': 'FROM_TODAY(3, YEARS)',
			'Years Before Today': 'FROM_TODAY(-3, YEARS)',
			'Last Week': 'LAST_WEEK()',
			'Last Month': 'LAST_MONTH()',
			'Last Year': 'LAST_YEAR()',
			'Next Week': 'NEXT_WEEK()',
			'Next Month': 'NEXT_MONTH()',
			'Next Year': 'NEXT_YEAR()',
			'This Week': 'THIS_WEEK()',
			'This Month': 'THIS_MONTH()',
			'This Year': 'THIS_YEAR()',
		});
		const names = DATE_KINDS.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
	});

	it('of people and organizations are the own ones', () => {
		const sent = [...USER_KINDS, ...ORGANIZATION_KINDS].map(({ name, value }) => [
			name,
			functionOf(value, 'x'),
		]);
		expect(sent).toEqual([
			['Signed-in User', 'LOGINUSER()'],
			['Value', undefined],
			['Primary Organization', 'PRIMARY_ORGANIZATION()'],
			['Value', undefined],
		]);
	});

	it('need a value only for a distance, and for a plain one', () => {
		expect(WITHOUT_VALUE).toEqual(expect.arrayContaining(['today', 'lastWeek', 'signedInUser']));
		for (const kind of ['value', 'text', 'daysAfter', 'yearsBefore']) {
			expect(WITHOUT_VALUE).not.toContain(kind);
		}
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
