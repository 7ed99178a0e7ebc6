import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { byId, jsonOf, mapping, oAuth2Credential, type Run } from './world';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
const { sandbox } = app;

const create = async (more: Partial<Run> = {}, parameters: IDataObject = {}) =>
	await app.run('create', { fields: mapping({ Name: 'x' }), ...parameters }, more);

it('API tokens open the apps that they were made for, several at once', async () => {
	const first = app.id;
	const own = await app.token('view', 'add');
	await app.renew();
	const apiTokens = `${own}\n${await app.token('view', 'add')}\n`;
	const account = { account: { signInWith: 'apiTokens', apiTokens } };
	expect(jsonOf(await create(account))).toHaveLength(1);
	expect(jsonOf(await create(account, { app: byId(first) }))).toHaveLength(1);
});

it('OAuth2 uploads files with a token that has to be renewed first', async () => {
	const { type, data } = await oAuth2Credential(sandbox);
	const oauthTokenData = { ...(data.oauthTokenData as object), access_token: 'expired' };
	const binary = { data: { data: 'aGk=', mimeType: 'text/plain', fileName: 'a.txt' } };
	const outcome = await app.run(
		'upload',
		{},
		{
			resource: 'file',
			input: [
				{ json: {}, binary },
				{ json: {}, binary },
			],
			credential: { type, data: { ...data, oauthTokenData } },
		},
	);
	expect(jsonOf(outcome)).toHaveLength(2);
});

describe('the app', () => {
	it('that does not exist is named by the service, with what to check', async () => {
		const { error } = await create({}, { app: byId('999999') });
		expect(error?.message).toContain('GAIA_AP01');
		expect(error?.description).toContain('Check the app');
	});

	it('in a guest space is addressed so by the option or by its address', async () => {
		for (const parameters of [
			{ options: { guestSpace: '7' } },
			{ app: { mode: 'url', value: `https://example.com/k/guest/7/${app.id}/` } },
		]) {
			await sandbox.forget();
			await create({}, parameters);
			const paths = (await sandbox.requests()).map(({ path }) => path);
			expect(paths.every((path) => path.startsWith('/k/guest/7/v1/'))).toBe(true);
			expect(paths).not.toEqual([]);
		}
	});
});
