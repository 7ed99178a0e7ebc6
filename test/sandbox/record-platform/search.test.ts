import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { Api, cells, passwordOf, useApi } from './api';

/** The full-text search, asked by the official client as its types describe it. */

type Asked = Parameters<KintoneRestAPIClient['search']>[0];

const { sandbox, api } = useApi();
let app: string;
let other: string;
let space: string;
let thread: string;

const searchAs = (username: string, guestSpaceId?: string) => {
	const client = new KintoneRestAPIClient({
		baseUrl: sandbox.url,
		auth: { username, password: username },
		...(guestSpaceId !== undefined && { guestSpaceId }),
	});
	return (asked: Asked) => client.search(asked);
};
const words = (...keywords: string[]): Asked['query'] => [{ operator: 'AND', keywords }];
const kinds = async (asked: Asked, login = 'admin') =>
	(await searchAs(login)(asked)).hits.map(({ type }) => type).sort();

beforeAll(async () => {
	app = await api.makeApp({
		title: { type: 'SINGLE_LINE_TEXT', label: 'Title' },
		notes: { type: 'MULTI_LINE_TEXT', label: 'Notes' },
		files: { type: 'FILE' },
		table: { type: 'SUBTABLE', fields: { cell: { type: 'SINGLE_LINE_TEXT' } } },
	});
	const fileKey = await api.upload('x', 'walrus plan.txt');
	await api.create(
		app,
		cells({ title: 'The walrus', notes: 'First line\nwalrus again', files: [{ fileKey }] }),
	);
	await api.create(app, {
		title: { value: 'Another' },
		table: { value: [{ value: cells({ cell: 'penguin' }) }] },
	});
	await api.ok('POST', 'record/comment.json', { app, record: 2, comment: { text: 'A walrus!' } });
	other = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
	await api.create(other, cells({ text: 'walrus and penguin' }));
	space = (
		await api.ok<{ id: string }>('POST', 'template/space.json', {
			id: 1,
			name: 'The walrus space',
			isPrivate: true,
			members: [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }],
		})
	).id;
	thread = (
		await api.ok<{ id: string }>('POST', 'space/thread.json', { space, name: 'About a walrus' })
	).id;
	await api.ok('POST', 'space/thread/comment.json', {
		space,
		thread,
		comment: { text: 'Every walrus counts' },
	});
});

it('finds records, comments, files, spaces and threads by words', async () => {
	const { hits, nextPageToken } = await searchAs('admin')({ query: words('walrus') });
	expect(nextPageToken).toBeNull();
	expect(hits.map(({ type }) => type).sort()).toEqual([
		'ATTACHMENT',
		'RECORD',
		'RECORD',
		'RECORD_COMMENT',
		'SPACE',
		// The first thread of a space has the space's name.
		'THREAD',
		'THREAD',
		'THREAD_COMMENT',
	]);
	const admin = { code: 'admin', name: 'Alex Admin' };
	const record = {
		appId: app,
		appName: 'Test',
		recordId: '1',
		recordTitle: 'The walrus',
		createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
		creator: admin,
		matchedFields: [
			{ code: 'title', label: 'Title' },
			{ code: 'notes', label: 'Notes' },
		],
	};
	expect(hits).toContainEqual({
		type: 'RECORD',
		url: `${sandbox.url}/k/${app}/show#record=1`,
		snippets: ['The walrus', 'First line\nwalrus again'],
		record,
	});
	expect(hits).toContainEqual(
		expect.objectContaining({
			type: 'ATTACHMENT',
			attachment: {
				attachedTo: 'RECORD',
				fileKey: expect.any(String) as string,
				name: 'walrus plan.txt',
				createdAt: record.createdAt,
				creator: admin,
			},
			record: { ...record, matchedFields: [{ code: 'files', label: 'files' }] },
		}),
	);
	expect(hits).toContainEqual(
		expect.objectContaining({
			type: 'RECORD_COMMENT',
			url: `${sandbox.url}/k/${app}/show#record=2&comment=1`,
		}),
	);
	expect(hits).toContainEqual(
		expect.objectContaining({
			type: 'THREAD_COMMENT',
			threadComment: expect.objectContaining({
				spaceId: space,
				spaceName: 'The walrus space',
				threadId: thread,
				threadName: 'About a walrus',
			}) as object,
		}),
	);
});

it('finds only what the caller may see', async () => {
	expect(await kinds({ query: words('walrus') }, 'mori')).toEqual([
		'ATTACHMENT',
		'RECORD',
		'RECORD',
		'RECORD_COMMENT',
	]);
	const members = [{ entity: { type: 'USER', code: 'ito' }, isAdmin: true }];
	const { id } = await api.ok<{ id: string }>('POST', 'template/space.json', {
		id: 1,
		name: 'Guests of the narwhal',
		isGuest: true,
		members,
	});
	const asked = { query: words('narwhal') };
	expect((await searchAs('ito', id)(asked)).hits.map(({ type }) => type).sort()).toEqual([
		'SPACE',
		'THREAD',
	]);
	expect((await searchAs('ito')(asked)).hits).toEqual([]);
	await expect(searchAs('mori', id)(asked)).rejects.toMatchObject({ code: 'CB_NO02' });
	const joined = (login: string) => new Api(sandbox, passwordOf(login), '/k/guest/v1');
	const found = async (login: string) =>
		(await joined(login).ok<{ hits: Array<{ url: string }> }>('POST', 'search.json', asked)).hits;
	expect((await found('ito')).map(({ url }) => url)).toEqual(
		Array(2).fill(expect.stringContaining(`/k/guest/${id}/#/space/${id}`)),
	);
	expect(await found('mori')).toEqual([]);
	expect(await joined('ito').refusal('GET', `space.json?id=${id}`)).toBe('404 CB_NF01');
});
