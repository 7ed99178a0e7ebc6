import { Api, passwordOf, useApi } from './api';

interface Space {
	[name: string]: unknown;
	defaultThread: string;
	memberCount: string;
}

const { sandbox, api } = useApi();
let sato: Api;

const member = (code: string, isAdmin = false, type = 'USER') => ({
	entity: { type, code },
	isAdmin,
});

beforeAll(() => {
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

it('a space that was created has the body of its thread, and gets no second one', async () => {
	const { id } = await sato.ok<{ id: string }>('POST', 'space.json', { name: 'Single' });
	const thread = (await read(id)).defaultThread;
	await sato.ok('PUT', 'space/thread.json', {
		id: thread,
		body: '<p onclick="x()">Hello<script>x()</script></p>',
	});
	expect((await read(id)).body).toBe('<p>Hello</p>');
	expect(await sato.fault('POST', 'space/thread.json', { space: id, name: 'Second' })).toBe(
		'400 CB_IL02',
	);
	expect(await sato.fault('PUT', 'space/body.json', { id, body: 'x' })).toBe('400 CB_IL02');
	expect(await sato.fault('PUT', 'space/thread.json', { id: thread, name: 'x' })).toBe(
		'400 CB_VA01 name',
	);
	await sato.ok('PUT', 'space.json', { id, useMultiThread: 'true', showAppList: false });
	await sato.ok('PUT', 'space.json', { id, useMultiThread: false });
	expect(await read(id)).toMatchObject({
		useMultiThread: true,
		body: null,
		showAppList: false,
		showThreadList: true,
	});
});

it('a space from a template goes with its apps when it is deleted', async () => {
	const id = await fromTemplate();
	const { app } = await api.ok<{ app: string }>('POST', 'preview/app.json', {
		name: 'Inside',
		space: id,
	});
	expect((await read(id)).attachedApps).toEqual([]);
	await api.deploy(app);
	expect((await read(id)).attachedApps).toMatchObject([{ appId: app, name: 'Inside' }]);
	await api.ok('DELETE', `space.json?id=${id}`);
	expect(await api.fault('GET', `space.json?id=${id}`)).toBe('404 GAIA_SP01');
	expect(await api.fault('GET', `app.json?id=${app}`)).toBe('404 GAIA_AP01');
	expect(await api.fault('GET', `preview/app/deploy.json?apps[0]=${app}`)).toBe('404 GAIA_AP01');
	await expect(sandbox.control('tokens', { app, permissions: ['view'] })).rejects.toThrow('400');
	expect(await fromTemplate()).not.toBe(id);
	expect((await api.ok<{ app: string }>('POST', 'preview/app.json', { name: 'x' })).app).not.toBe(
		app,
	);
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
		expect(await inside.fault('PUT', 'space/guests.json', { id, guests: ['c@x'] })).toBe(
			'400 CB_VA01 guests[0]',
		);
		await api.ok('DELETE', 'guests.json?guests[0]=a@example.org&guests[1]=b@example.org');
		expect(await api.fault('DELETE', 'guests.json', { guests: ['a@example.org'] })).toBe(
			'400 CB_VA01 guests[0]',
		);
		expect(await api.fault('GET', `space.json?id=${id}`)).toBe('400 GAIA_IL23');
		expect(await api.fault('PUT', 'space/guests.json', { id, guests: [] })).toBe('400 GAIA_IL23');
		const other = await fromTemplate();
		expect(await inside.fault('GET', `space.json?id=${other}`)).toBe('403 CB_NO02');
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
			await inside.fault('POST', 'record.json', { app, record: { Who: { value: [unknown] } } }),
		).toBe('400 CB_VA01 record.Who.values[0].value');
		const give = (who: object) =>
			inside.fault('PUT', 'app/acl.json', {
				app,
				rights: [{ entity: { type: 'USER', ...who }, recordViewable: true }],
			});
		expect(await give(unknown)).toBe('400 CB_VA01 rights[0].entity.code');
		expect(await give(known)).toBe('200');
	});
});
