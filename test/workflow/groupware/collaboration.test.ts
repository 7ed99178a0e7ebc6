import type { IDataObject } from 'n8n-workflow';

import { first, makeScene, type Scene } from '../../support/groupware-scene';
import { useSandbox } from '../../support/sandbox';
import { type Cases, isOfSchedule, offered, testCases } from './cases';
import { byId, clientOf, jsonOf, runGroupware, users } from './world';

const sandbox = useSandbox();
const ids: Record<string, string> = {};

const twice =
	(item: () => IDataObject): (() => Promise<IDataObject[]>) =>
	async () =>
		await Promise.resolve([item(), item()]);
const fresh = (item: (scene: Scene) => IDataObject) => async () => [
	item(await makeScene(sandbox)),
	item(await makeScene(sandbox)),
];
const one = (name: string) => twice(() => ({ id: ids[name] }));

const NOWHERE = { id: '999999' };
const ID = '={{ $json.id }}';
const list = (parameters: IDataObject = {}) => ({ returnAll: false, limit: 2, ...parameters });
const limited = {
	parameters: list({ limit: '={{ $json.limit }}' }),
	good: async () => await Promise.resolve([{ limit: 1 }, { limit: 2 }]),
	bad: { limit: 0 },
	says: /"Limit" must be a whole number of at least 1/,
};
const unknown = /GRN_REST_API_00206/;
const noSpace = /GRN_SPACE_00001/;

let made = 0;
const newProxy = async () => {
	const code = `proxy-${(made += 1)}`;
	const { status } = await clientOf(sandbox).post('/system/api/admin/proxies', {
		proxyCode: code,
		method: 'GET',
		url: 'https://example.com/',
	});
	if (status !== 200) throw new Error(`The proxy was answered ${status}.`);
	return { code };
};
const twoProxies = async () => [await newProxy(), await newProxy()];

