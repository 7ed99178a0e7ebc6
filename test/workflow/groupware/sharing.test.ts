import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { BinaryDataService } from 'n8n-core';
import { Container } from '@n8n/di';

import { methods } from '../../../nodes/Groupware/methods';
import { first, makeScene, type Scene } from '../../support/groupware-scene';
import { useSandbox } from '../../support/sandbox';
import { toyServer } from '../../support/toy';
import { byId, clientOf, editor, jsonOf, runGroupware, runnerOf, users } from './world';

const sandbox = useSandbox();
let scene: Scene;

beforeEach(async () => {
	await sandbox.reset();
	scene = await makeScene(sandbox);
});

const run = async (name: string, parameters: IDataObject, more: object = {}) => {
	const [resource = '', operation = ''] = name.split('.');
	return await runGroupware(sandbox, { resource, operation, parameters, ...more });
};
const get = async (path: string, login = 'admin') =>
	(await clientOf(sandbox, login).get(path)).body as unknown as IDataObject;

/** The bytes of a binary property, as the next node reads them. */
async function textOf({ binary }: INodeExecutionData, property: string): Promise<string> {
	const data = binary?.[property];
	if (data === undefined) throw new Error(`There is no ${property}.`);
	return (await Container.get(BinaryDataService).getAsBuffer(data)).toString('utf8');
}

describe('files', () => {
	it('come out as binary data with the name and kind that the service tells', async () => {
		const fileId = first(first(scene.requests).files);
		const { output } = await run('workflowFile.downloadAsAdministrator', { fileId });
		const item = first(output);
		expect(await textOf(item, 'data')).toBe('some text');
		expect(item.binary?.data).toMatchObject({ fileName: 'proof.txt', mimeType: 'text/plain' });
		expect(item.json).toEqual({
			id: fileId,
			name: 'proof.txt',
			contentType: 'text/plain',
			size: '9',
		});
	});

	it('are gone after they were deleted', async () => {
		const messageId = first(scene.messages).id;
		const list = async () =>
			jsonOf(await run('messageAttachment.getAllAsAdministrator', { messageId })).map(
				({ name }) => name,
			);
		expect(await list()).toEqual(['a.txt', 'b.txt']);
		const fileId = first(first(scene.messages).files);
		expect(jsonOf(await run('messageAttachment.deleteAsAdministrator', { fileId }))).toEqual([
			{ deleted: true, id: fileId },
		]);
		expect(await list()).toEqual(['b.txt']);
	});
});

it('messages of the second of a limit come once, whether or not the service counts the limit in', async () => {
	const all = jsonOf(await run('message.getAllAsAdministrator', { returnAll: true }));
	const last = Math.max(...all.map(({ updatedAt }) => Date.parse(String(updatedAt))));
	const since = async (at: number) => {
		await sandbox.forget();
		const filters = { updatedFrom: new Date(at).toISOString() };
		const rows = await run('message.getAllAsAdministrator', { returnAll: true, filters });
		const [{ path } = { path: '' }] = await sandbox.requests();
		const from = new URL(path, sandbox.url).searchParams.get('rangeStart');
		expect(Date.parse(String(from))).toBe(at - 1000);
		return jsonOf(rows).length;
	};
	expect(await since(last)).toBeGreaterThan(0);
	expect(await since(last + 1000)).toBe(0);
});

