import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { useSandbox } from '../../support/sandbox';
import { Api, passwordOf } from './api';

interface Space {
	[name: string]: unknown;
	defaultThread: string;
	memberCount: string;
}

const sandbox = useSandbox();
let api: Api;
let sato: Api;

const member = (code: string, isAdmin = false, type = 'USER') => ({
	entity: { type, code },
	isAdmin,
});

beforeAll(() => {
	api = new Api(sandbox.url);
	sato = api.as(passwordOf('sato'));
});

const fromTemplate = async (settings: object = {}, caller = api): Promise<string> =>
	(
		await caller.ok<{ id: string }>('POST', 'template/space.json', {
			id: 1,
			name: 'From a template',
			members: [member('admin', true)],
			...settings,
		})
	).id;
const read = (id: string, caller = api) => caller.get<Space>('space.json', { id });
const codes = async (caller: Api, method: string, path: string, body?: unknown) => {
	const answer = await caller.send(method, path, body);
	return [answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})[0]].filter(
		(part) => part !== undefined,
	);
};

describe('a space that was created', () => {
	it('says who may make apps in it and move apps to it', async () => {
		const space = async (createApp: string, isPrivate: boolean) => {
			const members = [member('sato', true), member('ito')];
			const id = await fromTemplate({ members, isPrivate });
			await api.ok('PUT', 'space.json', { id, permissions: { createApp } });
			return id;
		};
		const made = async (login: string, body: object) =>
			(
				await codes(api.as(passwordOf(login)), 'POST', 'preview/app.json', { name: 'x', ...body })
			)[1] ?? 'ok';
		const strict = await space('ADMIN', false);
		const members = await space('EVERYONE', true);
		expect([await made('sato', { space: strict }), await made('ito', { space: strict })]).toEqual([
			'ok',
			'CB_NO02',
		]);
		expect([
			await made('ito', { space: members }),
			await made('tanaka', { space: members }),
		]).toEqual(['ok', 'CB_NO02']);
		const { defaultThread } = await read(strict);
		expect(await made('admin', { space: members, thread: defaultThread })).toBe('GAIA_TH01');
		expect(await made('admin', { space: members, thread: 999 })).toBe('GAIA_TH01');
		expect(await made('admin', { space: 999, thread: 1 })).toBe('GAIA_SP01');
		expect(await made('admin', { thread: defaultThread })).toBe('CB_VA01');
		expect(await made('sato', { space: strict, thread: defaultThread })).toBe('ok');
		const ito = api.as(passwordOf('ito'));
		const app = await ito.makeApp({});
		const move = async (to: string) =>
			(await ito.send<{ code?: string }>('POST', 'app/move.json', { app, space: to })).body.code;
		expect([await move(strict), await move(members)]).toEqual(['CB_NO02', undefined]);
	});

	it('is public, has one thread and belongs to its maker', async () => {
		const { id } = await sato.ok<{ id: string }>('POST', 'space.json', { name: 'Mine' });
		expect(id).toMatch(/^\d+$/);
		expect(await read(id, api.as(passwordOf('ito')))).toMatchObject({
			id,
			name: 'Mine',
			isPrivate: false,
			isGuest: false,
			useMultiThread: false,
			body: null,
			showAnnouncement: null,
			showThreadList: null,
			showAppList: null,
			showMemberList: null,
			showRelatedLinkList: null,
			memberCount: '1',
			creator: { code: 'sato', name: 'Haruka Sato' },
			permissions: { createApp: 'EVERYONE' },
			attachedApps: [],
		});
		const { members } = await sato.get<{ members: object[] }>('space/members.json', { id });
		expect(members).toEqual([
			{ entity: { type: 'USER', code: 'sato' }, isAdmin: true, isImplicit: false },
		]);
	});

	it('has the body of its thread, and gets no second one', async () => {
		const { id } = await sato.ok<{ id: string }>('POST', 'space.json', { name: 'Single' });
		const thread = (await read(id)).defaultThread;
		await sato.ok('PUT', 'space/thread.json', {
			id: thread,
			body: '<p onclick="x()">Hello<script>x()</script></p>',
		});
		expect((await read(id)).body).toBe('<p>Hello</p>');
		expect(await codes(sato, 'POST', 'space/thread.json', { space: id, name: 'Second' })).toEqual([
			400,
			'CB_IL02',
		]);
		expect(await codes(sato, 'PUT', 'space/body.json', { id, body: 'x' })).toEqual([
			400,
			'CB_IL02',
		]);
		expect(await codes(sato, 'PUT', 'space/thread.json', { id: thread, name: 'x' })).toEqual([
			400,
			'CB_VA01',
			'name',
		]);
		await sato.ok('PUT', 'space.json', { id, useMultiThread: 'true', showAppList: false });
		await sato.ok('PUT', 'space.json', { id, useMultiThread: false });
		expect(await read(id)).toMatchObject({
			useMultiThread: true,
			body: null,
			showAppList: false,
			showThreadList: true,
		});
	});
});