const cases: Cases = {
	'workflowRequest.getAllAsAdministrator': {
		parameters: list({ filters: { form: ID, status: ['IN_PROGRESS'] } }),
		good: one('form'),
		bad: { id: 'leave' },
		says: /"leave" is not a valid form ID/,
	},
	'workflowRequest.get': {
		parameters: { requestId: ID },
		good: one('ownRequest'),
		bad: NOWHERE,
		says: unknown,
	},
	'workflowFile.downloadAsAdministrator': {
		parameters: { fileId: ID },
		good: one('requestFile'),
		bad: NOWHERE,
		says: unknown,
	},
	'workflowForm.getAsAdministrator': {
		parameters: { formId: ID },
		good: one('form'),
		bad: NOWHERE,
		says: unknown,
	},
	'message.get': {
		parameters: { messageId: ID },
		good: one('message'),
		bad: NOWHERE,
		says: /GRN_MSSG_15003/,
	},
	'message.create': {
		parameters: { title: 'Shift', recipients: users('={{ $json.who }}') },
		good: async () => await Promise.resolve([{ who: 'sato' }, { who: 'ito, mori' }]),
		bad: { who: 'nobody' },
		says: /No user has the login name "nobody"/,
	},
	'message.getAllAsAdministrator': {
		parameters: list({ filters: { updatedFrom: '={{ $json.from }}', updatedTo: 'tomorrow' } }),
		good: async () => await Promise.resolve([{ from: '-7 days' }, { from: 'yesterday' }]),
		bad: { from: '2999-01-01' },
		says: /"Updated To" must be later than "Updated From"/,
	},
	'messageAttachment.getAllAsAdministrator': {
		parameters: list({ messageId: ID }),
		good: one('message'),
		bad: NOWHERE,
		says: /GRN_MSSG_15003/,
	},
	'messageAttachment.downloadAsAdministrator': {
		parameters: { fileId: ID },
		good: one('messageFile'),
		bad: NOWHERE,
		says: unknown,
	},
	'messageAttachment.deleteAsAdministrator': {
		parameters: { fileId: ID },
		good: fresh(({ messages }) => ({ id: first(first(messages).files) })),
		bad: NOWHERE,
		says: unknown,
	},
	'space.getAll': limited,
	'spaceDiscussion.getAll': {
		parameters: list({ spaceId: byId(ID) }),
		good: one('space'),
		bad: NOWHERE,
		says: noSpace,
	},
	'spaceDiscussion.create': {
		parameters: { spaceId: byId(ID), title: 'News' },
		good: one('space'),
		bad: NOWHERE,
		says: noSpace,
	},
	'spaceComment.create': {
		parameters: { spaceId: byId(ID), discussionId: byId('={{ $json.discussion }}'), body: 'Hi' },
		good: twice(() => ({ id: ids.space, discussion: ids.discussion })),
		bad: { id: 'team', discussion: '1' },
		says: /"team" is not a valid space ID/,
	},
	'spaceAttachment.getByDiscussionAsAdministrator': {
		parameters: list({ discussionId: ID }),
		good: one('discussion'),
		bad: NOWHERE,
		says: unknown,
	},
	'spaceAttachment.getBySpaceAsAdministrator': {
		parameters: list({ spaceId: byId(ID) }),
		good: one('space'),
		bad: NOWHERE,
		says: noSpace,
	},
	'spaceAttachment.downloadAsAdministrator': {
		parameters: { fileId: ID },
		good: one('spaceFile'),
		bad: NOWHERE,
		says: unknown,
	},
	'spaceAttachment.deleteAsAdministrator': {
		parameters: { fileId: ID },
		good: fresh(({ spaces }) => ({ id: first(first(first(spaces).discussions).files) })),
		bad: NOWHERE,
		says: unknown,
	},
	'bulletinCategory.getAll': {
		parameters: list({ parentId: ID }),
		good: twice(() => ({ id: '1' })),
		bad: NOWHERE,
		says: unknown,
	},
	'bulletinTopic.getAll': {
		parameters: list({ categoryId: byId(ID) }),
		good: one('category'),
		bad: { id: 'news' },
		says: /"news" is not a valid category ID/,
	},
	'bulletinTopic.get': {
		parameters: { topicId: ID },
		good: one('topic'),
		bad: NOWHERE,
		says: unknown,
	},
	'bulletinTopic.create': {
		parameters: { categoryId: byId(ID), subject: 'Opening hours', body: 'Until 17:00' },
		good: one('category'),
		bad: NOWHERE,
		says: unknown,
	},
	'bulletinTopic.update': {
		parameters: { topicId: ID, updateFields: { subject: 'Closed on Monday' } },
		good: fresh(({ topics }) => ({ id: first(topics).id })),
		bad: NOWHERE,
		says: unknown,
	},
	'bulletinTopic.delete': {
		parameters: { topicId: ID },
		good: fresh(({ topics }) => ({ id: first(topics).id })),
		bad: NOWHERE,
		says: unknown,
	},
	'bulletinDraft.get': {
		parameters: { topicId: ID },
		good: one('draft'),
		bad: NOWHERE,
		says: unknown,
	},
	'bulletinDraft.update': {
		parameters: { topicId: ID, updateFields: { publishUntil: '={{ $json.until }}' } },
		good: twice(() => ({ id: ids.draft, until: '2030-12-24' })),
		bad: { id: '1', until: '2030-02-30' },
		says: /"Publish Until" has a date that doesn.t exist/,
	},
	'bulletinDraft.delete': {
		parameters: { topicId: ID },
		good: fresh(({ topics }) => ({ id: String(topics[1]?.id) })),
		bad: NOWHERE,
		says: unknown,
	},
	'presence.get': {
		parameters: { userId: byId(ID) },
		good: one('user'),
		bad: NOWHERE,
		says: /GRN_/,
	},
	'presence.getByLoginName': {
		parameters: { loginName: '={{ $json.login }}' },
		good: twice(() => ({ login: 'sato' })),
		bad: { login: 'nobody' },
		says: /GRN_CMMN_00105/,
	},
	'presence.update': {
		parameters: { userId: byId(ID), updateFields: { notes: 'Back' } },
		good: one('user'),
		bad: NOWHERE,
		says: /GRN_/,
	},
	'presence.updateByLoginName': {
		parameters: {
			loginName: '={{ $json.login }}',
			updateFields: { status: '={{ $json.status }}' },
		},
		good: twice(() => ({ login: 'sato', status: 'attend' })),
		bad: { login: 'sato', status: 'asleep' },
		says: unknown,
	},
	'todo.get': { parameters: { todoId: ID }, good: one('todo'), bad: NOWHERE, says: unknown },
	'todo.create': {
		parameters: {
			subject: 'Call',
			additionalFields: { dueDate: '={{ $json.due }}', timeZone: 'Asia/Tokyo' },
		},
		good: async () => await Promise.resolve([{ due: '2026-12-01' }, { due: 'tomorrow 17:00' }]),
		bad: { due: '2026-13-01' },
		says: /"Due Date" has a date that doesn't exist/,
	},
	'todoCategory.getAll': limited,
	'notification.getAll': limited,
	'notification.create': {
		parameters: {
			app: 'sandbox',
			notificationKey: 'order',
			title: 'Order',
			url: '={{ $json.url }}',
			destinations: users('admin'),
		},
		good: twice(() => ({ url: 'https://example.com/1' })),
		bad: { url: 'https://elsewhere.example.org/1' },
		says: /GRN_REST_API_00226/,
	},
	'proxySetting.create': {
		parameters: { proxyCode: '={{ $json.code }}', url: '={{ $json.url }}' },
		good: async () =>
			await Promise.resolve(
				[1, 2].map(() => ({ code: `new-${(made += 1)}`, url: 'https://example.com/' })),
			),
		bad: { code: 'other', url: 'ftp://example.com/' },
		says: /"URL" is not a valid URL/,
	},
	'proxySetting.get': {
		parameters: { proxyCode: '={{ $json.code }}' },
		good: twoProxies,
		bad: { code: 'none' },
		says: unknown,
	},
	'proxySetting.update': {
		parameters: { proxyCode: '={{ $json.code }}', updateFields: { status: 'ACTIVE' } },
		good: twoProxies,
		bad: { code: 'none' },
		says: unknown,
	},
	'proxySetting.delete': {
		parameters: { proxyCode: '={{ $json.code }}' },
		good: twoProxies,
		bad: { code: 'none' },
		says: unknown,
	},
	'pluginSetting.get': {
		parameters: { pluginId: ID },
		good: twice(() => ({ id: '1' })),
		bad: NOWHERE,
		says: unknown,
	},
};

