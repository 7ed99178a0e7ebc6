import { importedPlugin, installedPlugin, pluginArchive } from '../../support/installed-plugin';
import type { Api } from '../../sandbox/record-platform/api';
import { byId, each, type Examples, once, paged, withFile, withMore } from './example';

const ADMIN = { rows: [{ type: 'USER', code: 'admin', isAdmin: true }] };
const MEMBERS = { rows: [...ADMIN.rows, { type: 'GROUP', code: 'administrators' }] };

const OF_SPACE = each(true, 'isGuest', 'isPrivate', 'fixedMember');
const SHOWN = ['showAnnouncement', 'showThreadList', 'showMemberList'];

/** Examples of the rows about spaces, threads, guests, plugins and API information. */
export async function spaceExamples(api: Api): Promise<Examples> {
	const newSpace = async (more: object = {}) => {
		const members = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];
		const body = { id: 1, name: 'Project', members, ...more };
		return (await api.ok<{ id: string }>('POST', 'template/space.json', body)).id;
	};
	const id = await newSpace();
	const spaceId = byId(id);
	const url = `https://example.cybozu.com/k/#/space/${id}/thread/1`;
	const byUrl = { ...byId(url), mode: 'url' };
	const { defaultThread: threadId } = await api.get<Record<string, string>>('space.json', { id });
	const mentions = { rows: [{ type: 'USER', code: 'sato' }] };
	const options = { imageWidth: 300 };
	let made = 0;
	const email = () => `contract${(made += 1)}@example.com`;
	const newGuest = async () => {
		const code = email();
		const guest = { code, name: code, password: 'welcome', timezone: 'UTC' };
		await api.ok('POST', 'guests.json', { guests: [guest] });
		return code;
	};
	const newArchive = async () =>
		withFile('data', await pluginArchive(), 'plugin.zip', 'application/zip');
	const withPlugin = once(async () => {
		const archive = await pluginArchive();
		const pluginId = await importedPlugin(api, archive);
		const appId = await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
		await api.ok('POST', 'preview/app/plugins.json', { app: appId, ids: [pluginId] });
		await api.deploy(appId);
		return { archive, pluginId, appId };
	});
	// Where this takes another right, only the examples that need it can't be made.
	await withPlugin().catch(() => undefined);

	return {
		'space.create': withMore(() => ({ name: 'New' })),
		'space.createFromTemplate': () => ({
			minimal: { templateId: '1', name: 'New', members: ADMIN },
			full: [{ templateId: 1, name: 'New', members: MEMBERS, additionalFields: OF_SPACE }],
		}),
		'space.delete': withMore(async () => ({ spaceId: byId(await newSpace()) })),
		'space.get': async () => {
			await api.ok('PUT', 'space/body.json', { id, body: '<p>Hi</p>' });
			const inThread = { space: id, thread: threadId };
			const body = { name: 'In it', ...inThread };
			await api.deploy((await api.ok<{ app: string }>('POST', 'preview/app.json', body)).app);
			return { minimal: { spaceId }, full: [{ spaceId: byUrl }] };
		},
		'space.getMembers': async () => {
			const members = [
				{ entity: { type: 'USER', code: 'admin' }, isAdmin: true },
				{ entity: { type: 'ORGANIZATION', code: 'sales' }, includeSubs: true },
			];
			await api.ok('PUT', 'space/members.json', { id, members });
			return { minimal: { spaceId }, full: [{ spaceId, simplify: false }] };
		},
		'space.getStatistics': () => ({ minimal: {}, full: paged() }),
		'space.updateBody': withMore(() => ({ spaceId }), { body: '<p>Welcome</p>' }),
		'space.updateMembers': () => ({
			minimal: { spaceId, members: ADMIN },
			full: [{ spaceId, members: MEMBERS }],
		}),
		'space.updateSettings': withMore(() => ({ spaceId }), {
			settings: {
				...{ name: 'Renamed', createApp: 'ADMIN' },
				...each(true, 'isPrivate', 'fixedMember', 'useMultiThread', ...SHOWN),
				...each(false, 'showAppList', 'showRelatedLinkList'),
			},
		}),
		'thread.create': () => ({
			minimal: { spaceId, name: 'Plans' },
			full: [{ spaceId: byUrl, name: 'Plans' }],
		}),
		'thread.update': withMore(() => ({ threadId }), {
			updateFields: { name: 'Agenda', body: '<p>Points</p>' },
		}),
		'thread.postComment': () => ({
			minimal: { spaceId, threadId, text: 'Hello' },
			full: [
				{ spaceId, threadId, binaryPropertyNames: 'photo' },
				{ spaceId, threadId, text: 'Hello', binaryPropertyNames: 'photo', mentions, options },
			],
			input: withFile('photo', 'picture', 'photo.png', 'image/png'),
		}),
		'guest.create': async () => ({
			minimal: { email: email(), name: 'Guest', password: 'welcome' },
			full: [
				{
					email: email(),
					name: 'Guest',
					password: 'welcome',
					timezone: 'Asia/Tokyo',
					additionalFields: {
						...each('Text', 'company', 'division', 'givenNameReading', 'surNameReading'),
						...{ callto: 'guest.name', locale: 'en', phone: '03-0000-0000', image: 'key' },
					},
				},
			],
		}),
		'guest.delete': async () => ({
			minimal: { emails: await newGuest() },
			full: [{ emails: `${await newGuest()}, ${await newGuest()}` }],
		}),
		'guest.updateMembers': async () => {
			const emails = `${await newGuest()}, ${await newGuest()}`;
			const guestSpaceId = await newSpace({ isGuest: true });
			return {
				minimal: { guestSpaceId, emails },
				full: [
					{ guestSpaceId: `https://example.cybozu.com/k/guest/${guestSpaceId}/`, emails },
					{ guestSpaceId, removeAll: true },
				],
			};
		},
		'plugin.getAll': async () => {
			const { pluginId } = await withPlugin();
			return { minimal: {}, full: paged({ filters: { ids: pluginId } }) };
		},
		'plugin.getApps': async () => {
			const { pluginId } = await withPlugin();
			return { minimal: { pluginId }, full: paged({ pluginId }) };
		},
		'plugin.getRequired': async () => {
			const { appId } = await withPlugin();
			const missing = await installedPlugin(api);
			await api.ok('POST', 'preview/app/plugins.json', { app: appId, ids: [missing] });
			await api.deploy(appId);
			await api.ok('DELETE', 'plugin.json', { id: missing });
			return { minimal: {}, full: paged() };
		},
		'plugin.install': async () => ({
			minimal: {},
			full: [{ binaryPropertyName: 'data' }],
			input: await newArchive(),
		}),
		'plugin.update': async () => {
			const { archive, pluginId } = await withPlugin();
			return {
				minimal: { pluginId },
				full: [{ pluginId, binaryPropertyName: 'data' }],
				input: withFile('data', archive, 'plugin.zip', 'application/zip'),
			};
		},
		'plugin.uninstall': withMore(async () => ({ pluginId: await installedPlugin(api) })),
		'search.search': () => ({
			minimal: { keywords: 'Project' },
			full: [
				{
					keywords: 'Project, Other',
					keywordMatch: 'OR',
					returnAll: false,
					limit: 5,
					orderBy: 'CREATED_AT DESC',
					filters: {
						...{ apps: '1, 2', excludedApps: '3', spaces: '1', excludedSpaces: '99' },
						...{ createdAfter: '2020-01-01T00:00:00Z', createdBefore: '2040-01-01T00:00:00Z' },
						...{ creators: 'admin', excludedKeywords: 'draft' },
						types: ['RECORD', 'SPACE', 'THREAD'],
					},
				},
				{ keywords: 'Project', returnAll: true, options: { allGuestSpaces: true } },
			],
		}),
		'apiInformation.getAll': () => ({ minimal: {}, full: paged() }),
		'apiInformation.getSchema': () => ({
			minimal: { apiName: 'record/get' },
			full: [{ apiName: 'preview/app/form/fields/get' }],
		}),
	};
}
