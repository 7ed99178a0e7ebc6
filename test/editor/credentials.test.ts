import { demoCredentials } from '../../start/credentials';
import { publish, untilThere } from '../support/published';
import { editorApi, useEditor } from './support/editor';
import { newOrders, send } from './support/service';
import { storeWorkflow, type NewNode } from './support/workflows';

const baseUrl = process.env.SANDBOX_URL ?? '';

const editor = useEditor();
const api = editorApi();
const made = new Set<string>();

// n8n chooses the newest credential for a new node.
afterAll(async () => {
	for (const id of made) await api.call('DELETE', `/rest/credentials/${id}`);
});

test.each(demoCredentials().map(({ name }) => name))('the credential "%s" works', async (name) => {
	const stored = (await api.credentials()).find((credential) => credential.name === name);
	const dialog = await editor.credential(stored?.id ?? '');
	await dialog.success();
});

test('HTTP Request signs in with both credentials, and does not ask for Read Only', async () => {
	const [order = ''] = await newOrders({});
	const name = 'Only reads';
	const data = { baseUrl, signInWith: 'password', username: 'admin', password: 'admin' };
	made.add((await api.saveCredential(name, 'recordPlatformApi', { ...data, readOnly: true })).id);
	const [path, text] = [`any-endpoint-${Date.now()}`, `By hand ${Date.now()}`];
	const type = 'n8n-nodes-base';
	const request = (label: string, credential: [string, string], parameters: object): NewNode => ({
		name: label,
		type: `${type}.httpRequest`,
		typeVersion: 4.2,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential[0],
			...parameters,
		},
		credential,
	});
	const parameters = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
	const { id } = await storeWorkflow(
		path,
		[
			{ name: 'Webhook', type: `${type}.webhook`, typeVersion: 2, parameters },
			request('Write', ['recordPlatformApi', name], {
				method: 'PUT',
				url: `${baseUrl}/k/v1/record.json`,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: JSON.stringify({ app: 2, id: order, record: { Notes: { value: text } } }),
			}),
			request('Read', ['groupwareApi', 'Groupware Sandbox'], {
				url: `${baseUrl}/g/api/v1/base/users`,
				sendQuery: true,
				queryParameters: { parameters: [{ name: 'limit', value: '2' }] },
			}),
		],
		[
			['Webhook', 'main', 'Write'],
			['Write', 'main', 'Read'],
		],
	);
	await publish(api, id);
	const url = `${process.env.EDITOR_URL}/webhook/${path}`;
	const answer = await untilThere(async () => await fetch(url, { method: 'POST' }));
	expect(await answer.json()).toMatchObject({ users: [{ code: 'admin' }, {}] });
	const { record } = await send<{ record: { Notes: { value: string } } }>(
		'GET',
		`/k/v1/record.json?app=2&id=${order}`,
	);
	expect(record.Notes.value).toBe(text);
});