describe('a space from a template', () => {
	it('takes settings, a body, threads and comments', async () => {
		const id = await fromTemplate({ isPrivate: true, fixedMember: 'true' });
		await api.ok('PUT', 'space.json', {
			id: Number(id),
			name: 'Renamed',
			isPrivate: false,
			permissions: { createApp: 'ADMIN' },
		});
		await api.ok('PUT', 'space/body.json', { id, body: '<b>Welcome</b>' });
		expect(await read(id)).toMatchObject({
			name: 'Renamed',
			isPrivate: false,
			fixedMember: true,
			permissions: { createApp: 'ADMIN' },
			body: '<b>Welcome</b>',
		});
		const thread = await api.ok<{ id: string }>('POST', 'space/thread.json', {
			space: id,
			name: 'Ideas',
		});
		await api.ok('PUT', 'space/thread.json', { id: thread.id, name: 'Good ideas' });
		const comment = { text: 'Hi', mentions: [{ code: 'managers', type: 'GROUP' }] };
		const body = { space: id, thread: thread.id };
		const first = await api.ok<{ id: string }>('POST', 'space/thread/comment.json', {
			...body,
			comment,
		});
		expect(first.id).toMatch(/^\d+$/);
		const fileKey = await api.upload('picture', 'picture.png', 'image/png');
		await api.ok('POST', 'space/thread/comment.json', {
			...body,
			comment: { files: [{ fileKey, width: '300' }] },
		});
	});

	it('refuses what the service refuses', async () => {
		const create = (settings: object) =>
			codes(api, 'POST', 'template/space.json', {
				id: 1,
				name: 'x',
				members: [member('admin', true)],
				...settings,
			});
		expect(await create({ id: 99 })).toEqual([404, 'GAIA_SP01']);
		expect(await create({ name: '' })).toEqual([400, 'CB_VA01', 'name']);
		expect(await create({ name: 'x'.repeat(129) })).toEqual([400, 'CB_VA01', 'name']);
		expect(await create({ members: [] })).toEqual([400, 'CB_VA01', 'members']);
		expect(await create({ members: [member('admin')] })).toEqual([400, 'CB_VA01', 'members']);
		expect(await create({ members: [member('former', true)] })).toEqual([
			400,
			'CB_VA01',
			'members[0].entity.code',
		]);
		expect(await create({ members: [{ isAdmin: true }] })).toEqual([
			400,
			'CB_VA01',
			'members[0].entity',
		]);
		expect(await create({ members: ['admin'] })).toEqual([400, 'CB_IJ01']);
		expect(await create({ isPrivate: 'perhaps' })).toEqual([400, 'CB_IJ01']);
		const id = await fromTemplate();
		const thread = (await read(id)).defaultThread;
		const comment = (settings: object, space = id) =>
			codes(api, 'POST', 'space/thread/comment.json', { space, thread, comment: settings });
		expect(await comment({})).toEqual([400, 'CB_VA01', 'comment.text']);
		expect(await comment({ text: 'x'.repeat(65536) })).toEqual([400, 'CB_VA01', 'comment.text']);
		expect(await comment({ text: 'x', mentions: [{ code: 'nobody', type: 'USER' }] })).toEqual([
			400,
			'CB_VA01',
			'comment.mentions[0].code',
		]);
		expect(await comment({ files: [{ fileKey: 'none' }] })).toEqual([404, 'GAIA_BL01']);
		expect(await comment({ files: [{ fileKey: 'none', width: 99 }] })).toEqual([
			400,
			'CB_VA01',
			'comment.files[0].width',
		]);
		expect(await comment({ files: Array(6).fill({ fileKey: 'x' }) })).toEqual([
			400,
			'CB_VA01',
			'comment.files',
		]);
		expect(await comment({ text: 'x' }, await fromTemplate())).toEqual([404, 'GAIA_TH01']);
		expect(await codes(api, 'GET', 'space.json?id=999')).toEqual([404, 'GAIA_SP01']);
		expect(await codes(api, 'PUT', 'space.json', { name: 'x' })).toEqual([400, 'CB_VA01', 'id']);
	});

	it('goes with its apps when it is deleted', async () => {
		const id = await fromTemplate();
		const { app } = await api.ok<{ app: string }>('POST', 'preview/app.json', {
			name: 'Inside',
			space: id,
		});
		expect((await read(id)).attachedApps).toEqual([]);
		await api.deploy(app);
		expect((await read(id)).attachedApps).toMatchObject([{ appId: app, name: 'Inside' }]);
		await api.ok('DELETE', `space.json?id=${id}`);
		expect(await codes(api, 'GET', `space.json?id=${id}`)).toEqual([404, 'GAIA_SP01']);
		expect(await codes(api, 'GET', `app.json?id=${app}`)).toEqual([404, 'GAIA_AP01']);
		expect(await codes(api, 'GET', `preview/app/deploy.json?apps[0]=${app}`)).toEqual([
			404,
			'GAIA_AP01',
		]);
		await expect(sandbox.control('tokens', { app, permissions: ['view'] })).rejects.toThrow('400');
		expect(await fromTemplate()).not.toBe(id);
		expect((await api.ok<{ app: string }>('POST', 'preview/app.json', { name: 'x' })).app).not.toBe(
			app,
		);
	});
});

