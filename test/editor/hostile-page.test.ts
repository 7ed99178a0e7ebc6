import type { Browser, BrowserContext, Page } from 'playwright-core';

import { dataFolder } from '../../start/layout';
import { readOwner } from '../../start/owner';
import { asAdmin, sendTo } from '../support/admin';
import { toyServer, type ToyServer } from '../support/toy';
import { connectBrowser } from './support/editor';

const editor = process.env.EDITOR_URL ?? '';
const sandbox = process.env.SANDBOX_URL ?? '';
const sandboxPort = new URL(sandbox).port;
/** A world of the test's own: where an attack succeeds, the other tests keep theirs. */
const world = `${sandbox}/t/hostile`;

let elsewhere: ToyServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
	elsewhere = await toyServer(({ url }) => {
		const { searchParams } = new URL(url, 'http://localhost');
		return { text: searchParams.get('html') ?? '<title>elsewhere</title>' };
	});
	browser = await connectBrowser();
});

afterAll(async () => {
	await browser?.close();
	await elsewhere?.close();
});

beforeEach(async () => {
	await control('POST', 'reset', {});
	await control('POST', 'accounts', { user: { code: 'still-here' } });
	context = await browser.newContext();
	page = await context.newPage();
});

afterEach(async () => await context.close());

const control = async (method: string, action: string, body?: object) =>
	await sendTo(world, method, `/_sandbox/${action}`, body);

/** Read without a browser: what the attacks would have changed. */
async function untouched(): Promise<void> {
	expect(await control('GET', 'faults')).toEqual({ faults: [], holds: false });
	const { users } = (await control('GET', 'accounts')) as { users: Array<{ code: string }> };
	expect(users.map(({ code }) => code)).toContain('still-here');
}

/** A page of somebody else's, at a host name that leads to this machine. */
const elsewhereAt = (host: string, html = ''): string =>
	`http://${host}:${new URL(elsewhere.url).port}/?${new URLSearchParams(html ? { html } : {})}`;

const fault = { path: '/planted', status: 200, html: '<p>planted</p>' };
const form = (body: string): string => {
	const [name = '', value = ''] = body.split('=');
	const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
	return `<form method="post" enctype="text/plain" action="${world}/_sandbox/faults">
		<input name='${escaped(name)}' value='${escaped(value)}'></form>
		<script>document.forms[0].submit()</script>`;
};

/** Runs in the browser; gives what the page can read of the answer. */
const fetchThere = (url: string, init: object): string =>
	`fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(
		async (answer) => answer.status + ' ' + (await answer.text()), () => 'failed')`;

describe.each(['localhost', '127.0.0.1', 'evil.example'])('a page at %s', (host) => {
	test('plants no answer by a form', async () => {
		const body = JSON.stringify({ ...fault, message: '=' });
		await page.goto(elsewhereAt(host, form(body)));
		await page.waitForURL(`${world}/_sandbox/faults`);
		expect(await page.content()).toContain('cannot use this sandbox');
		await untouched();
	});

	test('plants no answer and resets nothing by fetch', async () => {
		await page.goto(elsewhereAt(host));
		const text = { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' } };
		await page.evaluate(
			fetchThere(`${world}/_sandbox/faults`, { ...text, body: JSON.stringify(fault) }),
		);
		await page.evaluate(fetchThere(`${world}/_sandbox/reset`, { method: 'POST', mode: 'no-cors' }));
		await page.evaluate(fetchThere(`${world}/_sandbox/reset`, { ...text, body: '{}' }));
		await untouched();
	});

	test('reads nothing', async () => {
		await page.goto(elsewhereAt(host));
		for (const path of ['/_sandbox/requests', '/_sandbox/accounts', '/k/v1/apis.json']) {
			expect(await page.evaluate(fetchThere(world + path, {}))).toBe('failed');
		}
	});
});

test('a page whose name comes to lead here (DNS rebinding) reads and writes nothing', async () => {
	const rebound = `http://evil.example:${sandboxPort}`;
	await page.route(`${rebound}/evil`, async (route) => {
		await route.fulfill({ contentType: 'text/html', body: '<title>evil</title>' });
	});
	await page.goto(`${rebound}/evil`);
	const json = { 'content-type': 'application/json' };
	const attempts: Array<[string, object]> = [
		['_sandbox/faults', { method: 'POST', headers: json, body: JSON.stringify(fault) }],
		['_sandbox/reset', { method: 'POST', headers: json, body: '{}' }],
		['_sandbox/accounts', {}],
		['k/v1/apps.json', { headers: asAdmin }],
		['g/api/v1/base/users', { headers: asAdmin }],
	];
	for (const [path, init] of attempts) {
		const answer = await page.evaluate(fetchThere(`${rebound}/t/hostile/${path}`, init));
		expect(answer).toMatch(/^403 .*is not an address of this sandbox/s);
	}
	await untouched();
});

test('a planted page runs no script, so it does not sign in to n8n with a password it knows', async () => {
	const { email, password } = await readOwner(dataFolder(process.env.EDITOR_DATA ?? '').owner);
	const login = new URLSearchParams({ emailOrLdapLoginId: email, password }).toString();
	const signIn = `fetch('${editor}/rest/login', { method: 'POST', mode: 'no-cors', credentials: 'include',
		headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '${login}' })
		.finally(() => { document.title = 'ran' })`;
	const html = `<title>planted</title><script>${signIn}</script>
		<img src="data:," onerror="${signIn.replaceAll('"', '&quot;')}"><form method="post" action="${editor}/rest/login">
		<input name="emailOrLdapLoginId" value="${email}"><input name="password" value="${password}"><button>Go</button></form>`;
	await control('POST', 'faults', { path: '/k/', status: 200, html });
	await page.goto(`${world}/k/planted`);
	await page.waitForTimeout(2_000);
	expect(await page.title()).toBe('planted');
	expect(await context.cookies(editor)).toEqual([]);
	await page.getByRole('button').click();
	await page.waitForTimeout(1_000);
	expect(page.url()).toBe(`${world}/k/planted`);
	expect(await context.cookies(editor)).toEqual([]);
});

test('another site sends a person to the sign-in page, and gets the code', async () => {
	const callback = elsewhereAt('localhost');
	const asked = new URLSearchParams({
		response_type: 'code',
		client_id: 'sandbox',
		redirect_uri: callback,
		state: 'a-state',
		scope: 'k:app_record:read',
	});
	const link = `<a href="${world}/oauth2/authorization?${asked}">Connect</a>`;
	await page.goto(elsewhereAt('evil.example', link.replaceAll('&', '&amp;')));
	await page.getByRole('link').click();
	await page.locator('input[name=login]').fill('sato');
	await page.locator('input[name=password]').fill('sato');
	await page.getByRole('button', { name: 'Allow' }).click();
	await page.waitForURL(/[?&]code=/);
	const { origin, searchParams } = new URL(page.url());
	expect(origin).toBe(new URL(callback).origin);
	expect(searchParams.get('state')).toBe('a-state');
});
