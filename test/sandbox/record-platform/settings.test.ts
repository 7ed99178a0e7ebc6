import { type Api, passwordOf, useApi } from './api';

const { sandbox, api } = useApi();
let app: string;

beforeAll(async () => {
	app = await api.makeApp({
		text: { type: 'SINGLE_LINE_TEXT' },
		when: { type: 'DATE' },
		amount: { type: 'NUMBER' },
		owner: { type: 'USER_SELECT' },
	});
});

const put = (path: string, body: object) =>
	api.send('PUT', `preview/${path}.json`, { app, ...body });

const preview = <Body>(path: string) => api.get<Body>(`preview/${path}.json`, { app });

const everyone = { entity: { type: 'GROUP', code: 'everyone' } };

it('shows a change in production only when it was deployed', async () => {
	await put('app/adminNotes', { content: 'Later' });
	expect(await api.get('app/adminNotes.json', { app })).toMatchObject({ content: '' });
	expect(await preview('app/adminNotes')).toMatchObject({ content: 'Later' });
	await api.deploy(app);
	expect(await api.get('app/adminNotes.json', { app })).toMatchObject({ content: 'Later' });
});

it('keeps the IDs of views, renames them and drops those not sent', async () => {
	const list = { type: 'LIST', index: 0, fields: ['text'] };
	const first = await api.ok<{ views: Record<string, { id: string }> }>(
		'PUT',
		'preview/app/views.json',
		{ app, views: { A: list, B: { ...list, index: 1 } } },
	);
	await put('app/views', { views: { A: { type: 'LIST', name: 'C', index: 3, sort: 'text asc' } } });
	expect((await preview<{ views: object }>('app/views')).views).toEqual({
		C: {
			id: first.views.A?.id,
			index: '3',
			type: 'LIST',
			name: 'C',
			fields: ['text'],
			filterCond: '',
			sort: 'text asc',
		},
	});
});

it('writes permissions to production at once, with all that waits in preview', async () => {
	const made = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
	await api.ok('PUT', 'preview/app/settings.json', { app: made, name: 'Pending' });
	await api.ok('PUT', 'preview/record/acl.json', { app: made, rights: [] });
	const rights = [{ code: 'text', entities: [{ ...everyone, accessibility: 'READ' }] }];
	const { revision } = await api.ok<{ revision: string }>('PUT', 'field/acl.json', {
		app: made,
		rights,
	});
	expect(await api.get('app/settings.json', { app: made })).toMatchObject({
		name: 'Pending',
		revision,
	});
	expect(await api.get('field/acl.json', { app: made })).toMatchObject({
		rights: [{ code: 'text', entities: [{ accessibility: 'READ', includeSubs: false }] }],
		revision,
	});
});

const report = (more: object) => ({ reports: { R: { index: 0, chartType: 'PIE', ...more } } });
const NO_FILE = { type: 'FILE', file: { fileKey: 'no' } };
const nobody = { entity: { type: 'USER', code: 'nobody' } };
const icon = { type: 'PRESET', key: 'APP91' };
const view = (more: object) => ({ views: { V: { type: 'LIST', index: 0, ...more } } });
const rights = (...list: object[]) => ({ rights: list });
const notify = (more: object) => ({ notifications: [more] });
const reminder = (code: string) =>
	notify({ timing: { code, daysLater: 0, hoursLater: 1 }, targets: [] });
const actions = (more: object) => ({ actions: { N: { index: 0, ...more } } });