beforeAll(async () => {
	const scene = await makeScene(sandbox);
	const message = first(scene.messages);
	const space = first(scene.spaces);
	const discussion = first(space.discussions);
	const { body } = await clientOf(sandbox).get('/base/users', { name: 'sato' });
	const { requests } = (await sandbox.control('groupware', {
		requests: [{ form: 'Leave', name: 'Own', status: 'COMPLETED', applicant: 'admin' }],
	})) as Pick<Scene, 'requests'>;
	Object.assign(ids, {
		ownRequest: first(requests).id,
		category: first(scene.bulletinCategories).id,
		topic: first(scene.topics).id,
		draft: scene.topics[1]?.id,
		form: first(scene.forms).id,
		requestFile: first(first(scene.requests).files),
		message: message.id,
		messageFile: first(message.files),
		space: space.id,
		discussion: discussion.id,
		spaceFile: first(discussion.files),
		todo: first(scene.todos).id,
		user: String(first(body.users).id),
	});
});

it('knows every operation beside those of schedules and people', () => {
	const others = offered((row) => !isOfSchedule(row));
	expect(Object.keys(cases).sort()).toEqual(others.sort());
});

it('a proxy setting that is refused for its address does not repeat it: it may hold a secret', async () => {
	const url = 'api.example.com/?key=hidden-word';
	for (const [operation, parameters] of [
		['create', { proxyCode: 'fresh', url }],
		['update', { proxyCode: 'fresh', updateFields: { url } }],
	] as const) {
		const { error } = await runGroupware(sandbox, {
			resource: 'proxySetting',
			operation,
			parameters,
		});
		expect(error?.message).toBe('"URL" is not a valid URL [item 0]');
		expect(error).toHaveProperty('description', expect.not.stringContaining('hidden-word'));
	}
});

it('codes of new settings and facilities have no blanks around them, so that they are found', async () => {
	const made = async (resource: string, operation: string, parameters: IDataObject) =>
		jsonOf(await runGroupware(sandbox, { resource, operation, parameters }))[0] ?? {};
	const client = clientOf(sandbox);
	await made('proxySetting', 'create', { proxyCode: ' blank ', url: 'https://example.com/' });
	expect((await client.get('/system/api/admin/proxies/code/blank')).status).toBe(200);
	await made('proxySetting', 'delete', { proxyCode: ' blank ' });
	expect((await client.get('/system/api/admin/proxies/code/blank')).status).not.toBe(200);
	const { id } = await made('facility', 'create', { name: 'A', code: ' blank-room ' });
	const codes = async () => {
		const query = { 'id[]': String(id) };
		const { body } = await client.get('/schedule/admin/facilities', query);
		return body.facilities.map(({ code }) => code);
	};
	expect(await codes()).toEqual(['blank-room']);
	const updateFields = { name: 'A', code: ' other-room ' };
	await made('facility', 'update', { facilityId: byId(String(id)), updateFields });
	expect(await codes()).toEqual(['other-room']);
});

testCases(sandbox, cases);
