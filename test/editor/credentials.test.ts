import { demoCredentials } from '../../start/credentials';
import { editorApi, useEditor } from './support/editor';

const baseUrl = process.env.SANDBOX_URL ?? '';

const editor = useEditor();
const api = editorApi();
const made: string[] = [];

// n8n chooses the newest credential for a new node.
afterAll(async () => {
	for (const id of made) await api.call('DELETE', `/rest/credentials/${id}`);
});

test.each([
	['recordPlatformApi', 'Record Platform', { signInWith: 'password' }],
	['groupwareApi', 'Groupware', {}],
])('%s: a wrong password is told plainly, the right one connects', async (type, service, kind) => {
	const data = { ...kind, username: 'sato', password: 'wrong-one', baseUrl };
	const { id } = await api.saveCredential(`${service} by hand`, type, data);
	made.push(id);

	const dialog = await editor.credential(id);
	const refusal = await dialog.failure();
	expect(refusal).toMatch(/password|user name|login name/i);
	expect(refusal).not.toContain('wrong-one');
	await editor.picture(`${type}-wrong-password`);

	await dialog.fill('username', 'admin');
	await dialog.fill('password', 'admin');
	await dialog.saveAndSucceed();
	await editor.picture(`${type}-connected`);
});

test.each(demoCredentials().map(({ name }) => name))('the credential "%s" works', async (name) => {
	const stored = (await api.credentials()).find((credential) => credential.name === name);
	const dialog = await editor.credential(stored?.id ?? '');
	await dialog.success();
});
