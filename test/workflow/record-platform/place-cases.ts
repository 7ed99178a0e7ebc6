import type { IDataObject } from 'n8n-workflow';

import { importedPlugin, installedPlugin, pluginArchive } from '../../support/installed-plugin';
import type { Case } from './case';
import type { Api } from './world';

/** What the cases of spaces, guests and plugins work on. */
export interface Places {
	space: string;
	thread: string;
	guestSpace: string;
	archive: Buffer;
	/** Made from the archive. */
	plugin: string;
	missingPlugins: string[];
}

const ADMIN = { type: 'USER', code: 'admin', isAdmin: true };
const MEMBERS = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];

async function fromTemplate(api: Api, more: object = {}): Promise<string> {
	const body = { id: 1, name: 'Project', members: MEMBERS, ...more };
	return (await api.ok<{ id: string }>('POST', 'template/space.json', body)).id;
}

let made = 0;

async function newGuest(api: Api): Promise<string> {
	const code = `guest${(made += 1)}@example.com`;
	const guest = { code, name: code, password: 'welcome', timezone: 'UTC' };
	await api.ok('POST', 'guests.json', { guests: [guest] });
	return code;
}

/** Makes them; two plugins that `app` uses are uninstalled again. */
export async function makePlaces(api: Api, app: string): Promise<Places> {
	const space = await fromTemplate(api);
	const { defaultThread } = await api.get<{ defaultThread: string }>('space.json', { id: space });
	const archive = await pluginArchive();
	const missingPlugins = [await installedPlugin(api), await installedPlugin(api)];
	await api.ok('POST', 'preview/app/plugins.json', { app, ids: missingPlugins });
	await api.deploy(app);
	for (const id of missingPlugins) await api.ok('DELETE', 'plugin.json', { id });
	return {
		space,
		thread: defaultThread,
		guestSpace: await fromTemplate(api, { isGuest: true }),
		archive,
		plugin: await importedPlugin(api, archive),
		missingPlugins,
	};
}

