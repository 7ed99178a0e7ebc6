import fc from 'fast-check';
import { ServiceError } from '../../../../sandbox/record-platform/errors';
import { compileQuery, type QueryContext } from '../../../../sandbox/record-platform/query';
import { OPERATORS } from '../../../../sandbox/record-platform/query/ast';
import { CONTEXT, FORM, RELATED_FORM } from './world';

const context: QueryContext = { ...CONTEXT, relatedForms: { '2': RELATED_FORM } };

function codeOf(text: string, given = context): string {
	try {
		compileQuery(text, FORM, given);
		return 'ok';
	} catch (error) {
		if (error instanceof ServiceError) return error.code;
		throw error;
	}
}

describe('what a query is refused for', () => {
	test.each([
		['nothing = "x"', 'GAIA_IQ11'],
		['order by nothing', 'GAIA_IQ11'],
		['constructor = "x"', 'GAIA_IQ11'],
		['$revision = 1', 'GAIA_IQ11'],
		['priority = "High"', 'GAIA_IQ03'],
		['priority = "Huge"', 'GAIA_IQ10'],
		['priority in ("High", "Huge")', 'GAIA_IQ10'],
		['tags not in ("Huge")', 'GAIA_IQ10'],
		['priority in ("", "High")', 'ok'],
		['memo = "x"', 'GAIA_IQ03'],
		['title > "x"', 'GAIA_IQ03'],
		['title is empty', 'GAIA_IQ03'],
		['day in ("2026-01-01")', 'GAIA_IQ03'],
		['金額 like "1"', 'GAIA_IQ03'],
		['people = "sato"', 'GAIA_IQ03'],
		['files = "x"', 'GAIA_IQ03'],
		['items in ("x")', 'GAIA_IQ03'],
		['box like "x"', 'GAIA_IQ03'],
		['order by items', 'GAIA_IQ03'],
		['item = "x"', 'GAIA_IQ07'],
		['quantity != 1', 'GAIA_IQ07'],
		['item_kind = "Huge"', 'GAIA_IQ10'],
		['item_kind = "High"', 'GAIA_IQ07'],
		['quantity > 1 and item_day in ("2026-01-01", TODAY())', 'ok'],
		['items.item in ("x")', 'GAIA_IR02'],
		['title.item in ("x")', 'GAIA_IR02'],
		['customers.nothing in ("x")', 'GAIA_IQ11'],
		['customers.customer = "x"', 'GAIA_IQ07'],
		['customers.rank in ("C")', 'GAIA_IQ10'],
		['customers.customer in ("x")', 'ok'],
		['customers.$id = 1', 'ok'],
		['day = FROM_TODAY(1)', 'GAIA_IL08'],
		['day = FROM_TODAY()', 'GAIA_IL08'],
		['day = FROM_TODAY(1.5, DAYS)', 'GAIA_IL08'],
		['day = FROM_TODAY(1, DAYS, DAYS)', 'GAIA_IL08'],
		['day = FROM_TODAY(1, HOURS)', 'GAIA_IQ25'],
		['day = FROM_TODAY(1, constructor)', 'GAIA_IQ25'],
		['day = TODAY(1)', 'GAIA_IL08'],
		['day = THIS_YEAR(1)', 'GAIA_IL08'],
		['day = THIS_MONTH(0)', 'GAIA_IQ23'],
		['day = THIS_MONTH(32)', 'GAIA_IQ23'],
		['day = NEXT_MONTH(FIRST)', 'GAIA_IQ23'],
		['day = THIS_MONTH(1, 2)', 'GAIA_IL08'],
		['day = THIS_WEEK(FUNDAY)', 'GAIA_IL08'],
		['day = SOMEDAY()', 'CB_VA01'],
		['day = constructor()', 'CB_VA01'],
		['title = TODAY()', 'CB_VA01'],
		['at > NOW()', 'CB_VA01'],
		['teams in (LOGINUSER())', 'CB_VA01'],
		['people in (PRIMARY_ORGANIZATION())', 'CB_VA01'],
		['people in (LOGINUSER(1))', 'GAIA_IL08'],
		['day > FROM_TODAY(-99999999999999999999, YEARS)', 'ok'],
	])('%s: %s', (text, code) => expect(codeOf(text)).toBe(code));

	test('a missing app behind a list of related records', () =>
		expect(codeOf('customers.customer in ("x")', CONTEXT)).toBe('GAIA_AP01'));

	test('a condition that is ignored must be right all the same', () => {
		const nobody = { ...context, organizations: [] };
		expect(codeOf('nothing in (PRIMARY_ORGANIZATION())', nobody)).toBe('GAIA_IQ11');
		expect(codeOf('title in (PRIMARY_ORGANIZATION())', nobody)).toBe('CB_VA01');
		expect(codeOf('teams in (PRIMARY_ORGANIZATION())', nobody)).toBe('ok');
	});

	test('cursors take no limit and offset, conditions no order either', () => {
		const cursor: QueryContext = { ...context, mode: 'cursor' };
		const condition: QueryContext = { ...context, mode: 'condition' };
		expect(codeOf('title = "x" order by title', cursor)).toBe('ok');
		expect(codeOf('title = "x" limit 1', cursor)).toBe('CB_VA01');
		expect(codeOf('offset 0', cursor)).toBe('CB_VA01');
		expect(codeOf('title = "x"', condition)).toBe('ok');
		expect(codeOf('order by title', condition)).toBe('CB_VA01');
		expect(codeOf('limit 1', condition)).toBe('CB_VA01');
	});

	test('nothing but the service error, whatever fields, operators and values meet', () => {
		const field = fc.constantFrom('$id', 'customers.visits', 'items.item', ...fieldCodes());
		const value = fc.oneof(
			fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
			fc.double({ noNaN: true }).map(String),
			fc.constantFrom('TODAY()', 'NOW()', 'FROM_TODAY(9999999, YEARS)', 'LAST_MONTH(31)'),
			fc.constantFrom(
				'LOGINUSER()',
				'PRIMARY_ORGANIZATION()',
				'"9999-12-31"',
				'"0000-01-01T00:00:00Z"',
			),
		);
		fc.assert(
			fc.property(field, fc.constantFrom(...OPERATORS), value, (code, operator, given) => {
				const written = operator.endsWith('in')
					? `(${given})`
					: operator.startsWith('is')
						? ''
						: given;
				codeOf(`${code} ${operator} ${written} order by ${code}`);
			}),
			{ numRuns: 2000 },
		);
	});
});

function fieldCodes(): string[] {
	return Object.values(FORM).flatMap(({ code, fields }) => [code, ...Object.keys(fields ?? {})]);
}