it('notifications that look alike are told apart where others of them are read meanwhile', async () => {
	const alike = (count: number) =>
		Array.from({ length: count }, (_, at) => ({
			title: 'New message',
			url: `https://example.com/${at}`,
			createdAt: '2026-11-02T01:00:00Z',
		}));
	let rows = alike(1500);
	const server = await toyServer(({ url }) => {
		const { searchParams } = new URL(url, 'http://x');
		const [offset, limit] = ['offset', 'limit'].map((key) => Number(searchParams.get(key)));
		const wanted = searchParams.get('fields')?.split(',') ?? ['title', 'url', 'createdAt'];
		const page = rows.slice(offset, Number(offset) + Number(limit));
		const hasNext = Number(offset) + Number(limit) < rows.length;
		// The first ones are read in the service after the first page was sent.
		if (offset === 0) rows = rows.slice(50);
		const items = page.map((row) =>
			Object.fromEntries(Object.entries(row).filter(([key]) => wanted.includes(key))),
		);
		return { json: { items, hasNext } };
	});
	try {
		const { output } = await runGroupware(sandbox, {
			resource: 'notification',
			operation: 'getAll',
			parameters: { returnAll: true, options: { fields: ['title'] } },
			account: { baseUrl: server.url },
		});
		expect(output.map(({ json }) => json)).toEqual(alike(1500).map(({ title }) => ({ title })));
	} finally {
		await server.close();
	}
});

describe('workflow requests', () => {
	it('come with the values of their items by code', async () => {
		const [request] = jsonOf(
			await run('workflowRequest.getAllAsAdministrator', { simplify: true }),
		);
		expect(request).toMatchObject({
			name: 'Two days off',
			status: 'IN_PROGRESS',
			form: 'Leave',
			items: { days: '2', proof: [{ name: 'proof.txt' }] },
			waitsFor: ['Daichi Ito'],
		});
	});

	it('are found by state and by the time of their approval', async () => {
		const found = async (filters: IDataObject) =>
			jsonOf(
				await run('workflowRequest.getAllAsAdministrator', {
					filters: { timeZone: 'Asia/Tokyo', ...filters },
				}),
			).length;
		expect(await found({ status: ['IN_PROGRESS', 'COMPLETED'] })).toBe(1);
		expect(await found({ status: ['COMPLETED'] })).toBe(0);
		expect(await found({ approvedFrom: '2026-11-02', approvedTo: '2026-11-02' })).toBe(1);
		expect(await found({ approvedFrom: '2026-11-02 10:01' })).toBe(0);
		expect(await found({ approvedTo: '2026-11-01' })).toBe(0);
	});

	it('of the second of a limit come once, whether or not the service counts the limit in', async () => {
		const found = async (filters: IDataObject, options: IDataObject = {}, simplify = true) => {
			await sandbox.forget();
			const rows = await run('workflowRequest.getAllAsAdministrator', {
				filters: { timeZone: 'Asia/Tokyo', ...filters },
				...{ options, simplify },
			});
			const [{ path } = { path: '' }] = await sandbox.requests();
			const { searchParams } = new URL(path, sandbox.url);
			return { rows: jsonOf(rows), from: searchParams.get('rangeStartApprovedAt') };
		};
		// It was approved at 10:00:00.
		const name = 'Two days off';
		const fields = ['name'];
		for (const simplify of [true, false]) {
			const at = { approvedFrom: '2026-11-02 10:00:00' };
			expect(await found(at, { fields }, simplify)).toEqual({
				rows: [{ name }],
				from: '2026-11-02T09:59:59+09:00',
			});
			expect((await found(at, {}, simplify)).rows).toEqual([expect.objectContaining({ name })]);
			const later = { approvedFrom: '2026-11-02 10:00:01' };
			expect((await found(later, { fields }, simplify)).rows).toEqual([]);
			expect((await found(later, {}, simplify)).rows).toEqual([]);
		}
	});

	it('come newest first, or in the chosen order', async () => {
		const newest = { name: 'The newest', status: 'COMPLETED', applicant: 'sato', items: {} };
		const form = Number(first(scene.forms).id);
		await sandbox.control('groupware', { requests: [{ form, ...newest }] });
		const names = async (parameters: IDataObject) =>
			jsonOf(await run('workflowRequest.getAllAsAdministrator', parameters)).map(
				({ name }) => name,
			);
		expect(await names({})).toEqual(['The newest', 'Two days off']);
		expect(await names({ sort: 'createdAt asc' })).toEqual(['Two days off', 'The newest']);
	});
});