describe('members', () => {
	it('are replaced, with the users behind organizations and groups', async () => {
		const id = await fromTemplate();
		await api.ok('PUT', 'space/members.json', {
			id,
			members: [
				member('sato', true),
				{ ...member('sales', false, 'ORGANIZATION'), includeSubs: true },
				member('managers', false, 'GROUP'),
			],
		});
		const { members } = await api.get<{ members: { entity: { code: string } }[] }>(
			'space/members.json',
			{ id },
		);
		expect(members.slice(0, 3)).toEqual([
			{ entity: { type: 'USER', code: 'sato' }, isAdmin: true, isImplicit: false },
			{
				entity: { type: 'ORGANIZATION', code: 'sales' },
				isAdmin: false,
				includeSubs: true,
			},
			{ entity: { type: 'GROUP', code: 'managers' }, isAdmin: false },
		]);
		const implicit = members.slice(3).map(({ entity }) => entity.code);
		expect(implicit.sort()).toEqual(
			['brown', 'chen', 'ito', 'miller', 'suzuki', 'tanaka', 'yamamoto'].sort(),
		);
		expect((await read(id)).memberCount).toBe('8');
	});

	it('decide who reads, writes and administers', async () => {
		const id = await fromTemplate({
			isPrivate: true,
			members: [member('sato', true), member('ito')],
		});
		const [ito, mori] = ['ito', 'mori'].map((login) => api.as(passwordOf(login)));
		expect((await read(id, ito)).name).toBe('From a template');
		expect(await codes(mori as Api, 'GET', `space.json?id=${id}`)).toEqual([403, 'CB_NO02']);
		expect(await codes(ito as Api, 'PUT', 'space.json', { id, name: 'x' })).toEqual([
			403,
			'CB_NO02',
		]);
		expect(await codes(ito as Api, 'DELETE', 'space.json', { id })).toEqual([403, 'CB_NO02']);
		const thread = await (ito as Api).ok<{ id: string }>('POST', 'space/thread.json', {
			space: id,
			name: 'By a member',
		});
		await (ito as Api).ok('PUT', 'space/thread.json', { id: thread.id, body: 'x' });
		await sato.ok('PUT', 'space.json', { id, isPrivate: false });
		expect((await read(id, mori)).isPrivate).toBe(false);
		expect(await codes(mori as Api, 'POST', 'space/thread.json', { space: id, name: 'x' })).toEqual(
			[403, 'CB_NO02'],
		);
	});
});

