import type { Browser, BrowserContext, Page } from 'playwright-core';

import { sendTo } from '../support/admin';
import { toyServer, type ToyServer } from '../support/toy';
import { connectBrowser } from './support/editor';

const world = `${process.env.SANDBOX_URL ?? ''}/t/pages`;
const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

let elsewhere: ToyServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
	elsewhere = await toyServer(() => ({ text: '<title>elsewhere</title>' }));
	browser = await connectBrowser();
	context = await browser.newContext({ viewport: { width: 400, height: 900 } });
	page = await context.newPage();
	await send('POST', '/_sandbox/reset', { demo: true });
	const record = { Notes: { value: markup } };
	await send('PUT', '/k/v1/record.json', { app: 2, id: 1, record });
});

afterAll(async () => {
	await browser?.close();
	await elsewhere?.close();
});

const send = async (method: string, path: string, body: object) =>
	await sendTo(world, method, path, body);

const isWide = async () =>
	await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');

test('a person opens the address of a record, signs in, and sees it as text', async () => {
	await page.goto(`${world}/k/2/show#record=1`);
	await page.getByRole('button', { name: 'Alex Admin' }).click();
	await page.waitForURL(`${world}/k/2/show?record=1`);
	await page.getByText(markup).waitFor();
	expect(await page.title()).toBe('Orders 1 - Sandbox');
	expect(await page.locator('main img').count()).toBe(0);
	await page.getByRole('link', { name: 'offer-SO-2001.txt' }).waitFor();
});

test.each([
	['/', 'Customers'],
	['/k/2/', 'SO-2080'],
	['/k/#/space/2', 'Product Launch'],
	['/g/', 'This week'],
	['/g/notification/index', 'Fire drill on Thursday'],
])('%s fits a window of 400 and of 1,400 pixels', async (path, text) => {
	for (const width of [400, 1400]) {
		await page.setViewportSize({ width, height: 900 });
		await page.goto(world + path);
		await page.getByText(text).first().waitFor();
		expect(await isWide()).toBe(false);
	}
});

test('the list of requests follows what the API is asked', async () => {
	await page.goto(`${world}/requests`);
	const row = page.getByRole('row', { name: /PUT.*\/k\/v1\/record\.json\?live=1.*200/ });
	expect(await row.count()).toBe(0);
	const record = { Notes: { value: 'again' } };
	await send('PUT', '/k/v1/record.json?live=1', { app: 2, id: 2, record });
	await row.waitFor();
});

test.each(['localhost', '127.0.0.1'])(
	'a page at %s in another tab reads and frames nothing of the session',
	async (host) => {
		const other = await context.newPage();
		await other.goto(`http://${host}:${new URL(elsewhere.url).port}/`);
		const read = `fetch('${world}/k/2/show?record=1', { credentials: 'include' }).then(
			(answer) => answer.text(), () => 'failed')`;
		expect(await other.evaluate(read)).toBe('failed');
		const framed = other.waitForResponse(`${world}/k/2/`);
		await other.evaluate(
			`document.body.append(Object.assign(document.createElement('iframe'), { src: '${world}/k/2/' }))`,
		);
		expect((await framed).status()).toBe(403);
		const script = `new Promise((done) => document.body.append(Object.assign(document.createElement('script'),
			{ src: '${world}/face.js', onload: () => done('ran'), onerror: () => done('failed') })))`;
		expect(await other.evaluate(script)).toBe('failed');
		const form = `Object.assign(document.createElement('form'), { method: 'post', action: '${world}/sign-out' })`;
		await other.evaluate(`{ const form = ${form}; document.body.append(form); form.submit(); }`);
		await other.waitForURL(`${world}/sign-out`);
		await other.close();
		await page.goto(`${world}/k/2/`);
		await page.getByText('Alex Admin').first().waitFor();
	},
);