/** Path, body, error code, and the key that the error is about. */
const REFUSED: Array<[path: string, body: object, code: string, key?: string]> = [
	['app/adminNotes', { content: 'x'.repeat(10_001) }, 'CB_VA01', 'content'],
	['app/settings', { name: '' }, 'CB_VA01', 'name'],
	['app/settings', { theme: 'PINK' }, 'CB_VA01', 'theme'],
	['app/settings', { icon }, 'CB_VA01', 'icon.key'],
	['app/settings', { enableComments: 'yes' }, 'CB_IJ01'],
	['app/views', {}, 'CB_VA01', 'views'],
	['app/views', view({ index: undefined }), 'CB_VA01', 'views[V].index'],
	['app/views', view({ name: 'W' }), 'CB_VA01', 'views[V].name'],
	['app/views', view({ fields: ['no'] }), 'GAIA_FC01'],
	['app/views', view({ filterCond: 'text =' }), 'CB_VA01', 'views[V].filterCond'],
	['app/views', view({ filterCond: 'no = 1' }), 'GAIA_IQ11'],
	['app/reports', report({ chartType: 'BAR' }), 'CB_VA01', 'reports[R].chartMode'],
	['app/reports', report({ groups: [{ code: 'when' }] }), 'CB_VA01', 'reports[R].groups[0].per'],
	['app/customize', { mobile: { js: [NO_FILE] } }, 'GAIA_BL01'],
	['app/customize', { scope: 'SOME' }, 'CB_VA01', 'scope'],
	['app/notifications/general', notify(nobody), 'CB_VA01', 'notifications[0].entity.code'],
	['app/notifications/perRecord', notify({}), 'CB_VA01', 'notifications[0].filterCond'],
	['app/notifications/reminder', reminder('text'), 'CB_VA01', 'notifications[0].timing.code'],
	['app/notifications/reminder', { timezone: 'Mars/Base' }, 'CB_VA01', 'timezone'],
	['app/acl', rights({ ...everyone, recordEditable: true }), 'CB_VA01', 'rights[0].recordEditable'],
	['record/acl', {}, 'CB_VA01', 'rights'],
	['field/acl', rights({ code: 'no', entities: [] }), 'GAIA_FC01'],
	['app/actions', actions({}), 'CB_VA01', 'actions[N].destApp'],
	['app/actions', actions({ destApp: { app: 999 }, mappings: [], entities: [] }), 'GAIA_AP01'],
	['app/categories', { categories: { A: { index: 0 } } }, 'CB_VA01', 'categories[A].children'],
	['app/plugin/config', { id: 'x', config: {} }, 'CB_VA01', 'id'],
	['app/status', { actions: [{ name: 'A', from: 'B', to: 'C' }] }, 'CB_VA01'],
];

it.each(REFUSED.map(([path, body, code, key]) => [path, body, code, key] as const))(
	'refuses %s %j: %s',
	async (path, body, code, key) => {
		const isMissing = code === 'GAIA_BL01' || code === 'GAIA_AP01';
		const told = await api.fault('PUT', `preview/${path}.json`, { app, ...body });
		const expected = `${isMissing ? 404 : 400} ${code}`;
		if (key === undefined) expect(told.split(' ').slice(0, 2).join(' ')).toBe(expected);
		else expect(told).toBe(`${expected} ${key}`);
	},
);

it('lets only those change settings who manage the app', async () => {
	const outcome = async (caller: Api, path: string, body: object) =>
		await caller.refusal('PUT', `preview/${path}.json`, { app, ...body });
	const user = api.as(passwordOf('sato'));
	expect(await outcome(user, 'app/adminNotes', { content: 'x' })).toBe('403 CB_NO02');
	const make = async (...permissions: string[]) => {
		const { token } = (await sandbox.control('tokens', { app, permissions })) as { token: string };
		return api.as({ 'X-Cybozu-API-Token': token });
	};
	const views = { views: {} };
	expect(await outcome(await make('view'), 'app/views', views)).toBe('403 GAIA_NO01');
	const manager = await make('manage');
	expect(await outcome(manager, 'app/views', views)).toBe('200');
	const custom = { views: { C: { type: 'CUSTOM', index: 0 } } };
	expect(await outcome(manager, 'app/views', custom)).toBe('403 GAIA_NO01');
	expect(await outcome(manager, 'app/customize', { scope: 'NONE' })).toBe('403 GAIA_NO01');
});