describe('guests', () => {
	const guest = (code: string) => ({
		code,
		password: 'secret',
		timezone: 'Europe/Paris',
		name: code,
	});

	it('are added, put into a guest space and deleted', async () => {
		await api.ok('POST', 'guests.json', {
			guests: [{ ...guest('a@example.org'), locale: 'auto', company: 'A' }, guest('b@example.org')],
		});
		const id = await fromTemplate({ isGuest: true, isPrivate: false });
		const inside = api.inGuestSpace(id);
		expect(await read(id, inside)).toMatchObject({ isGuest: true, isPrivate: true });
		await inside.ok('PUT', 'space/guests.json', { id, guests: ['a@example.org'] });
		expect(await codes(inside, 'PUT', 'space/guests.json', { id, guests: ['c@x'] })).toEqual([
			400,
			'CB_VA01',
			'guests[0]',
		]);
		await api.ok('DELETE', 'guests.json?guests[0]=a@example.org&guests[1]=b@example.org');
		expect(await codes(api, 'DELETE', 'guests.json', { guests: ['a@example.org'] })).toEqual([
			400,
			'CB_VA01',
			'guests[0]',
		]);
		expect(await codes(api, 'GET', `space.json?id=${id}`)).toEqual([400, 'GAIA_IL23']);
		expect(await codes(api, 'PUT', 'space/guests.json', { id, guests: [] })).toEqual([
			400,
			'GAIA_IL23',
		]);
		const other = await fromTemplate();
		expect(await codes(inside, 'GET', `space.json?id=${other}`)).toEqual([403, 'CB_NO02']);
	});

	it('are users of cells, mentions, and settings as guest/ADDRESS', async () => {
		await api.ok('POST', 'guests.json', { guests: [guest('c@example.org')] });
		const inside = api.inGuestSpace(await fromTemplate({ isGuest: true, isPrivate: false }));
		const app = await inside.makeApp({ Who: { type: 'USER_SELECT' } });
		const known = { code: 'guest/c@example.org' };
		const unknown = { code: 'guest/nobody@example.org' };
		const record = await inside.create(app, { Who: { value: [known] } });
		expect((await inside.values(app, record)).Who).toEqual([{ ...known, name: 'c@example.org' }]);
		expect(await inside.ids(app, `Who in ("${known.code}")`)).toEqual([record]);
		const comment = { text: 'Hello', mentions: [{ ...known, type: 'USER' }] };
		await inside.ok('POST', 'record/comment.json', { app, record, comment });
		const { comments } = await inside.get<{ comments: object[] }>('record/comments.json', {
			app,
			record,
		});
		expect(comments).toMatchObject([{ text: 'c@example.org Hello', mentions: comment.mentions }]);
		expect(
			await codes(inside, 'POST', 'record.json', { app, record: { Who: { value: [unknown] } } }),
		).toEqual([400, 'CB_VA01', 'record.Who.values[0].value']);
		const give = (who: object) =>
			codes(inside, 'PUT', 'app/acl.json', {
				app,
				rights: [{ entity: { type: 'USER', ...who }, recordViewable: true }],
			});
		expect(await give(unknown)).toEqual([400, 'CB_VA01', 'rights[0].entity.code']);
		expect(await give(known)).toEqual([200]);
	});

	it('have no organizations in their apps', async () => {
		const inside = api.inGuestSpace(await fromTemplate({ isGuest: true, isPrivate: false }));
		const app = await inside.makeApp({
			Team: {
				type: 'ORGANIZATION_SELECT',
				defaultValue: [{ type: 'FUNCTION', code: 'PRIMARY_ORGANIZATION()' }],
			},
		});
		await sandbox.control('accounts', { organization: { code: 'team', members: ['admin'] } });
		const write = (value: object[]) =>
			codes(inside, 'POST', 'record.json', { app, record: { Team: { value } } });
		expect(await write([{ code: 'team' }])).toEqual([400, 'CB_VA01', 'record.Team.values.value']);
		expect(await write([])).toEqual([200]);
		const record = await inside.create(app);
		expect((await inside.values(app, record)).Team).toEqual([]);
	});

	it('need all that the service needs, and an administrator', async () => {
		const add = (change: object, caller = api) =>
			codes(caller, 'POST', 'guests.json', { guests: [{ ...guest('x@example.org'), ...change }] });
		expect(await add({ code: 'no address' })).toEqual([400, 'CB_VA01', 'guests[0].code']);
		expect(await add({ password: 'ab' })).toEqual([400, 'CB_VA01', 'guests[0].password']);
		expect(await add({ timezone: 'Mars/Base' })).toEqual([400, 'CB_VA01', 'guests[0].timezone']);
		expect(await add({ timezone: null })).toEqual([400, 'CB_VA01', 'guests[0].timezone']);
		expect(await add({ locale: 'fr' })).toEqual([400, 'CB_VA01', 'guests[0].locale']);
		expect(await add({ company: 'x'.repeat(101) })).toEqual([400, 'CB_VA01', 'guests[0].company']);
		expect(await add({}, sato)).toEqual([403, 'CB_NO02']);
		await api.ok('POST', 'guests.json', { guests: [guest('twice@example.org')] });
		expect(await add({ code: 'twice@example.org' })).toEqual([400, 'CB_VA01', 'guests[0].code']);
	});
});

