import { first, addFixtures, type Fixtures } from '../../support/groupware-fixtures';
import type { TestSandbox } from '../../support/sandbox';
import { type Client, firstOf } from '../../sandbox/groupware/client';
import { approval, byId, each, type Examples, paged, withFile, withMore } from './example';

/** Makes what people share beside the schedule and gives the examples. */
export async function collaborationExamples(
	sandbox: Pick<TestSandbox, 'control'>,
	admin: Client,
): Promise<Examples> {
	const fixtures = await addFixtures(sandbox);
	const form = first(fixtures.forms).id;
	const request = first(fixtures.requests);
	const message = first(fixtures.messages);
	const space = first(fixtures.spaces);
	const discussion = first(space.discussions);
	const { body } = await admin.get('/base/users', { name: 'sato' });
	const userId = byId(String(firstOf(body.users).id));
	const codes = (some: string) => ({ kind: 'codes', codes: some });
	const people = { rows: [{ kind: 'user', user: userId }, codes('ito, mori')] };
	const ito = { operators: { rows: [codes('ito')] }, operatorType: 'SELECT_USERS' };
	const download = { binaryPropertyName: 'file', options: { fileName: 'other.txt' } };
	const messageFile = async () => {
		return { fileId: first(first((await addFixtures(sandbox)).messages).files) };
	};
	const spaceFile = async () => {
		return { fileId: first(first(first((await addFixtures(sandbox)).spaces).discussions).files) };
	};
	const post = (words: object) => ({ ...words, body: '<p>Hi</p>', isHtmlBody: true });
	const category = byId(first(fixtures.bulletinCategories).id);
	const topicFields = {
		...{ allowComments: false, manuallySender: 'The board', ...ito },
		...{ publishFrom: '2026-12-01', publishUntil: '2026-12-24 12:00' },
	};
	const newTopicText = { ...topicFields, subject: 'Other', body: '<p>Hi</p>', isHtmlBody: true };
	/** Of a topic (0) or a draft (1) of its own, each time. */
	const ofTopic = async (which: 0 | 1, little?: object, everything?: object) => {
		const newId = async () => String((await addFixtures(sandbox)).topics[which]?.id);
		return {
			minimal: { topicId: await newId(), ...(little && { updateFields: little }) },
			full: [{ topicId: await newId(), ...(everything && { updateFields: everything }) }],
		};
	};
	const order = { notificationKey: 'order-17', title: 'Order 17', url: 'https://example.com/17' };
	const notice = { app: 'sandbox', ...order, destinations: people };
	// The page with the answers is on n8n's address.
	const notificationApps = [{ code: 'n8n', urls: ['http://localhost:5678/'] }];
	await sandbox.control('groupware', { notificationApps });
	await admin.patch('/presence/users/code/sato', { status: { code: 'attend' }, notes: 'Back' });

	const approved = { approvedFrom: '2026-11-01', approvedTo: '2026-11-30' };

	return {
		'workflowRequest.getAllAsAdministrator': () => ({
			minimal: {},
			full: [...paged(), { filters: { approvedPeriod: 'lastMonth' } }].map((page) => ({
				sort: 'createdAt desc',
				simplify: false,
				filters: { ...approved, form, status: ['IN_PROGRESS', 'COMPLETED'] },
				options: { fields: ['id', 'items'] },
				...page,
			})),
		}),
		'workflowRequest.get': async () => {
			const { requests } = (await sandbox.control('groupware', {
				requests: [
					{ form: Number(form), name: 'Own', status: 'COMPLETED', applicant: 'admin', items: {} },
				],
			})) as Pick<Fixtures, 'requests'>;
			const requestId = first(requests).id;
			return { minimal: { requestId }, full: [{ requestId: Number(requestId), simplify: false }] };
		},
		'workflowFile.downloadAsAdministrator': withMore(
			() => ({ fileId: first(request.files) }),
			download,
		),
		'workflowForm.getAsAdministrator': () => ({
			minimal: { formId: form },
			full: [{ formId: Number(form) }],
		}),
		'message.get': withMore(() => ({ messageId: message.id }), { simplify: false }),
		'message.create': withMore(() => ({ title: 'Shift', recipients: people }), {
			body: '<p>Who comes?</p>',
			simplify: false,
			additionalFields: { ...each(true, 'acknowledgement', 'isDraft', 'isHtmlBody'), ...ito },
		}),
		'message.sendAndWait': withMore(
			() => ({ title: 'Shift', message: 'Who comes?', sendTo: 'sato, ito' }),
			approval,
		),
		'message.getAllAsAdministrator': () => ({
			minimal: {},
			full: [...paged(), { filters: { updatedPeriod: 'thisMonth' } }].map((page) => ({
				filters: { updatedFrom: '-7 days', updatedTo: 'tomorrow' },
				...page,
			})),
		}),
		'messageAttachment.getAllAsAdministrator': withMore(
			() => ({ messageId: message.id }),
			...paged(),
		),
		'messageAttachment.downloadAsAdministrator': withMore(messageFile, download),
		'messageAttachment.deleteAsAdministrator': withMore(messageFile),
		'space.getAll': () => ({ minimal: {}, full: paged() }),
		'spaceDiscussion.getAll': withMore(() => ({ spaceId: byId(space.id) }), ...paged()),
		'spaceDiscussion.create': () => ({
			minimal: { spaceId: byId(space.id), title: 'Second' },
			full: [post({ spaceId: byId(space.id), title: 'Third' })],
		}),
		'spaceComment.create': () => ({
			minimal: { spaceId: byId(space.id), discussionId: byId(discussion.id) },
			full: [post({ spaceId: byId(space.id), discussionId: byId(discussion.id) })],
		}),
		'spaceAttachment.getByDiscussionAsAdministrator': withMore(
			() => ({ discussionId: discussion.id }),
			...paged(),
		),
		'spaceAttachment.getBySpaceAsAdministrator': withMore(
			() => ({ spaceId: byId(space.id) }),
			...paged(),
		),
		'spaceAttachment.downloadAsAdministrator': withMore(spaceFile, download),
		'spaceAttachment.deleteAsAdministrator': withMore(spaceFile),
		'bulletinCategory.getAll': withMore(() => ({}), ...paged({ parentId: '1' })),
		'bulletinTopic.getAll': withMore(() => ({ categoryId: category }), ...paged()),
		'bulletinTopic.get': async () => await ofTopic(0),
		'bulletinTopic.create': () => ({
			minimal: { categoryId: category, subject: 'News' },
			full: [
				{
					...{ categoryId: category, subject: 'News', body: '<p>Hi</p>' },
					additionalFields: {
						...{ ...topicFields, attachments: 'data' },
						...each(true, 'acknowledgement', 'isDraft', 'isHtmlBody'),
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
		'presence.get': withMore(() => ({ userId })),
		'presence.getByLoginName': withMore(() => ({ loginName: 'sato' })),
		'presence.update': () => ({
			minimal: { userId, updateFields: { notes: 'At lunch' } },
			full: [
				{ userId, status: 'out', updateFields: { notes: '' } },
				{ userId, status: 'other', statusCode: 'attend', updateFields: { notes: 'x' } },
			],
		}),
		'presence.updateByLoginName': () => ({
			minimal: { loginName: 'ito', status: 'in' },
			full: [
				{ loginName: 'ito', status: 'other', statusCode: 'attend', updateFields: { notes: 'x' } },
			],
		}),
		'todo.get': () => ({
			minimal: { todoId: first(fixtures.todos).id },
			full: [{ todoId: Number(first(fixtures.todos).id) }],
		}),
		'todo.create': withMore(() => ({ subject: 'Call' }), {
			additionalFields: {
				category: byId(first(fixtures.todoCategories).id),
				...{ dueDate: '2026-12-01 17:00', notes: 'Ask for prices', priority: 'high' },
			},
		}),
		'todoCategory.getAll': () => ({ minimal: {}, full: paged() }),
		'notification.getAll': withMore(
			() => ({}),
			...paged({ options: { fields: ['title', 'url'] } }),
		),
		'notification.create': withMore(() => notice, {
			change: 'modify',
			body: 'Paid',
			additionalFields: { icon: 'https://example.com/icon.png' },
		}),
		'notification.sendAndWait': withMore(
			() => ({ app: 'n8n', title: 'Order 17', message: 'Approve?', sendTo: 'sato, ito' }),
			approval,
		),
		...proxyExamples(admin),
		'pluginSetting.get': withMore(() => ({ pluginId: '1' })),
	};
}

/** Examples of the proxy settings; they need nothing else. */
export function proxyExamples(admin: Client): Examples {
	let made = 0;
	const proxyCode = () => `proxy${(made += 1)}`;
	const url = 'https://example.com/api';
	const pairs = { rows: [{ key: 'a', value: 'b' }] };
	const lists = { body: pairs, headers: pairs, parameters: pairs };
	const shown = { options: { showValues: true } };
	const newProxy = async () => {
		const made = { proxyCode: proxyCode() };
		const { rows } = pairs;
		const lists = { headers: rows, parameters: rows, body: rows };
		const body = { ...made, method: 'GET', url, status: 'ACTIVE', ...lists };
		await admin.post('/system/api/admin/proxies', body);
		return made;
	};

	return {
		'proxySetting.create': withMore(() => ({ proxyCode: proxyCode(), url }), {
			method: 'POST',
			additionalFields: { ...lists, status: 'ACTIVE' },
			...shown,
		}),
		'proxySetting.get': withMore(newProxy, shown),
		'proxySetting.update': withMore(
			async () => ({ ...(await newProxy()), updateFields: { url: `${url}/2` } }),
			{ updateFields: { headers: pairs } },
			{
				updateFields: { body: pairs, parameters: pairs, method: 'PUT', status: 'INACTIVE', url },
				...shown,
			},
		),
		'proxySetting.delete': withMore(newProxy),
	};
}