/** The rows of spaces, threads, guests, plugins and API information. */
export function placeCases(world: () => { api: Api; places: Places }): Record<string, Case> {
	const options = {};
	const spaceId = { mode: 'id', value: '={{ $json.space }}' };
	const two = (item: () => IDataObject) => async () => await Promise.resolve([item(), item()]);
	const twice = async (item: () => Promise<IDataObject>) => [await item(), await item()];
	const noSpace = { bad: { space: '999999' }, says: /GAIA_SP\d+|not found/ };
	const members = { rows: [ADMIN, { type: 'USER', code: '={{ $json.member }}' }] };
	const withMember = { bad: { space: '1', template: '1', member: 'nobody' }, says: /nobody/ };

	const onSpace = (parameters: IDataObject = {}): Case => ({
		parameters: () => ({ spaceId, options, ...parameters }),
		good: two(() => ({ space: world().places.space })),
		...noSpace,
	});

	return {
		'space.create': {
			parameters: () => ({ name: '={{ $json.name }}' }),
			good: two(() => ({ name: 'New' })),
			bad: { name: 'x'.repeat(129) },
			says: /CB_VA01/,
		},
		'space.createFromTemplate': {
			parameters: () => ({
				templateId: '={{ $json.template }}',
				name: 'New',
				members,
				additionalFields: {},
			}),
			good: two(() => ({ template: '1', member: 'sato' })),
			...withMember,
		},
		'space.delete': {
			...onSpace(),
			good: async () => await twice(async () => ({ space: await fromTemplate(world().api) })),
		},
		'space.get': onSpace(),
		'space.getMembers': onSpace({ simplify: true }),
		'space.getStatistics': {
			parameters: () => ({ returnAll: false, limit: '={{ $json.limit }}' }),
			good: two(() => ({ limit: 1 })),
			bad: { limit: -1 },
			says: /[Ll]imit/,
		},
		'space.updateBody': onSpace({ body: '<p>Hello</p>' }),
		'space.updateMembers': {
			parameters: () => ({ spaceId, members, options }),
			good: two(() => ({ space: world().places.space, member: 'sato' })),
			...noSpace,
			bad: { ...noSpace.bad, member: 'sato' },
		},
		'space.updateSettings': onSpace({ settings: { name: 'Renamed', showAppList: false } }),
		'thread.create': onSpace({ name: 'Plans' }),
		'thread.postComment': {
			parameters: () => ({
				spaceId,
				threadId: '={{ $json.thread }}',
				text: 'Hello',
				mentions: { rows: [{ type: 'USER', code: 'sato' }] },
				binaryPropertyNames: '={{ $json.file }}',
				options,
			}),
			good: two(() => {
				const { space, thread } = world().places;
				return { space, thread, file: 'data' };
			}),
			bad: { space: '1', thread: '1', file: 'nothing' },
			says: /no binary field named "nothing"/,
			binary: true,
		},
		'thread.update': {
			parameters: () => ({
				threadId: '={{ $json.thread }}',
				updateFields: { name: 'Renamed', body: '' },
				options,
			}),
			good: two(() => ({ thread: world().places.thread })),
			bad: { thread: '999999' },
			says: /GAIA_TH01/,
		},
		'guest.create': {
			parameters: () => ({
				email: '={{ $json.email }}',
				name: 'Guest',
				password: 'welcome',
				timezone: 'Asia/Tokyo',
				additionalFields: {},
			}),
			good: async () =>
				await twice(async () => await Promise.resolve({ email: `new${(made += 1)}@example.com` })),
			bad: { email: 'no address' },
			says: /CB_VA01/,
		},
		'guest.delete': {
			parameters: () => ({ emails: '={{ $json.email }}' }),
			good: async () => await twice(async () => ({ email: await newGuest(world().api) })),
			bad: { email: 'nobody@example.com' },
			says: /nobody@example.com was not found/,
		},
		'guest.updateMembers': {
			parameters: () => ({
				guestSpaceId: '={{ $json.space }}',
				removeAll: false,
				emails: '={{ $json.email }}',
			}),
			good: async () => {
				const item = { space: world().places.guestSpace, email: await newGuest(world().api) };
				return [item, item];
			},
			bad: { space: '5', email: '' },
			says: /"Emails" is empty/,
		},
		'plugin.getAll': {
			parameters: () => ({ returnAll: false, limit: '={{ $json.limit }}', filters: {} }),
			good: two(() => ({ limit: 1 })),
			bad: { limit: -1 },
			says: /[Ll]imit/,
		},
		'plugin.getRequired': {
			parameters: () => ({ returnAll: false, limit: '={{ $json.limit }}' }),
			good: two(() => ({ limit: 1 })),
			bad: { limit: -1 },
			says: /[Ll]imit/,
		},
		'plugin.getApps': {
			parameters: () => ({ pluginId: '={{ $json.plugin }}', returnAll: true }),
			good: two(() => ({ plugin: world().places.missingPlugins[0] })),
			bad: { plugin: 'a'.repeat(32) },
			says: /GAIA_PL01/,
		},
		'plugin.install': {
			parameters: () => ({ binaryPropertyName: '={{ $json.property }}' }),
			good: two(() => ({ property: 'data' })),
			bad: { property: 'nothing' },
			says: /no binary field named "nothing"/,
			binary: () => world().places.archive,
		},
		'plugin.update': {
			parameters: () => ({ pluginId: '={{ $json.plugin }}', binaryPropertyName: 'data' }),
			good: two(() => ({ plugin: world().places.plugin })),
			bad: { plugin: 'a'.repeat(32) },
			says: /GAIA_PL01/,
			binary: () => world().places.archive,
		},
		'plugin.uninstall': {
			parameters: () => ({ pluginId: '={{ $json.plugin }}' }),
			good: async () => await twice(async () => ({ plugin: await installedPlugin(world().api) })),
			bad: { plugin: 'a'.repeat(32) },
			says: /GAIA_PL01/,
		},
		'search.search': {
			parameters: () => ({
				keywords: '={{ $json.word }}',
				returnAll: false,
				limit: 2,
				filters: { createdAfter: '={{ $json.after }}' },
				options,
			}),
			good: two(() => ({ word: 'Project', after: '2020-01-01' })),
			bad: { word: 'Project', after: '2020-02-30' },
			says: /"Created After" is not a valid date: "2020-02-30"/,
		},
		'apiInformation.getAll': {
			parameters: () => ({ returnAll: false, limit: '={{ $json.limit }}' }),
			good: two(() => ({ limit: 1 })),
			bad: { limit: -1 },
			says: /[Ll]imit/,
		},
		'apiInformation.getSchema': {
			parameters: () => ({ apiName: '={{ $json.name }}' }),
			good: two(() => ({ name: 'preview/app/form/fields/get' })),
			bad: { name: 'nowhere' },
			says: /not a valid API name/,
		},
	};
}
