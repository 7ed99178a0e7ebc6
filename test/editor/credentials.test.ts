import { demoCredentials } from '../../start/credentials';
import { editorApi, EditorPage } from './support/editor';

const baseUrl = process.env.SANDBOX_URL ?? '';

let editor: EditorPage;
const api = editorApi();

beforeAll(async () => {
	editor = await EditorPage.open();
});

afterAll(async () => await editor?.close());

test.each([
	['recordPlatformApi', 'Record Platform', { signInWith: 'password' }],
	['groupwareApi', 'Groupware', {}],
])('%s: a wrong password is told plainly, the right one connects', async (type, service, kind) => {
	const data = { ...kind, username: 'sato', password: 'wrong-one', baseUrl };
	const { id } = await api.saveCredential(`${service} by hand`, type, data);

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
