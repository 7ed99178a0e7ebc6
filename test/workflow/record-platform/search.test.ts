import type { IDataObject } from 'n8n-workflow';

import { cells, useApi } from '../../sandbox/record-platform/api';
import { jsonOf, runRecordPlatform } from './world';

const { sandbox, api } = useApi();
let app: string;
let other: string;

beforeAll(async () => {
	const fields = { Name: { type: 'SINGLE_LINE_TEXT' } };
	app = await api.makeApp(fields);
	other = await api.makeApp(fields);
	const records = Array.from({ length: 25 }, (_, at) => cells({ Name: `walrus ${at}` }));
	await api.ok('POST', 'records.json', { app, records });
	await api.create(other, cells({ Name: 'Tokyo Trading walrus' }));
	await api.create(other, cells({ Name: 'walrus draft' }));
});

const searched = async (parameters: IDataObject) => {
	const outcome = await runRecordPlatform(sandbox, {
		resource: 'search',
		operation: 'search',
		parameters: { options: {}, ...parameters },
	});
	if (outcome.error) throw outcome.error;
	return outcome;
};
const search = async (parameters: IDataObject) =>
	jsonOf(await searched(parameters)).map(({ record }) => (record as IDataObject).appId);

it('returns all results of several pages, or up to a limit', async () => {
	expect(await search({ keywords: 'walrus', returnAll: true })).toHaveLength(27);
	await sandbox.forget();
	expect(await search({ keywords: 'walrus', limit: 21 })).toHaveLength(21);
	expect(await sandbox.requests()).toHaveLength(2);
});

it('finds a keyword of two words, and leaves out what must not be found', async () => {
	expect(await search({ keywords: 'Tokyo Trading, walrus' })).toEqual([other]);
	const any = { keywords: 'Tokyo Trading, draft', keywordMatch: 'OR' };
	expect(await search(any)).toEqual([other, other]);
	expect(await search({ ...any, filters: { excludedKeywords: 'draft' } })).toEqual([other]);
});

it('searches only the chosen apps, without the excluded ones', async () => {
	const inApps = async (filters: IDataObject) =>
		new Set(await search({ keywords: 'walrus', returnAll: true, filters }));
	expect(await inApps({ apps: other })).toEqual(new Set([other]));
	expect(await inApps({ excludedApps: other })).toEqual(new Set([app]));
	expect(await inApps({ apps: `${app}, ${other}`, excludedApps: app })).toEqual(new Set([other]));
});

it('does not search all apps where an expression finds none, and excludes nothing where it finds no words', async () => {
	const found = async (filters: IDataObject) =>
		await search({ keywords: 'walrus', returnAll: true, filters });
	const message = expect.stringContaining('"App IDs" is empty') as unknown;
	await expect(found({ apps: '={{ $json.none }}' })).rejects.toMatchObject({ message });
	expect(await found({ excludedKeywords: '={{ [] }}', apps: '' })).toHaveLength(27);
});

it('searches the guest spaces that the user has joined, one or all, and only there', async () => {
	const members = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];
	const space = { id: 1, name: 'The walrus space', isGuest: true, members };
	const { id } = await api.ok<{ id: string }>('POST', 'template/space.json', space);
	const inSpaces = async (options: IDataObject) => {
		const parameters = { keywords: 'walrus', options, filters: { types: ['SPACE'] } };
		return jsonOf(await searched(parameters)).map(({ url }) => url);
	};
	const url = `${sandbox.url}/k/guest/${id}/#/space/${id}`;
	expect(await inSpaces({ guestSpace: id })).toEqual([url]);
	expect(await inSpaces({ allGuestSpaces: true })).toEqual([url]);
	expect(await inSpaces({})).toEqual([]);
});