describe('messages', () => {
	it('go to people who are named in any way', async () => {
		const ito = String(
			first((await clientOf(sandbox).get('/base/users', { name: 'ito' })).body.users).id,
		);
		const [made] = jsonOf(
			await run('message.create', {
				title: 'Shift',
				body: 'Monday',
				recipients: {
					rows: [
						{ kind: 'user', user: byId(ito) },
						{ kind: 'codes', codes: 'sato, ito' },
					],
				},
			}),
		);
		const sent = await get(`/message/messages/${String(made?.id)}`, 'ito');
		expect(sent).toMatchObject({
			title: 'Shift',
			body: 'Monday',
			isDraft: false,
			recipients: [{ code: 'ito' }, { code: 'sato' }],
		});
	});

	it.each([
		['a title that is too long', { title: 'x'.repeat(101) }, /"Title" is longer than 100/],
		['nobody to get it', { recipients: {} }, /has no recipient/],
		[
			'editors that were forgotten',
			{ additionalFields: { operatorType: 'SELECT_USERS' } },
			/"Editors" is empty/,
		],
	])('refuse %s before anything is sent', async (_what, over, says) => {
		await sandbox.forget();
		const parameters = { title: 'A', recipients: users('sato'), ...over };
		const { error } = await run('message.create', parameters);
		expect(error?.message).toMatch(says);
		expect(error?.message).toContain('[item 0]');
		const sent = (await sandbox.requests()).filter(({ method }) => method !== 'GET');
		expect(sent).toEqual([]);
	});
});

describe('spaces', () => {
	it('get discussions and comments, which may be empty', async () => {
		const spaceId = byId(first(scene.spaces).id);
		const [discussion] = jsonOf(
			await run('spaceDiscussion.create', {
				spaceId,
				title: 'News',
				body: '<b>Hi</b>',
				isHtmlBody: true,
			}),
		);
		const discussionId = byId(String(discussion?.id));
		expect(jsonOf(await run('spaceComment.create', { spaceId, discussionId }))).toMatchObject([
			{ body: '', discussionId: discussion?.id },
		]);
		expect(
			jsonOf(await run('spaceDiscussion.getAll', { spaceId, returnAll: true })),
		).toContainEqual(expect.objectContaining({ title: 'News', isHtmlBody: true }));
	});

	it('are chosen from a list, and so are their discussions', async () => {
		const { searchSpaces, searchDiscussions } = methods.listSearch;
		const context = await editor(sandbox);
		const spaces = await searchSpaces.call(context, 'tea');
		expect(spaces.results).toEqual([{ name: 'Team', value: first(scene.spaces).id }]);
		expect((await searchSpaces.call(context, 'none')).results).toEqual([]);
		expect((await searchDiscussions.call(context)).results).toEqual([]);
		context.getCurrentNodeParameter = () => spaces.results[0] as never;
		expect((await searchDiscussions.call(context)).results).toEqual([
			{ name: 'First', value: first(first(scene.spaces).discussions).id },
		]);
	});
});

it('an object is not written as text', async () => {
	const odd = '={{ $json.order }}';
	const spaceId = byId(first(scene.spaces).id);
	const notice = { app: 'sandbox', notificationKey: 'k', url: 'https://example.com', title: 'T' };
	const proxy = { proxyCode: 'odd', url: 'https://example.com' };
	const paths = [
		'/message/admin/messages',
		'/notification/items',
		`/space/${spaceId.value}/discussions`,
		'/presence/users/code/sato',
	];
	const all = async () => await Promise.all(paths.map(async (path) => await get(path)));
	const before = await all();
	for (const [name, parameters] of [
		['message.create', { title: odd, recipients: users('sato') }],
		['message.create', { title: 'T', body: odd, recipients: users('sato') }],
		['todo.create', { subject: odd }],
		['todo.create', { subject: 'T', additionalFields: { notes: odd } }],
		['spaceDiscussion.create', { spaceId, title: odd }],
		['notification.create', { ...notice, body: odd, destinations: users('admin') }],
		['presence.updateByLoginName', { loginName: 'sato', updateFields: { notes: odd } }],
		[
			'proxySetting.create',
			{ ...proxy, additionalFields: { headers: { rows: [{ key: 'X-Key', value: odd }] } } },
		],
	] as const) {
		const { error } = await run(name, parameters, { items: [{ order: { id: 17 } }] });
		expect(error?.message).toContain('is an object, not text');
	}
	expect(await all()).toEqual(before);
});

