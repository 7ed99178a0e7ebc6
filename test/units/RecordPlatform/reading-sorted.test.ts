import type { IDataObject } from 'n8n-workflow';

import { PAGE, paginateRecords } from '../../../nodes/RecordPlatform/reading/paginate';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { RequestError, InputError } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

const spec: RequestSpec = {
	method: 'GET',
	path: '/k/guest/5/v1/records.json',
	query: { app: '1' },
	repeatable: true,
};

/** A site with so many records; `fault` may refuse a call. After the first page, `added` records come first. */
function site(
	count: number,
	fault: (call: string, asked: RequestSpec[]) => string | undefined,
	added = 0,
) {
	const asked: RequestSpec[] = [];
	let read = 0;
	const rows = (from: number, limit: number) =>
		Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, index) => ({
			a: { type: 'NUMBER', value: String(from + index) },
			$id: { type: '__ID__', value: String(from + index + 1) },
		}));
	const ask = async (request: RequestSpec): Promise<unknown> => {
		asked.push(request);
		const code = fault(callOf(request), asked);
		if (code !== undefined) {
			throw new RequestError({
				kind: 'reply',
				outcome: 'refused',
				request: '',
				attempts: 1,
				explanation: { code, message: code },
			});
		}
		if (request.method === 'POST') return { id: 'c', totalCount: String(count) };
		if (request.method === 'DELETE') return {};
		if (request.path.endsWith('cursor.json')) {
			const records = rows(read, PAGE);
			read += PAGE;
			return { records, next: read < count };
		}
		const text = String(request.query?.query);
		const limit = Number(/limit (\d+)/.exec(text)?.[1]);
		const offset = Number(/offset (\d+)/.exec(text)?.[1] ?? 0);
		const shift = asked.length === 1 ? 0 : added;
		const records = rows(Math.max(0, offset - shift), limit);
		return { records, totalCount: request.query?.totalCount ? String(count) : null };
	};
	return {
		asked,
		request: async (request: RequestSpec) => await Promise.resolve(request).then(ask),
	};
}

const callOf = ({ method, path }: RequestSpec) => `${method} ${path.replace('/k/guest/5/v1/', '')}`;

async function readAll(
	count: number,
	more: {
		wanted?: number;
		offset?: number;
		totalCount?: boolean;
		oAuth2?: boolean;
		added?: number;
		order?: string;
		fault?: Parameters<typeof site>[1];
	} = {},
) {
	const { asked, request: ask } = site(count, more.fault ?? (() => undefined), more.added);
	const hints: string[] = [];
	const signIn = more.oAuth2 ? 'OAuth2' : 'password';
	const { read, wanted } = paginateRecords(
		{
			spec,
			wanted: more.wanted ?? Infinity,
			fields: ['a'],
			totalCount: more.totalCount ?? false,
			query: {
				condition: 'b = 1',
				order: more.order ?? 'a',
				...(more.offset !== undefined && { offset: more.offset }),
			},
		},
		itemWith(
			{},
			{
				request: ask,
				connection: { baseUrl: '', signIn },
				hint: (text: string) => void hints.push(text),
			},
		),
	);
	const rows: IDataObject[] = [];
	const problem = await read((page) => void rows.push(...page)).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	const values = rows.slice(0, wanted).map(({ a }) => Number((a as { value: string }).value));
	return { calls: asked.map(callOf), asked, values, rows, problem, hints };
}

const upTo = (end: number, start = 0) =>
	Array.from({ length: end - start }, (_, index) => start + index);
const PAGES = 'GET records.json';
const [OPEN, READ, CLOSE] = ['POST', 'GET', 'DELETE'].map(
	(method) => `${method} records/cursor.json`,
) as [string, string, string];

it('takes one request where all fits on a page', async () => {
	const { calls, values } = await readAll(499);
	expect(calls).toEqual([PAGES]);
	expect(values).toEqual(upTo(499));
});

it('takes a cursor for the second page too, because pages by offset lose what moves', async () => {
	const { calls, values } = await readAll(5000, { wanted: 800 });
	expect(calls).toEqual([PAGES, OPEN, READ, READ, CLOSE]);
	expect(values).toEqual(upTo(800));
});

it('opens a cursor in the space of the app for more than a page, and reads it to its end', async () => {
	const { calls, asked, values } = await readAll(12_000);
	expect(calls).toEqual([PAGES, OPEN, ...Array.from({ length: 24 }, () => READ)]);
	expect(asked[1]).toEqual({
		method: 'POST',
		path: '/k/guest/5/v1/records/cursor.json',
		body: { app: '1', size: 500, query: 'b = 1 order by a', fields: ['a'] },
		repeatable: false,
		reads: true,
		notAgainOn: ['GAIA_TM12'],
		afterCancel: true,
	});
	expect(asked[2]).toMatchObject({ query: { id: 'c' }, repeatable: false });
	expect(values).toEqual(upTo(12_000));
});

