import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { Api, byId, jsonOf, mapping, oAuth2Credential, runRecordPlatform } from './world';

const sandbox = useSandbox();
let api: Api;
let app: string;
let other: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
	other = await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
});

beforeEach(async () => {
	await sandbox.forget();
});

const newToken = async (of: string, ...permissions: string[]) =>
	((await sandbox.control('tokens', { app: of, permissions })) as { token: string }).token;

const create = (more: object, inApp = app) =>
	runRecordPlatform(sandbox, {
		resource: 'record',
		operation: 'create',
		parameters: { app: byId(inApp), fields: mapping({ Name: 'x' }), options: {} },
		...more,
	});
const tokens = (apiTokens: string, more: IDataObject = {}) => ({
	account: { signInWith: 'apiTokens', apiTokens, ...more },
});

describe('API tokens', () => {
	it('open the apps that they were made for, several at once', async () => {
		const account = tokens(
			`${await newToken(app, 'view', 'add')}\n${await newToken(other, 'view', 'add')}\n`,
		);
		expect(jsonOf(await create(account))).toHaveLength(1);
		expect(jsonOf(await create(account, other))).toHaveLength(1);
	});

	it('work under either header name', async () => {
		const token = await newToken(app, 'view', 'add');
		for (const headerNames of ['cybozu', 'service']) {
			expect(jsonOf(await create(tokens(token, { advanced: true, headerNames })))).toHaveLength(1);
		}
	});

	it('that may not add say which box to tick', async () => {
		const { error } = await create(tokens(await newToken(app, 'view')));
		expect(error?.message).toContain('GAIA_NO01');
		expect(error?.description).toContain('Add records');
		expect(error?.description).toContain('update the app');
	});

	it('that nobody knows are told from those that may not', async () => {
		const unknown = 'unknown0token0that0must0not0be0told0';
		const { error } = await create(tokens(unknown));
		expect(error?.message).toContain('GAIA_IA02');
		expect(error?.description).toContain('Update App');
		expect(JSON.stringify([error, error?.context])).not.toContain(unknown);
	});

	it('are refused before anything is sent when there are none or too many', async () => {
		for (const text of [' ', 'a b c d e f g h i j']) {
			const { error } = await create(tokens(text));
			expect(error?.message).toMatch(/no API token|10 API tokens/);
		}
		expect(await sandbox.requests()).toEqual([]);
	});
});

describe('a wrong password', () => {
	it('is sent once for a hundred items, and is told plainly', async () => {
		const account = { signInWith: 'password', username: 'admin', password: 'not-the-password' };
		const items = Array.from({ length: 100 }, () => ({}));
		const { error } = await create({ account, items, operation: 'createOne' });
		expect(error?.message).toContain('CB_WA01');
		expect(error?.description).toContain('lock the user');
		expect(JSON.stringify([error, error?.context])).not.toContain('not-the-password');
		expect(await sandbox.requests()).toHaveLength(1);
	});
});

describe('OAuth2', () => {
	it('creates and reads records', async () => {
		const credential = await oAuth2Credential(sandbox);
		expect(jsonOf(await create({ credential }))).toHaveLength(1);
	});

	it('uploads files with a token that has to be renewed first', async () => {
		const { type, data } = await oAuth2Credential(sandbox);
		const oauthTokenData = { ...(data.oauthTokenData as object), access_token: 'expired' };
		const binary = { data: { data: 'aGk=', mimeType: 'text/plain', fileName: 'a.txt' } };
		const outcome = await runRecordPlatform(sandbox, {
			resource: 'file',
			operation: 'upload',
			input: [
				{ json: {}, binary },
				{ json: {}, binary },
			],
			credential: { type, data: { ...data, oauthTokenData } },
		});
		expect(jsonOf(outcome)).toHaveLength(2);
	});
});

describe('the base URL', () => {
	it('may be the address of any page', async () => {
		const account = {
			baseUrl: `${sandbox.url}/k/${app}/show#record=1`,
			signInWith: 'password',
			username: 'admin',
			password: 'admin',
		};
		expect(jsonOf(await create({ account }))).toHaveLength(1);
	});

	it.each([
		['not a web address', 'The base URL of the credential is not a valid URL'],
		['', 'The base URL of the credential is empty'],
	])('"%s" is refused with an example', async (baseUrl, message) => {
		const account = { baseUrl, signInWith: 'password', username: 'a', password: 'b' };
		const { error } = await create({ account });
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('https://example.cybozu.com');
	});

	it('of a port where nobody listens is told as such', async () => {
		const account = {
			baseUrl: 'http://localhost:1',
			signInWith: 'password',
			username: 'a',
			password: 'b',
		};
		const { error } = await create({ account });
		expect(error?.message).toContain('refused the connection');
	});
});

describe('the app', () => {
	it('may be chosen by its address', async () => {
		const url = { mode: 'url', value: `${sandbox.url}/k/${app}/` };
		const outcome = await create({ parameters: { app: url, fields: mapping({}), options: {} } });
		expect(jsonOf(outcome)).toHaveLength(1);
	});

	it('that does not exist is named by the service, with what to check', async () => {
		const { error } = await create({}, '999999');
		expect(error?.message).toContain('GAIA_AP01');
		expect(error?.description).toContain('Check the app');
	});

	it('in a guest space is addressed so by the option or by its address', async () => {
		for (const parameters of [
			{ app: byId(app), options: { guestSpace: '7' } },
			{ app: { mode: 'url', value: `https://example.com/k/guest/7/${app}/` }, options: {} },
		]) {
			await sandbox.forget();
			await create({ parameters: { ...parameters, fields: mapping({ Name: 'x' }) } });
			const paths = (await sandbox.requests()).map(({ path }) => path);
			expect(paths.every((path) => path.startsWith('/k/guest/7/v1/'))).toBe(true);
			expect(paths).not.toEqual([]);
		}
	});
});
