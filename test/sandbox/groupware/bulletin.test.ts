import { errorOf, eventOf, useGroupware } from './client';

const { sandbox, as, admin, ito, sato } = useGroupware('admin', 'ito', 'sato');

const bytes = (text: string) => Buffer.from(text).toString('base64');
let category: string;

beforeAll(async () => {
	const { bulletinCategories } = (await sandbox.control('groupware', {
		bulletinCategories: [
			{ name: 'News', description: 'For everyone' },
			{ name: 'Branches', parent: 'News' },
		],
	})) as { bulletinCategories: Array<{ id: string }> };
	category = String(bulletinCategories[0]?.id);
});

const post = async (more: object = {}) =>
	(await sato.post('/bulletin/topics', { categoryId: category, subject: 'Hours', ...more })).body;

it('a topic is posted, read by others, and listed without its text', async () => {
	const files = [{ name: 'plan.txt', content: bytes('plan') }];
	const made = await post({ body: 'Until 17:00', manuallySender: 'The board', attachments: files });
	const expected = {
		subject: 'Hours',
		body: 'Until 17:00',
		isHtmlBody: false,
		manuallySender: 'The board',
		creator: { code: 'sato' },
		allowComments: true,
		acknowledgement: false,
		operatorType: 'ONLY_SENDER',
		operators: [],
		attachments: [{ name: 'plan.txt', contentType: 'text/plain', size: '4' }],
		publicPeriod: { isUnlimited: true },
		isDraft: false,
		isPublished: true,
		isExpired: false,
		category: { id: category, name: 'News' },
	};
	expect(made).toMatchObject(expected);
	expect((await ito.get(`/bulletin/topics/${made.id}`)).body).toMatchObject(expected);
	const { body } = await ito.get(`/bulletin/categories/${category}`);
	expect(body).toMatchObject({ hasNext: false });
	expect((body as unknown as { topics: object[] }).topics[0]).toEqual({
		id: made.id,
		subject: 'Hours',
		updatedAt: made.updatedAt,
		updater: made.creator,
		manuallySender: 'The board',
	});
});

it('a topic is changed and deleted by its sender and its operators only', async () => {
	const operators = [{ code: 'ito' }];
	const { id } = await post({ operatorType: 'SELECT_USERS', operators });
	const path = `/bulletin/topics/${id}`;
	expect(errorOf(await admin.patch(path, { subject: 'x' }))).toEqual([400, 'GRN_REST_API_00207']);
	expect(errorOf(await admin.delete(path))).toEqual([400, 'GRN_REST_API_00207']);
	expect((await ito.patch(path, { subject: 'By Ito' })).body).toMatchObject({
		subject: 'By Ito',
		creator: { code: 'sato' },
		updater: { code: 'ito' },
		operatorType: 'SELECT_USERS',
	});
	expect((await ito.delete(path)).status).toBe(200);
	expect(errorOf(await sato.get(path))).toEqual([400, 'GRN_REST_API_00206']);
});

it('tells the comments on an event to those who may see it, newest first', async () => {
	const attendees = [{ type: 'USER', code: 'sato' }];
	const private_ = eventOf({ attendees, visibilityType: 'PRIVATE' });
	const { id } = (await sato.post('/schedule/events', private_)).body;
	await sandbox.control('groupware', {
		eventComments: [
			{ event: id, creator: 'ito', body: '<b>First</b>', createdAt: '2026-11-01T09:00:00+09:00' },
			{
				event: id,
				creator: 'sato',
				body: 'Second',
				createdAt: '2026-11-02T09:00:00+09:00',
				mentions: [{ type: 'ORGANIZATION', code: 'sales' }, 'ATTENDEES'],
			},
		],
	});
	const path = `/schedule/events/${id}/comments`;
	expect((await sato.get(path, { limit: '1' })).body).toMatchObject({
		comments: [
			{
				body: 'Second',
				createdAt: '2026-11-02T00:00:00Z',
				creator: { code: 'sato' },
				mentions: [
					{ type: 'ORGANIZATION', code: 'sales', name: 'Sales' },
					{ type: 'ATTENDEES', id: 'attendees', code: '', name: 'Attendees' },
				],
			},
		],
		hasNext: true,
	});
	expect((await sato.get(path, { limit: '1', offset: '1' })).body).toMatchObject({
		comments: [{ body: '<b>First</b>', mentions: [] }],
		hasNext: false,
	});
	expect(errorOf(await ito.get(path))).toEqual([403, 'GRN_SCHD_13002']);
	expect(errorOf(await sato.get('/schedule/events/999/comments'))).toEqual([404, 'GRN_SCHD_13001']);
});

it('tells a workflow request to those who take part in it', async () => {
	const { requests } = (await sandbox.control('groupware', {
		forms: [{ name: 'Leave', items: [{ type: 'NUMBER', name: 'Days', code: 'days' }] }],
		requests: [
			{
				form: 'Leave',
				name: 'Two days',
				status: 'IN_PROGRESS',
				applicant: 'sato',
				items: { days: '2' },
				steps: [{ code: 'boss', name: 'Boss', processors: [{ user: 'mori' }] }],
			},
		],
	})) as { requests: Array<{ id: string }> };
	const path = `/workflow/requests/${requests[0]?.id}`;
	for (const login of ['sato', 'mori']) {
		expect((await as(login).get(path)).body).toMatchObject({
			name: 'Two days',
			status: { type: 'IN_PROGRESS' },
			processingStepCode: 'boss',
			applicant: { code: 'sato' },
			items: { days: { value: '2' } },
		});
	}
	expect(errorOf(await ito.get(path))).toEqual([400, 'GRN_REST_API_00206']);
});
