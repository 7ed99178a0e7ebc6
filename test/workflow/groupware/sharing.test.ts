import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/Groupware/methods';
import { first, addFixtures, type Fixtures } from '../../support/groupware-fixtures';
import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, editor, eventOf, jsonOf, runnerOf, users } from './world';

const sandbox = useSandbox();
let fixtures: Fixtures;

beforeEach(async () => {
	await sandbox.reset();
	fixtures = await addFixtures(sandbox);
});

const { run, refused } = runnerOf(sandbox);
const get = async (path: string, login = 'admin') =>
	(await clientOf(sandbox, login).get(path)).body as unknown as IDataObject;

const visit = {
	subject: 'Visit',
	start: '2031-03-03T10:00:00+09:00',
	end: '2031-03-03T11:00:00+09:00',
};

const IN_TOKYO = { settings: { timezone: 'Asia/Tokyo' } };

describe('workflow requests', () => {
	it('are found by state and by the time of their approval', async () => {
		const found = async (filters: IDataObject) =>
			jsonOf(await run('workflowRequest.getAllAsAdministrator', { filters }, IN_TOKYO)).length;
		expect(await found({ status: ['IN_PROGRESS', 'COMPLETED'] })).toBe(1);
		expect(await found({ status: ['COMPLETED'] })).toBe(0);
		expect(await found({ approvedFrom: '2026-11-02', approvedTo: '2026-11-02' })).toBe(1);
		expect(await found({ approvedFrom: '2026-11-02 10:01' })).toBe(0);
		expect(await found({ approvedTo: '2026-11-01' })).toBe(0);
	});

	it.each([true, false])(
		'of the second of a limit come, whether or not the service counts it in (simplify: %s)',
		async (simplify) => {
			const found = async (approvedFrom: string, options: IDataObject = {}) =>
				jsonOf(
					await run(
						'workflowRequest.getAllAsAdministrator',
						{ filters: { approvedFrom }, options, simplify },
						IN_TOKYO,
					),
				);
			const fields = ['name'];
			const name = 'Two days off';
			expect(await found('2026-11-02 10:00:00', { fields })).toEqual([{ name }]);
			expect(await found('2026-11-02 10:00:00')).toEqual([expect.objectContaining({ name })]);
			expect(await found('2026-11-02 10:00:01', { fields })).toEqual([]);
			expect(await found('2026-11-02 10:00:01')).toEqual([]);
		},
	);
});

const nobody = {
	rows: [
		{ kind: 'user', user: byId('={{ $json.missing }}') },
		{ kind: 'codes', codes: '={{ null }}' },
	],
};

it.each<[string, IDataObject, RegExp]>([
	['a title that is too long', { title: 'x'.repeat(101) }, /"Title" is longer than 100/],
	['nobody to get it', { recipients: {} }, /has no recipient/],
	['rows whose expressions give nobody', { recipients: nobody }, /has no recipients/],
	['no editors', { additionalFields: { operatorType: 'SELECT_USERS' } }, /"Editors" is empty/],
])('a message with %s is refused before anything is sent', async (_what, over, says) => {
	const message = { title: 'A', recipients: users('sato'), ...over };
	await refused('message.create', message, says);
});

it.each([
	['message.create', 'recipients', { title: 'Hello' }],
	['event.create', 'attendees', visit],
	['event.book', 'attendees', { from: '2031-03-03', to: '2031-03-03', timeZone: 'Asia/Tokyo' }],
])('%s finds %s by login name, or by a name that only one has', async (name, list, more) => {
	const [made] = jsonOf(await run(name, { ...more, [list]: users('sato', 'Daichi Ito') }));
	expect(made?.[list]).toMatchObject([{ code: 'sato' }, { code: 'ito' }]);
});

it('a row of people whose expression gives nothing is no row', async () => {
	const attendees = { rows: [...nobody.rows, { kind: 'codes', codes: 'sato' }] };
	const [made] = jsonOf(await run('event.create', { ...visit, attendees }));
	expect((await eventOf(sandbox, made?.id)).body.attendees).toMatchObject([{ code: 'sato' }]);
	const none = { ...visit, attendees: nobody };
	await refused('event.create', none, 'The event has no attendees');
});

