import { first, makeScene, type Scene } from '../../support/groupware-scene';
import type { TestSandbox } from '../../support/sandbox';
import { type Client, firstOf } from '../../sandbox/groupware/client';
import { byId, type Examples, withFile } from './example';

/** Makes what people share beside the schedule and gives the examples. */
export async function collaborationExamples(
	sandbox: Pick<TestSandbox, 'control'>,
	admin: Client,
): Promise<Examples> {
	const scene = await makeScene(sandbox);
	const form = first(scene.forms).id;
	const request = first(scene.requests);
	const message = first(scene.messages);
	const space = first(scene.spaces);
	const discussion = first(space.discussions);
	const { body } = await admin.get('/base/users', { name: 'sato' });
	const userId = byId(String(firstOf(body.users).id));
	const people = {
		rows: [
			{ kind: 'user', user: userId },
			{ kind: 'codes', codes: 'ito, mori' },
		],
	};
	const pages = [{ returnAll: false, limit: 5 }, { returnAll: true }];
	const range = { timeZone: 'Asia/Tokyo' };
	const download = { binaryPropertyName: 'file', options: { fileName: 'other.txt' } };
	const messageFile = async () => {
		const { messages } = await makeScene(sandbox);
		return { fileId: first(first(messages).files) };
	};
	const spaceFile = async () => {
		const { spaces } = await makeScene(sandbox);
		return { fileId: first(first(first(spaces).discussions).files) };
	};
	const post = (words: object) => ({ ...words, body: '<p>Hi</p>', isHtmlBody: true });
	const category = byId(first(scene.bulletinCategories).id);
	const topicFields = {
		allowComments: false,
		manuallySender: 'The board',
		operators: { rows: [{ kind: 'codes', codes: 'ito' }] },
		operatorType: 'SELECT_USERS',
		publishFrom: '2026-12-01',
		publishUntil: '2026-12-24 12:00',
		timeZone: 'Asia/Tokyo',
	};
	const newTopicText = { ...topicFields, subject: 'Other', body: '<p>Hi</p>', isHtmlBody: true };
	/** Of a topic (0) or a draft (1) of its own, each time. */
	const ofTopic = async (which: 0 | 1, little?: object, everything?: object) => {
		const newId = async () => String((await makeScene(sandbox)).topics[which]?.id);
		return {
			minimal: { topicId: await newId(), ...(little && { updateFields: little }) },
			full: [{ topicId: await newId(), ...(everything && { updateFields: everything }) }],
		};
	};
	const notice = {
		app: 'sandbox',
		notificationKey: 'order-17',
		title: 'Order 17',
		url: 'https://example.com/17',
		destinations: people,
	};
	await admin.patch('/presence/users/code/sato', { status: { code: 'attend' }, notes: 'Back' });
	const always = (example: { minimal: object; full: object[] }) => async () =>
		await Promise.resolve(example as Awaited<ReturnType<Examples[string]>>);

	return {
		'workflowRequest.getAllAsAdministrator': always({
			minimal: {},
			full: [...pages, { filters: { approvedPeriod: 'lastMonth' } }].map((page) => ({
				sort: 'createdAt desc',
				simplify: false,
				filters: {
					...range,
					approvedFrom: '2026-11-01',
					approvedTo: '2026-11-30',
					form,
					status: ['IN_PROGRESS', 'COMPLETED'],
				},
				options: { fields: ['id', 'items'] },
				...page,
			})),
		}),
		'workflowRequest.get': async () => {
			const { requests } = (await sandbox.control('groupware', {
				requests: [
					{ form: Number(form), name: 'Own', status: 'COMPLETED', applicant: 'admin', items: {} },
				],
			})) as Pick<Scene, 'requests'>;
			const requestId = first(requests).id;
			return { minimal: { requestId }, full: [{ requestId: Number(requestId), simplify: false }] };
		},
		'workflowFile.downloadAsAdministrator': always({
			minimal: { fileId: first(request.files) },
			full: [{ fileId: first(request.files), ...download }],
		}),
		'workflowForm.getAsAdministrator': always({
			minimal: { formId: form },
			full: [{ formId: Number(form) }],
		}),
		'message.get': always({
			minimal: { messageId: message.id },
			full: [{ messageId: message.id, simplify: false }],
		}),
		'message.create': always({
			minimal: { title: 'Shift', recipients: people },
			full: [
				{
					title: 'Shift',
					body: '<p>Who comes?</p>',
					recipients: people,
					simplify: false,
					additionalFields: {
						acknowledgement: true,
						isDraft: true,
						isHtmlBody: true,
						operatorType: 'SELECT_USERS',
						operators: { rows: [{ kind: 'codes', codes: 'ito' }] },
					},
				},
			],
		}),
		'message.getAllAsAdministrator': always({
			minimal: {},
			full: [...pages, { filters: { ...range, updatedPeriod: 'thisMonth' } }].map((page) => ({
				filters: { ...range, updatedFrom: '-7 days', updatedTo: 'tomorrow' },
				...page,
			})),
		}),
		'messageAttachment.getAllAsAdministrator': always({
			minimal: { messageId: message.id },
			full: pages.map((page) => ({ ...page, messageId: message.id })),
		}),
		'messageAttachment.downloadAsAdministrator': async () => {
			const file = await messageFile();
			return { minimal: file, full: [{ ...file, ...download }] };
		},
		'messageAttachment.deleteAsAdministrator': async () => {
			const file = await messageFile();
			return { minimal: file, full: [file] };
		},
		'space.getAll': always({ minimal: {}, full: pages }),
		'spaceDiscussion.getAll': always({
			minimal: { spaceId: byId(space.id) },
			full: pages.map((page) => ({ ...page, spaceId: byId(space.id) })),
		}),
		'spaceDiscussion.create': always({
			minimal: { spaceId: byId(space.id), title: 'Second' },
			full: [post({ spaceId: byId(space.id), title: 'Third' })],
		}),
		'spaceComment.create': always({
			minimal: { spaceId: byId(space.id), discussionId: byId(discussion.id) },
			full: [post({ spaceId: byId(space.id), discussionId: byId(discussion.id) })],
		}),
		'spaceAttachment.getByDiscussionAsAdministrator': always({
			minimal: { discussionId: discussion.id },
			full: pages.map((page) => ({ ...page, discussionId: discussion.id })),
		}),
		'spaceAttachment.getBySpaceAsAdministrator': always({
			minimal: { spaceId: byId(space.id) },
			full: pages.map((page) => ({ ...page, spaceId: byId(space.id) })),
		}),
		'spaceAttachment.downloadAsAdministrator': async () => {
			const file = await spaceFile();
			return { minimal: file, full: [{ ...file, ...download }] };
		},
		'spaceAttachment.deleteAsAdministrator': async () => {
			const file = await spaceFile();
			return { minimal: file, full: [file] };
		},
		'bulletinCategory.getAll': always({
			minimal: {},
			full: pages.map((page) => ({ ...page, parentId: '1' })),
		}),
		'bulletinTopic.getAll': always({
			minimal: { categoryId: category },
			full: pages.map((page) => ({ ...page, categoryId: category })),
		}),
		'bulletinTopic.get': async () => await ofTopic(0),
		'bulletinTopic.create': async () => ({
			minimal: { categoryId: category, subject: 'News' },
			full: [
				{
					categoryId: category,
					subject: 'News',
					body: '<p>Hi</p>',
					additionalFields: {
						...topicFields,
						acknowledgement: true,
						attachments: 'data',
						isDraft: true,
						isHtmlBody: true,
					},
				},
			],
			input: withFile('data', 'text', 'note.txt'),
		}),
		'bulletinTopic.update': async () =>
			await ofTopic(0, { subject: 'Other' }, { ...newTopicText, isNotified: true }),
		'bulletinTopic.delete': async () => await ofTopic(0),
		'bulletinDraft.get': async () => await ofTopic(1),
		'bulletinDraft.update': async () =>
			await ofTopic(
				1,
				{ subject: 'Other' },
				{ ...newTopicText, acknowledgement: true, publish: true },
			),
		'bulletinDraft.delete': async () => await ofTopic(1),
		'presence.get': always({ minimal: { userId }, full: [{ userId }] }),
		'presence.getByLoginName': always({
			minimal: { loginName: 'sato' },
			full: [{ loginName: 'sato' }],
		}),
		'presence.update': always({
			minimal: { userId, updateFields: { notes: 'At lunch' } },
			full: [
				{ userId, status: 'absence', updateFields: { notes: '' } },
				{ userId, status: 'other', statusCode: 'attend', updateFields: { notes: 'x' } },
			],
		}),
		'presence.updateByLoginName': always({
			minimal: { loginName: 'ito', status: 'attend' },
			full: [
				{
					loginName: 'ito',
					status: 'other',
					statusCode: 'attend',
					updateFields: { notes: 'x' },
				},
			],
		}),
		'todo.get': always({
			minimal: { todoId: first(scene.todos).id },
			full: [{ todoId: Number(first(scene.todos).id) }],
		}),
		'todo.create': always({
			minimal: { subject: 'Call' },
			full: [
				{
					subject: 'Call',
					additionalFields: {
						category: byId(first(scene.todoCategories).id),
						dueDate: '2026-12-01 17:00',
						notes: 'Ask for prices',
						priority: 3,
						timeZone: 'Asia/Tokyo',
					},
				},
			],
		}),
		'todoCategory.getAll': always({ minimal: {}, full: pages }),
		'notification.getAll': always({
			minimal: {},
			full: pages.map((page) => ({ ...page, options: { fields: ['title', 'url'] } })),
		}),
		'notification.create': always({
			minimal: notice,
			full: [
				{
					...notice,
					change: 'modify',
					body: 'Paid',
					additionalFields: { icon: 'https://example.com/icon.png' },
				},
			],
		}),
		...proxyExamples(admin),
		'pluginSetting.get': always({ minimal: { pluginId: '1' }, full: [{ pluginId: '1' }] }),
	};
}