it('closes the cursor at the limit', async () => {
	const { calls, asked, values } = await readAll(5000, { wanted: 1001 });
	expect(calls).toEqual([PAGES, OPEN, READ, READ, READ, CLOSE]);
	expect(asked.at(-1)).toMatchObject({ query: { id: 'c' }, repeatable: true, afterCancel: true });
	expect(values).toEqual(upTo(1001));
});

it('closes the cursor after a failure, and tells that failure even where closing fails too', async () => {
	const { calls, problem } = await readAll(5000, {
		fault: (call, asked) =>
			call === CLOSE ? 'CLOSING' : call === READ && asked.length > 3 ? 'READING' : undefined,
	});
	expect(calls).toEqual([PAGES, OPEN, READ, READ, CLOSE]);
	expect((problem as Error).message).toContain('READING');
});

it.each(['a asc, $id', '$id desc, a asc', 'x$id'])(
	'is not by ID where the ID is not the whole order: %s',
	async (order) => {
		const { asked } = await readAll(600, { oAuth2: true, order });
		expect(asked[1]?.query?.query).toBe(`b = 1 order by ${order} limit 500 offset 490`);
	},
);

it('goes on by pages where ten cursors are open already', async () => {
	const fault = (call: string) => (call === OPEN ? 'GAIA_TM12' : undefined);
	const { calls, values } = await readAll(1700, { fault });
	expect(calls).toEqual([PAGES, OPEN, PAGES, PAGES, PAGES]);
	expect(values).toEqual(upTo(1700));
	const { problem } = await readAll(11_000, { fault });
	expect((problem as InputError).advice).toContain('one of the ten open cursors expires');
});

it('does not go on where a cursor is refused for any other reason', async () => {
	const { problem } = await readAll(1700, {
		fault: (call) => (call === OPEN ? 'GAIA_IQ11' : undefined),
	});
	expect((problem as Error).message).toContain('GAIA_IQ11');
});

it('reads by pages with OAuth2, and says where the offset ends', async () => {
	const all = await readAll(10_500 - 1, { oAuth2: true });
	expect(new Set(all.calls)).toEqual(new Set([PAGES]));
	expect(all.values).toEqual(upTo(10_499));
	const { problem } = await readAll(11_000, { oAuth2: true });
	expect(problem).toBeInstanceOf(InputError);
	expect((problem as Error).message).toMatch(/More than 10500 records/);
});

it('gives a record once that moves to the next page, and all that were wanted', async () => {
	const all = await readAll(1200, { oAuth2: true, added: 1 });
	expect(all.values).toEqual(upTo(1200));
	expect(all.rows).toHaveLength(1200);
	const some = await readAll(1200, { oAuth2: true, added: 1, wanted: 800 });
	expect(some.values).toEqual(upTo(800));
	expect(some.calls).toEqual([PAGES, PAGES, PAGES]);
});

it.each([1, 10, 500])(
	'gives each record that stays where %i others were deleted',
	async (deleted) => {
		expect((await readAll(3000, { oAuth2: true, added: -deleted })).values).toEqual(upTo(3000));
	},
);

it('tells that pages by offset may lack records, where there are several', async () => {
	const told = [
		'Records that changed during the run may be missing. Sort by $id to get all records reliably',
	];
	expect((await readAll(501, { oAuth2: true })).hints).toEqual(told);
	expect((await readAll(501)).hints).toEqual([]);
	expect((await readAll(499, { oAuth2: true })).hints).toEqual([]);
	expect((await readAll(900, { oAuth2: true, wanted: 500 })).hints).toEqual([]);
});

it('leaves out as many as the offset says, with a cursor too', async () => {
	const few = await readAll(620, { offset: 600 });
	expect(few.values).toEqual(upTo(620, 600));
	expect(few.calls).toEqual([PAGES]);
	expect((await readAll(12_000, { offset: 9900, wanted: 800 })).values).toEqual(upTo(10_700, 9900));
	const many = await readAll(3000, { offset: 620 });
	expect(many.values).toEqual(upTo(3000, 620));
	expect(many.calls).toEqual([PAGES, OPEN, ...Array.from({ length: 6 }, () => READ)]);
});

it('tells the total on each record, from whatever counted it', async () => {
	for (const count of [3, 1200]) {
		const { rows } = await readAll(count, { totalCount: true });
		expect(new Set(rows.map((row) => (row.$totalCount as { value: string }).value))).toEqual(
			new Set([String(count)]),
		);
	}
});