it('tells statistics at the path of the service and at the one in the lists', async () => {
	const id = await fromTemplate({ isPrivate: true, name: 'Counted' });
	for (const path of ['spaces/statistics.json', 'space/statistics.json']) {
		const { spaces } = await api.get<{ spaces: Space[] }>(path, { limit: 100 });
		expect(spaces.find((space) => space.id === id)).toMatchObject({
			name: 'Counted',
			isPrivate: true,
			memberCount: '1',
			administratorCount: '1',
		});
		const others = (await sato.get<{ spaces: Space[] }>(path)).spaces.map((space) => space.id);
		expect(others).not.toContain(id);
	}
	const page = await api.get<{ spaces: Space[] }>('spaces/statistics.json', {
		limit: 1,
		offset: 1,
	});
	expect(page.spaces).toHaveLength(1);
	expect(await codes(api, 'GET', 'spaces/statistics.json?limit=101')).toEqual([
		400,
		'CB_VA01',
		'limit',
	]);
});

it('takes no API tokens', async () => {
	const app = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
	const made = (await sandbox.control('tokens', { app, permissions: ['view', 'manage'] })) as {
		token: string;
	};
	const caller = api.as({ 'X-Cybozu-API-Token': made.token });
	for (const [method, path] of [
		['GET', 'space.json?id=1'],
		['GET', 'plugins.json'],
		['POST', 'guests.json'],
	] as const) {
		expect(await codes(caller, method, path)).toEqual([403, 'GAIA_NO01']);
	}
});

it('serves the official client', async () => {
	const auth = { username: 'admin', password: 'admin' };
	const { space } = new KintoneRestAPIClient({ baseUrl: sandbox.url, auth });
	const members = [{ entity: { type: 'USER' as const, code: 'admin' }, isAdmin: true }];
	const { id } = await space.addSpaceFromTemplate({ id: 1, name: 'Client', members });
	await space.updateSpace({ id, name: 'Renamed', showMemberList: false });
	await space.updateSpaceBody({ id, body: 'Body' });
	await space.updateSpaceMembers({ id, members });
	expect((await space.getSpaceMembers({ id })).members).toHaveLength(1);
	const thread = await space.addThread({ space: id, name: 'Thread' });
	await space.updateThread({ id: thread.id, body: 'Text' });
	await space.addThreadComment({ space: id, thread: thread.id, comment: { text: 'Hello' } });
	expect(await space.getSpace({ id })).toMatchObject({ name: 'Renamed', showMemberList: false });
	expect((await space.getStatistics({ limit: 100 })).spaces.map((entry) => entry.id)).toContain(id);
	const code = 'client@example.org';
	await space.addGuests({ guests: [{ code, password: 'abc', timezone: 'UTC', name: 'G' }] });
	const made = await space.addSpaceFromTemplate({ id: 1, name: 'G', members, isGuest: true });
	const guestSpace = new KintoneRestAPIClient({
		baseUrl: sandbox.url,
		auth,
		guestSpaceId: made.id,
	});
	await guestSpace.space.updateSpaceGuests({ id: made.id, guests: [code] });
	await guestSpace.space.deleteSpace({ id: made.id });
	await space.deleteGuests({ guests: [code] });
	await space.deleteSpace({ id });
});
