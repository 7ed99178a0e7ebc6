import fc from 'fast-check';
import type { Condition } from '../../../../sandbox/record-platform/query/ast';
import { holds } from './naive';
import { printCondition } from './print';
import { comparisonWith, conditions, FIELDS, records } from './samples';
import { CONTEXT, Database, type StoredRecord } from './world';

let database: Database;

beforeAll(async () => {
	database = await Database.open();
});
afterAll(() => database.close());

const zones = fc.constantFrom('Asia/Tokyo', 'UTC', 'Pacific/Honolulu', 'Pacific/Apia');

const times = fc
	.constantFrom(
		'2026-04-24T22:51:30Z',
		'2026-04-26T03:00:00Z',
		'2026-03-31T12:00:00Z',
		'2026-05-31T23:30:00Z',
		'2025-12-31T20:00:00Z',
	)
	.map((instant) => new Date(instant));

async function agree(
	given: StoredRecord[],
	asked: Condition[],
	timeZone: string,
	now: Date,
): Promise<void> {
	await database.fill(given);
	const { login } = CONTEXT;
	const caller = { now, login, timeZone, organization: 'sales' };
	for (const condition of asked) {
		const text = printCondition(condition);
		const expected = given.filter((record) => holds(condition, record, FIELDS, caller));
		const found = await database.find(text, { ...CONTEXT, timeZone, now });
		const ids = expected.map(({ id }) => id).reverse();
		expect({ text, found }).toEqual({ text, found: ids });
	}
}

describe('the compiled SQL finds what a naive evaluation finds', () => {
	test.each(Object.keys(FIELDS))('%s with each of its operators', async (code) => {
		const asked = fc.array(comparisonWith(code), { minLength: 8, maxLength: 8 });
		await fc.assert(fc.asyncProperty(records, asked, zones, times, agree), { numRuns: 25 });
	});

	test('conditions with and, or, parentheses and tables', async () => {
		const asked = fc.array(conditions, { minLength: 6, maxLength: 6 });
		await fc.assert(fc.asyncProperty(records, asked, zones, times, agree), { numRuns: 120 });
	});
});
