import type { IDataObject } from 'n8n-workflow';

import { PAGE, walkRecords } from '../../../nodes/RecordPlatform/query/walk';
import type { Draft, Walk } from '../../../nodes/shared/catalogue';
import { Failed, Refusal } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

const draft: Draft = {
	method: 'GET',
	path: '/k/guest/5/v1/records.json',
	query: { app: '1' },
	repeatable: true,
};
const oAuth2 = itemWith({}, { connection: { baseUrl: '', signIn: 'OAuth2' } });

const walk = async (condition: string, order: string, more: object = {}, item = itemWith({})) =>
	await walkRecords(
		{
			draft,
			wanted: Infinity,
			fields: [],
			totalCount: false,
			...more,
			query: { condition, order, ...more },
		},
		item,
	);

/** The walk's requests when every page is full and the IDs go down from 10,000,000. */
function requests({ first, next }: Walk, pages: number): Array<IDataObject | undefined> {
	const asked = [first.query];
	for (let page = 1, request: Draft | undefined = first; request && page < pages; page++) {
		const ids = Array.from({ length: PAGE }, (_, index) => 10_000_000 - page * PAGE - index);
		const body = { records: ids.map((id) => ({ $id: { value: String(id) } })) };
		request = next({ request, body, rows: PAGE, total: page * PAGE });
		if (request) asked.push(request.query);
	}
	return asked;
}

it('goes by ID beyond the last record, with the condition in parentheses', async () => {
	const asked = requests(await walk('a = 1 or b = 1', ''), 2);
	expect(asked.map((query) => query?.query)).toEqual([
		'a = 1 or b = 1 order by $id desc limit 500',
		'(a = 1 or b = 1) and $id < 9999001 order by $id desc limit 500',
	]);
});

it.each([
	['', 'desc'],
	['$id', 'asc'],
	['$id asc', 'asc'],
	['$id DESC', 'desc'],
])('the order "%s" needs no cursor', async (order, direction) => {
	const { first } = await walk('', order);
	expect(first.query?.query).toBe(`order by $id ${direction} limit 500`);
});

it('asks for the ID that it goes by, and leaves it out where nobody asked for it', async () => {
	const { first, rows } = await walk('', '', { fields: ['a'] });
	expect(first.query?.fields).toEqual(['a', '$id']);
	expect(rows({ records: [{ a: { value: '1' }, $id: { value: '9' } }] })).toEqual([
		{ a: { value: '1' } },
	]);
});

it('never reads more than it is asked for', async () => {
	const small = await walk('', 'a', { wanted: 7 });
	expect(small.first.query?.query).toBe('order by a limit 7');
	const large = requests(await walk('', '', { wanted: 1200 }), 9);
	expect(large.map((query) => String(query?.query).match(/limit (\d+)/)?.[1])).toEqual([
		'500',
		'500',
		'200',
	]);
});

it('says where the offset ends when no cursor can be had', async () => {
	const asked = await walk('', 'a', {}, oAuth2);
	expect(() => requests(asked, 30)).toThrow(Refusal);
	expect(() => requests(asked, 30)).toThrow(/More than 10500 records/);
	expect(requests(asked, 20).at(-1)?.query).toBe('order by a limit 500 offset 9500');
});

describe('a cursor', () => {
	const opening = (answer: () => Promise<unknown>) => {
		const asked: Draft[] = [];
		const ask = async (request: Draft) => {
			asked.push(request);
			return await answer();
		};
		return { asked, item: itemWith({}, { ask }) };
	};

	it('lies in the space of the app, is read once a page, and is closed when it is left early', async () => {
		const { asked, item } = opening(
			async () => await Promise.resolve({ id: 'c', totalCount: '9' }),
		);
		const { first, next, close } = await walk('a = 1', 'b', { fields: ['a'] }, item);
		expect(asked).toEqual([
			{
				method: 'POST',
				path: '/k/guest/5/v1/records/cursor.json',
				body: { app: '1', size: 500, query: 'a = 1 order by b', fields: ['a'] },
				repeatable: false,
			},
		]);
		expect(first).toMatchObject({ method: 'GET', query: { id: 'c' }, repeatable: false });
		const page = (more: boolean) => ({ request: first, body: { next: more }, rows: 1, total: 1 });
		expect(next(page(true))).toBe(first);
		expect(next(page(false))).toBeUndefined();
		expect(close?.(undefined)).toMatchObject({ method: 'DELETE', query: { id: 'c' } });
		expect(close?.(page(true))).toMatchObject({ method: 'DELETE' });
		expect(close?.(page(false))).toBeUndefined();
	});

	const failing = (code: string) =>
		opening(async () => {
			throw new Failed({
				kind: 'reply',
				reach: 'refused',
				request: '',
				attempts: 1,
				explanation: { code, message: code },
			});
		});

	it('is done without where ten are open already', async () => {
		const { first } = await walk('', 'b', {}, failing('GAIA_TM12').item);
		expect(first.query?.query).toBe('order by b limit 500');
	});

	it('is not done without for any other reason', async () => {
		await expect(walk('', 'b', {}, failing('GAIA_IQ11').item)).rejects.toThrow('GAIA_IQ11');
	});
});
