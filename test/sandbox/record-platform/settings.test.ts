import { useSandbox } from '../../support/sandbox';
import { Api, type ErrorBody, passwordOf } from './api';

const sandbox = useSandbox();
let api: Api;
let app: string;
let target: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
	target = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
	app = await api.makeApp({
		text: { type: 'SINGLE_LINE_TEXT' },
		when: { type: 'DATE' },
		amount: { type: 'NUMBER' },
		owner: { type: 'USER_SELECT' },
	});
});

const put = (path: string, body: object, caller = api) =>
	caller.send<ErrorBody & { revision?: string }>('PUT', `preview/${path}.json`, { app, ...body });

const preview = <Body>(path: string) => api.get<Body>(`preview/${path}.json`, { app });

const everyone = { entity: { type: 'GROUP', code: 'everyone' } };

it('starts with what every app starts with', async () => {
	const fresh = await api.makeApp({});
	const read = (path: string) => api.get<object>(`${path}.json`, { app: fresh });
	expect(await read('app/adminNotes')).toMatchObject({ content: '' });
	expect(await read('app/views')).toMatchObject({ views: {} });
	expect(await read('app/notifications/general')).toMatchObject({ notifications: [] });
	expect(await read('app/acl')).toMatchObject({
		rights: [
			{ entity: { type: 'CREATOR', code: null }, appEditable: true },
			{ entity: { type: 'GROUP', code: 'everyone' }, appEditable: false, recordEditable: true },
		],
	});
	expect(await read('app/settings')).toMatchObject({ name: 'Test', theme: 'WHITE' });
});

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
	const { views } = await preview<{ views: object }>('app/views');
	expect(views).toEqual({
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

it('takes uploaded files into the customization and keeps them', async () => {
	const fileKey = await api.upload('let a;', 'script.js', 'text/javascript');
	const file = { type: 'FILE', file: { fileKey } };
	await put('app/customize', { desktop: { js: [file] } });
	interface Customize {
		desktop: { js: { file: { fileKey: string; name: string } }[] };
	}
	const { desktop } = await preview<Customize>('app/customize');
	const kept = desktop.js[0]?.file;
	expect(kept).toMatchObject({ name: 'script.js', size: '6' });
	const again = { type: 'FILE', file: { fileKey: kept?.fileKey } };
	await put('app/customize', {
		desktop: { js: [{ type: 'URL', url: 'https://example.com/b.js' }, again] },
	});
	expect((await preview<Customize>('app/customize')).desktop.js[1]?.file).toEqual(kept);
	const response = await fetch(`${sandbox.url}/k/v1/file.json?fileKey=${kept?.fileKey}`, {
		headers: api.headers,
	});
	expect(await response.text()).toBe('let a;');
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

it('hides where actions lead from those without a right there', async () => {
	const entities = [{ type: 'GROUP', code: 'everyone' }];
	const action = { index: 0, destApp: { app: target }, mappings: [], entities };
	await put('app/actions', { actions: { Copy: action } });
	await api.deploy(app);
	const rights = [{ entity: { type: 'CREATOR' }, recordViewable: true, appEditable: true }];
	await api.ok('PUT', 'app/acl.json', { app: target, rights });
	const read = (caller: Api) => caller.get<{ actions: object }>('app/actions.json', { app });
	expect((await read(api)).actions).toMatchObject({ Copy: { destApp: { app: target } } });
	expect((await read(api.as(passwordOf('sato')))).actions).toMatchObject({
		Copy: { destApp: null, mappings: null },
	});
});

const node = (index: number, children: object = {}) => ({ index, children });
const reminder = (timing: object) => ({ notifications: [{ timing, targets: [everyone] }] });
const report = (more: object) => ({ reports: { R: { index: 0, chartType: 'PIE', ...more } } });

const REFUSED: [what: string, path: string, body: object, code: string, key?: string][] = [
	['a long note', 'app/adminNotes', { content: 'x'.repeat(10_001) }, 'CB_VA01', 'content'],
	['an empty app name', 'app/settings', { name: '' }, 'CB_VA01', 'name'],
	['a long app name', 'app/settings', { name: 'x'.repeat(65) }, 'CB_VA01', 'name'],
	['an unknown theme', 'app/settings', { theme: 'PINK' }, 'CB_VA01', 'theme'],
	[
		'month 13',
		'app/settings',
		{ firstMonthOfFiscalYear: '13' },
		'CB_VA01',
		'firstMonthOfFiscalYear',
	],
	[
		'an icon not there',
		'app/settings',
		{ icon: { type: 'PRESET', key: 'APP91' } },
		'CB_VA01',
		'icon.key',
	],
	['a switch that is a word', 'app/settings', { enableComments: 'yes' }, 'CB_IJ01'],
	['no views', 'app/views', {}, 'CB_VA01', 'views'],
	[
		'a view without an index',
		'app/views',
		{ views: { V: { type: 'LIST' } } },
		'CB_VA01',
		'views[V].index',
	],
	[
		'a new view renamed',
		'app/views',
		{ views: { V: { type: 'LIST', index: 0, name: 'W' } } },
		'CB_VA01',
		'views[V].name',
	],
	[
		'a view of an unknown type',
		'app/views',
		{ views: { V: { type: 'MAP', index: 0 } } },
		'CB_VA01',
		'views[V].type',
	],
	[
		'a view of an unknown field',
		'app/views',
		{ views: { V: { type: 'LIST', index: 0, fields: ['no'] } } },
		'GAIA_FC01',
	],
	[
		'a broken filter',
		'app/views',
		{ views: { V: { type: 'LIST', index: 0, filterCond: 'text =' } } },
		'CB_VA01',
		'views[V].filterCond',
	],
	[
		'a filter by an unknown field',
		'app/views',
		{ views: { V: { type: 'LIST', index: 0, filterCond: 'no = 1' } } },
		'GAIA_IQ11',
	],
	['no chart mode', 'app/reports', report({ chartType: 'BAR' }), 'CB_VA01', 'reports[R].chartMode'],
	[
		'11 aggregations',
		'app/reports',
		report({ aggregations: Array(11).fill({ type: 'COUNT' }) }),
		'CB_VA01',
		'reports[R].aggregations',
	],
	[
		'a pivot table without groups',
		'app/reports',
		report({ chartType: 'PIVOT_TABLE' }),
		'CB_VA01',
		'reports[R].groups',
	],
	[
		'a date without a period',
		'app/reports',
		report({ groups: [{ code: 'when' }] }),
		'CB_VA01',
		'reports[R].groups[0].per',
	],
	[
		'two charts of one index',
		'app/reports',
		{ reports: { R: { index: 0, chartType: 'PIE' }, S: { index: 0, chartType: 'PIE' } } },
		'CB_VA01',
		'reports[S].index',
	],
	[
		'a file that is not there',
		'app/customize',
		{ mobile: { js: [{ type: 'FILE', file: { fileKey: 'no' } }] } },
		'GAIA_BL01',
	],
	['an unknown scope', 'app/customize', { scope: 'SOME' }, 'CB_VA01', 'scope'],
	[
		'an unknown user',
		'app/notifications/general',
		{ notifications: [{ entity: { type: 'USER', code: 'nobody' } }] },
		'CB_VA01',
		'notifications[0].entity.code',
	],
	[
		'a field with no users',
		'app/notifications/general',
		{ notifications: [{ entity: { type: 'FIELD_ENTITY', code: 'text' } }] },
		'GAIA_FC01',
	],
	[
		'no condition',
		'app/notifications/perRecord',
		{ notifications: [{ targets: [everyone] }] },
		'CB_VA01',
		'notifications[0].filterCond',
	],
	[
		'a long title',
		'app/notifications/perRecord',
		{ notifications: [{ filterCond: '', title: 'x'.repeat(101), targets: [] }] },
		'CB_VA01',
		'notifications[0].title',
	],
	[
		'a reminder too far off',
		'app/notifications/reminder',
		reminder({ code: 'when', daysLater: 10_001, time: '08:00' }),
		'CB_VA01',
		'notifications[0].timing.daysLater',
	],
	[
		'a reminder at 08:05',
		'app/notifications/reminder',
		reminder({ code: 'when', daysLater: 0, time: '08:05' }),
		'CB_VA01',
		'notifications[0].timing.time',
	],
	[
		'a reminder by a text',
		'app/notifications/reminder',
		reminder({ code: 'text', daysLater: 0, hoursLater: 1 }),
		'CB_VA01',
		'notifications[0].timing.code',
	],
	[
		'an unknown zone',
		'app/notifications/reminder',
		{ timezone: 'Mars/Base' },
		'CB_VA01',
		'timezone',
	],
	[
		'editing without viewing',
		'app/acl',
		{ rights: [{ ...everyone, recordEditable: true }] },
		'CB_VA01',
		'rights[0].recordEditable',
	],
	[
		'importing without adding',
		'app/acl',
		{ rights: [{ ...everyone, recordImportable: true }] },
		'CB_VA01',
		'rights[0].recordImportable',
	],
	['no rights', 'record/acl', {}, 'CB_VA01', 'rights'],
	[
		'rights to an unknown field',
		'field/acl',
		{ rights: [{ code: 'no', entities: [] }] },
		'GAIA_FC01',
	],
	[
		'an unknown access',
		'field/acl',
		{ rights: [{ code: 'text', entities: [{ ...everyone, accessibility: 'ALL' }] }] },
		'CB_VA01',
		'rights[0].entities[0].accessibility',
	],
	[
		'an action without a destination',
		'app/actions',
		{ actions: { N: { index: 0 } } },
		'CB_VA01',
		'actions[N].destApp',
	],
	[
		'an action of a long name',
		'app/actions',
		{ actions: { ['x'.repeat(33)]: { index: 0 } } },
		'CB_VA01',
		`actions[${'x'.repeat(33)}].name`,
	],
	[
		'an action to no app',
		'app/actions',
		{ actions: { N: { index: 0, destApp: { app: 999 }, mappings: [], entities: [] } } },
		'GAIA_AP01',
	],
	[
		'a category without children',
		'app/categories',
		{ categories: { A: { index: 0 } } },
		'CB_VA01',
		'categories[A].children',
	],
	[
		'six levels',
		'app/categories',
		{
			categories: {
				A: node(0, { B: node(0, { C: node(0, { D: node(0, { E: node(0, { F: node(0) }) }) }) }) }),
			},
		},
		'CB_VA01',
		'categories[A].children[B].children[C].children[D].children[E].children',
	],
	[
		'a plug-in that is not in the app',
		'app/plugin/config',
		{ id: 'x', config: {} },
		'CB_VA01',
		'id',
	],
	[
		'a condition on the status',
		'app/status',
		{ enable: true, actions: [{ name: 'A', from: 'B', to: 'C', filterCond: 'Status = "B"' }] },
		'CB_VA01',
		'actions[0].filterCond',
	],
];

it.each(REFUSED.map(([what, path, body, code, key]) => ({ what, path, body, code, key })))(
	'refuses $what',
	async ({ path, body, code, key }) => {
		const { body: error, status } = await put(path, body);
		expect([status, error.code]).toEqual([
			code === 'GAIA_BL01' || code === 'GAIA_AP01' ? 404 : 400,
			code,
		]);
		if (key !== undefined) expect(Object.keys(error.errors ?? {})).toEqual([key]);
	},
);

it('lets only those change settings who manage the app', async () => {
	const user = await put('app/adminNotes', { content: 'x' }, api.as(passwordOf('sato')));
	expect([user.status, user.body.code]).toEqual([403, 'CB_NO02']);
	const make = async (...permissions: string[]) => {
		const { token } = (await sandbox.control('tokens', { app, permissions })) as { token: string };
		return api.as({ 'X-Cybozu-API-Token': token });
	};
	const viewer = await put('app/views', { views: {} }, await make('view'));
	expect([viewer.status, viewer.body.code]).toEqual([403, 'GAIA_NO01']);
	const manager = await make('manage');
	expect((await put('app/views', { views: {} }, manager)).status).toBe(200);
	const custom = await put('app/views', { views: { C: { type: 'CUSTOM', index: 0 } } }, manager);
	expect([custom.status, custom.body.code]).toEqual([403, 'GAIA_NO01']);
	const script = await put('app/customize', { scope: 'NONE' }, manager);
	expect([script.status, script.body.code]).toEqual([403, 'GAIA_NO01']);
});

it('moves an app into a space, out of it, and into none that is not there', async () => {
	const { id: space } = await api.ok<{ id: string }>('POST', 'template/space.json', {
		id: 1,
		name: 'Home',
		members: [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }],
	});
	await api.ok('POST', 'app/move.json', { app, space });
	expect(await api.get('app.json', { id: app })).toMatchObject({ spaceId: space });
	await api.ok('POST', 'app/move.json', { app, space: null });
	expect(await api.get('app.json', { id: app })).toMatchObject({ spaceId: null, threadId: null });
	const none = await api.send('POST', 'app/move.json', { app, space: 999 });
	expect([none.status, none.body.code]).toEqual([404, 'GAIA_SP01']);
});

it('answers under the paths of a guest space', async () => {
	await sandbox.control('reset', { demo: true });
	const { apps } = await api.inGuestSpace('1').get<{ apps: { appId: string }[] }>('apps.json');
	const inside = apps[0]?.appId ?? '';
	const guest = api.inGuestSpace('1');
	await guest.ok('PUT', 'preview/app/adminNotes.json', { app: inside, content: 'Inside' });
	expect(await guest.get('preview/app/adminNotes.json', { app: inside })).toMatchObject({
		content: 'Inside',
	});
	const outside = await api.send('GET', `app/adminNotes.json?app=${inside}`);
	expect([outside.status, outside.body.code]).toEqual([400, 'GAIA_IL23']);
});
