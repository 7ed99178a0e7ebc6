import { N8nApi } from '../../start/api';
import { demoCredentials } from '../../start/credentials';
import { owner } from '../../start/owner';
import { EditorPage } from './support/editor';

const editorUrl = process.env.EDITOR_URL ?? '';
const baseUrl = process.env.SANDBOX_URL ?? '';

let editor: EditorPage;
let api: N8nApi;

beforeAll(async () => {
	editor = await EditorPage.open();
	api = new N8nApi(editorUrl);
	await api.signIn(owner);
});

afterAll(async () => await editor?.close());

test.each([
	['recordPlatformApi', 'Record Platform'],
	['groupwareApi', 'Groupware'],
])('%s: a wrong password is told plainly, the right one connects', async (type, service) => {
	const data = { signInWith: 'password', username: 'sato', password: 'wrong-one', baseUrl };
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

test.each(demoCredentials.map(({ name }) => name))('the credential "%s" works', async (name) => {
	const stored = (await api.credentials()).find((credential) => credential.name === name);
	const dialog = await editor.credential(stored?.id ?? '');
	await dialog.success();
});