/** Examples of the proxy settings; they need nothing else. */
export function proxyExamples(admin: Client): Examples {
	let made = 0;
	const proxyCode = () => `proxy${(made += 1)}`;
	const url = 'https://example.com/api';
	const pairs = { rows: [{ key: 'a', value: 'b' }] };
	const lists = { body: pairs, headers: pairs, parameters: pairs };
	const newProxy = async () => {
		const code = proxyCode();
		const lists = { headers: pairs.rows, parameters: pairs.rows, body: pairs.rows };
		await admin.post('/system/api/admin/proxies', {
			proxyCode: code,
			method: 'GET',
			url,
			status: 'ACTIVE',
			...lists,
		});
		return code;
	};

	return {
		'proxySetting.create': async () => ({
			minimal: { proxyCode: proxyCode(), url },
			full: [
				{
					proxyCode: proxyCode(),
					method: 'POST',
					url,
					additionalFields: { ...lists, status: 'ACTIVE' },
					options: { showValues: true },
				},
			],
		}),
		'proxySetting.get': async () => {
			const code = await newProxy();
			return {
				minimal: { proxyCode: code },
				full: [{ proxyCode: code, options: { showValues: true } }],
			};
		},
		'proxySetting.update': async () => {
			const code = await newProxy();
			const { headers, ...others } = lists;
			return {
				minimal: { proxyCode: code, updateFields: { url: `${url}/2` } },
				full: [
					{ proxyCode: code, updateFields: { headers } },
					{
						proxyCode: code,
						updateFields: {
							...others,
							method: 'PUT',
							status: 'INACTIVE',
							url,
						},
						options: { showValues: true },
					},
				],
			};
		},
		'proxySetting.delete': async () => ({
			minimal: { proxyCode: await newProxy() },
			full: [{ proxyCode: await newProxy() }],
		}),
	};
}