describe('presence', () => {
	const own = '/presence/users/code/sato';
	const update = async (parameters: IDataObject) =>
		await run('presence.updateByLoginName', { loginName: 'sato', ...parameters });

	it('keeps what was not chosen', async () => {
		jsonOf(await update({ status: 'attend', updateFields: { notes: 'Desk 4' } }));
		jsonOf(await update({ updateFields: { notes: 'Desk 5' } }));
		expect(await get(own)).toMatchObject({ status: { code: 'attend' }, notes: 'Desk 5' });
		jsonOf(await update({ status: '' }));
		expect(await get(own)).toMatchObject({ status: { code: '' }, notes: 'Desk 5' });
		jsonOf(await update({ updateFields: { notes: '' } }));
		expect(await get(own)).toMatchObject({ status: { code: '' }, notes: '' });
	});

	it('takes the statuses of the administrator', async () => {
		await sandbox.control('groupware', {
			presenceStatuses: [{ code: 'remote', name: 'Working remotely' }],
		});
		jsonOf(await update({ status: 'other', statusCode: 'remote' }));
		expect(await get(own)).toMatchObject({ status: { code: 'remote' } });
		jsonOf(await update({ status: 'attend' }));
		jsonOf(await update({ status: '={{ "remote" }}' }));
		expect(await get(own)).toMatchObject({ status: { code: 'remote' } });
	});

	it.each([
		[{}, /There are no changes to make/],
		[{ status: '={{ undefined }}' }, /There are no changes to make/],
		[{ status: 'other' }, /"Other Status" is empty/],
	])('refuses %j before anything is sent', async (parameters, says) => {
		await sandbox.forget();
		expect((await update(parameters)).error?.message).toMatch(says);
		expect(await sandbox.requests()).toEqual([]);
	});

	it('does not take a step of an address for a login name', async () => {
		const { error } = await run('presence.getByLoginName', { loginName: '..' });
		expect(error?.message).toContain('"Login Name" is not valid: ".."');
	});
});

describe('to-dos', () => {
	it('have a due date in the chosen zone, and IDs as text', async () => {
		const category = first(scene.todoCategories).id;
		const [made] = jsonOf(
			await run('todo.create', {
				subject: 'Call',
				additionalFields: {
					category: byId(category),
					dueDate: '2026-12-01T17:00:00',
					priority: 3,
					timeZone: 'Asia/Tokyo',
				},
			}),
		);
		expect(made).toMatchObject({ id: expect.stringMatching(/^\d+$/), category, priority: 3 });
		expect(Date.parse(String(made?.dueDate))).toBe(Date.parse('2026-12-01T17:00:00+09:00'));
		expect(jsonOf(await run('todo.get', { todoId: made?.id as string }))).toEqual([made]);
	});

	it('refuse a priority that is none', async () => {
		const additionalFields = { priority: '={{ "high" }}' };
		const { error } = await run('todo.create', { subject: 'Call', additionalFields });
		expect(error?.message).toContain('"high" is not a valid value for "Priority"');
	});
});

describe('notifications', () => {
	const notice = {
		app: 'sandbox',
		notificationKey: 'order-17',
		title: 'Order 17',
		url: 'https://example.com/17',
		destinations: users('sato'),
	};

	it('are added, changed and removed by their key', async () => {
		for (const change of ['add', 'modify', 'remove']) {
			const title = `Order 17: ${change}`;
			const [sent] = jsonOf(await run('notification.create', { ...notice, change, title }));
			expect(sent).toMatchObject({ operation: change, notificationKey: 'order-17' });
			const { items } = await get('/notification/items', 'sato');
			expect(items).toContainEqual(expect.objectContaining({ title, operation: change }));
		}
	});
});

