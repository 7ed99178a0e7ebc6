import { PAGE, paginateRecords } from '../../../nodes/RecordPlatform/query/paginate';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { itemWith } from '../../support/item';

/** The queries by which a full app is read in an order: the first page, and what follows it. */
async function queries(order: string): Promise<string[]> {
	const asked: RequestSpec[] = [];
	const item = itemWith(
		{},
		{
			connection: { baseUrl: 'https://x', signIn: 'OAuth2' },
			request: async (spec: RequestSpec) => {
				asked.push(spec);
				const full = asked.length === 1;
				return await Promise.resolve({
					records: Array.from({ length: full ? PAGE : 0 }, (_, at) => ({
						$id: { type: '__ID__', value: String(/desc/i.test(order) ? 9000 - at : at + 1) },
					})),
				});
			},
		},
	);
	const { read } = await paginateRecords(
		{
			spec: { method: 'GET', path: '/k/v1/records.json', query: { app: '1' }, repeatable: true },
			query: { condition: '', order },
			fields: [],
			wanted: Infinity,
			totalCount: false,
		},
		item,
	);
	await read(() => undefined);
	return asked.map(({ query }) => String(query?.query));
}

describe('records are read by their IDs', () => {
	it.each([
		['$id', '$id asc'],
		['$id asc', '$id asc'],
		['$id desc', '$id desc'],
		['$id  DESC', '$id desc'],
		['$ID ASC', '$id asc'],
	])('where that alone is the order: %s', async (order, asked) => {
		const [first, second] = await queries(order);
		expect(first).toBe(`order by ${asked} limit ${PAGE}`);
		expect(second).toMatch(/^\$id [<>] \d+/);
	});

	it.each(['Amount asc, $id', 'Amount asc, $id desc', '$id desc, Amount asc', 'x$id', 'Amount'])(
		'and by pages where it is not: %s',
		async (order) => {
			const [first, second] = await queries(order);
			expect(first).toContain(`order by ${order} limit ${PAGE}`);
			expect(second).toContain(`order by ${order} limit ${PAGE} offset ${PAGE - 10}`);
		},
	);
});