it('spaces are chosen from a list, and so are their discussions', async () => {
	const { searchSpaces, searchDiscussions } = methods.listSearch;
	const context = await editor(sandbox);
	const spaces = await searchSpaces.call(context, 'tea');
	expect(spaces.results).toEqual([{ name: 'Team', value: first(fixtures.spaces).id }]);
	expect((await searchSpaces.call(context, 'none')).results).toEqual([]);
	expect((await searchDiscussions.call(context)).results).toEqual([]);
	context.getCurrentNodeParameter = () => spaces.results[0] as never;
	expect((await searchDiscussions.call(context)).results).toEqual([
		{ name: 'First', value: first(first(fixtures.spaces).discussions).id },
	]);
});

it('what is posted in a space is plain text, unless it is called HTML', async () => {
	const spaceId = byId(first(fixtures.spaces).id);
	const body = '1 < 2\nand so on';
	const [made] = jsonOf(await run('spaceDiscussion.create', { spaceId, title: 'T', body }));
	const { discussions } = await get(`/space/${spaceId.value}/discussions`);
	const one = (discussions as IDataObject[]).find(({ id }) => id === made?.id);
	expect(one).toMatchObject({ body, isHtmlBody: false });
	const discussionId = byId(String(made?.id));
	const comment = jsonOf(await run('spaceComment.create', { spaceId, discussionId, body }));
	expect(comment).toMatchObject([{ body, isHtmlBody: false }]);
});

it('an object is not written as text', async () => {
	const odd = '={{ $json.order }}';
	const spaceId = byId(first(fixtures.spaces).id);
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
		jsonOf(await update({ status: 'in', updateFields: { notes: 'Desk 4' } }));
		jsonOf(await update({ loginName: 'Haruka Sato', updateFields: { notes: 'Desk 5' } }));
		expect(await get(own)).toMatchObject({ status: { code: 'attend' }, notes: 'Desk 5' });
		jsonOf(await update({ status: '={{ null }}' }));
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
		jsonOf(await update({ status: 'in' }));
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
});

describe('a hint tells of', () => {
	const hintsOf = async (name: string, parameters: IDataObject, more: object = {}) => {
		const { hints, error } = await run(name, parameters, more);
		expect(error).toBeUndefined();
		return hints.map(({ message }) => message);
	};

	it.each(['bulletinTopic', 'message'])('editors that have no effect: %s', async (resource) => {
		const parameters = {
			bulletinTopic: { categoryId: byId(first(fixtures.bulletinCategories).id), subject: 'A' },
			message: { title: 'A', recipients: users('sato') },
		}[resource];
		const made = async (operatorType: string) =>
			await hintsOf(`${resource}.create`, {
				...parameters,
				additionalFields: { operators: users('ito'), operatorType },
			});
		const hint = '"Editors" has an effect only if "Who Can Edit" is Selected Users';
		expect(await made('ONLY_SENDER')).toContain(hint);
		expect(await made('SELECT_USERS')).not.toContain(hint);
	});

	it('watchers who see an event as all others do', async () => {
		const made = async (visibilityType: string) =>
			await hintsOf('event.create', {
				...{ ...visit, attendees: users('sato') },
				additionalFields: { watchers: users('ito'), visibilityType },
			});
		const hint = '"Watchers" has an effect only if "Visibility" is Private With Watchers';
		expect(await made('PUBLIC')).toContain(hint);
		expect(await made('SET_PRIVATE_WATCHERS')).not.toContain(hint);
	});

	it('notifications of several items that share a key, because a user sees the last one', async () => {
		const sent = async (notificationKey: string, body: string) =>
			await hintsOf(
				'notification.create',
				{
					...{ app: 'sandbox', title: 'Order', url: 'https://example.com/orders' },
					...{ change: 'add', notificationKey, body, destinations: users('Sora Mori') },
				},
				{ items: [{ line: 1 }, { line: 2 }] },
			);
		const hint = 'Several items have added a notification with the key "order-1"';
		expect((await sent('order-1', '=Line {{ $json.line }}')).join()).toContain(hint);
		expect((await sent('=order-{{ $json.line }}', 'Two')).join()).not.toContain(hint);
	});
});