describe('proxy settings', () => {
	const pairs = (key: string, value: string) => ({ rows: [{ key, value }] });
	const create = async () =>
		jsonOf(
			await run('proxySetting.create', {
				proxyCode: 'weather',
				method: 'POST',
				url: 'https://example.com/weather',
				options: { showValues: true },
				additionalFields: {
					headers: pairs('X-Key', 'confidential'),
					parameters: pairs('unit', 'C'),
					status: 'ACTIVE',
				},
			}),
		);
	const update = async (updateFields: IDataObject) =>
		jsonOf(await run('proxySetting.update', { proxyCode: 'weather', updateFields }));
	const stored = async () => await get('/system/api/admin/proxies/code/weather');

	it('keep what was not named, their status too', async () => {
		const [made] = await create();
		await update({ url: 'https://example.com/2' });
		expect(await stored()).toEqual({ ...made, url: 'https://example.com/2' });
		await update({ headers: pairs('X-Key', 'other') });
		await update({ parameters: {} });
		expect(await stored()).toEqual({
			...made,
			url: 'https://example.com/2',
			headers: [{ key: 'X-Key', value: 'other' }],
			parameters: [],
		});
	});

	it('are not changed where a value has no key, and the value is not repeated', async () => {
		const [made] = await create();
		const rows = [
			{ key: 'X-Key', value: 'other' },
			{ key: '', value: 'hidden' },
		];
		const parameters = { proxyCode: 'weather', updateFields: { headers: { rows } } };
		const outcome = await run('proxySetting.update', parameters);
		expect(outcome.error?.message).toContain('has a value, but no key');
		expect(String(outcome.error?.message)).not.toContain('hidden');
		expect(await stored()).toEqual(made);
	});

	it('keep a value that is left empty, and store nothing in the place of one that is not there', async () => {
		const [made] = await create();
		await update({
			headers: {
				rows: [
					{ key: 'x-key', value: '' },
					{ key: 'X-New', value: '1' },
				],
			},
		});
		expect((await stored()).headers).toEqual([
			{ key: 'x-key', value: 'confidential' },
			{ key: 'X-New', value: '1' },
		]);
		const updateFields = { parameters: pairs('Unit', '') };
		const { error } = await run('proxySetting.update', { proxyCode: 'weather', updateFields });
		expect(error?.message).toContain('"Unit" has no value to keep');
		expect((await stored()).parameters).toEqual(made?.parameters);
	});
});

describe('editors that have no effect', () => {
	const hint = '"Editors" has an effect only if "Who Can Edit" is Selected Users';
	const only = { operators: users('ito'), operatorType: 'ONLY_SENDER' };
	const said = ({ hints }: { hints: unknown }) => JSON.stringify(hints).replaceAll('\\"', '"');

	it('have a hint', async () => {
		const { run } = runnerOf(sandbox);
		const { bulletinCategories } = (await sandbox.control('groupware', {
			bulletinCategories: [{ name: 'News' }],
		})) as { bulletinCategories: Array<{ id: string }> };
		const topic = {
			...{ categoryId: byId(String(bulletinCategories[0]?.id)), subject: 'Hours', body: 'x' },
		};
		const made = await run('bulletinTopic.create', { ...topic, additionalFields: only });
		expect(said(made)).toContain(hint);
		const topicId = String(made.output[0]?.json.id);
		const { body } = await clientOf(sandbox).get(`/bulletin/topics/${topicId}`);
		expect(body).toMatchObject({ operatorType: 'ONLY_SENDER', operators: [] });
		expect(said(await run('bulletinTopic.update', { topicId, updateFields: only }))).toContain(
			hint,
		);
		const message = { title: 'Shift', body: 'x', recipients: users('sato') };
		expect(said(await run('message.create', { ...message, additionalFields: only }))).toContain(
			hint,
		);
		const selected = { ...only, operatorType: 'SELECT_USERS' };
		const heard = await run('message.create', { ...message, additionalFields: selected });
		expect(said(heard)).not.toContain(hint);
	});
});
