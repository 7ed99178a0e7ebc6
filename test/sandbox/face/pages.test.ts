import { sendTo } from '../../support/admin';
import { useSandbox } from '../../support/sandbox';

const sandbox = useSandbox();

const markup = `<img src=x onerror=alert(1)><script>alert(2)</script>"'&amp;`;
const hostile = `${markup} \u202Eevil שלום 😀 ${'x'.repeat(10_000)}`;
const escapedMarkup = /&lt;img src=x onerror=alert\(1\)>&lt;script>/;
const name = `${markup} \u202E😀`.slice(0, 60);

let cookies: Record<string, string>;
let app: string;
let record: string;
let event: string;
let message: string;

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
	const created = await api('POST', '/k/v1/preview/app.json', { name });
	app = created.app as string;
	const web = { type: 'LINK', protocol: 'WEB', code: 'Web', label: markup };
	await api('POST', '/k/v1/preview/app/form/fields.json', {
		app,
		properties: {
			Text: { type: 'MULTI_LINE_TEXT', code: 'Text', label: name },
			Web: web,
			Rows: {
				type: 'SUBTABLE',
				code: 'Rows',
				label: name,
				fields: { Inside: { type: 'SINGLE_LINE_TEXT', code: 'Inside', label: name } },
			},
		},
	});
	await api('PUT', '/k/v1/preview/app/views.json', {
		app,
		views: { [name]: { type: 'LIST', name, index: '0', fields: ['Text', 'Rows'] } },
	});
	await api('POST', '/k/v1/preview/app/deploy.json', { apps: [{ app }] });
	const rows = [{ value: { Inside: { value: `${markup} in a table` } } }];
	const written = { Text: { value: hostile }, Rows: { value: rows } };
	record = (await api('POST', '/k/v1/record.json', { app, record: written })).id as string;
	await api('POST', '/k/v1/record/comment.json', { app, record, comment: { text: markup } });
	const all = { recordViewable: true, recordAddable: true, appEditable: true };
	const rights = [{ entity: { type: 'USER', code: 'admin' }, ...all }];
	await api('PUT', '/k/v1/app/acl.json', { app, rights });
	const today = new Date().toISOString().slice(0, 10);
	const at = (hour: string) => ({ dateTime: `${today}T${hour}:00:00+00:00`, timeZone: 'UTC' });
	const attendees = [{ type: 'USER', code: 'admin' }];
	event = (
		await api('POST', '/g/api/v1/schedule/events', {
			eventType: 'REGULAR',
			subject: name,
			notes: hostile.slice(0, 5_000),
			start: at('10'),
			end: at('11'),
			attendees,
		})
	).id as string;
	const users = (await api('GET', '/g/api/v1/base/users')).users as Array<{ id: string }>;
	const recipients = [{ type: 'USER', id: users[0]?.id }];
	const sent = { title: name, body: hostile, recipients };
	message = (await api('POST', '/g/api/v1/message/messages', sent)).id as string;
	cookies = {
		admin: await signIn('admin'),
		sato: await signIn('sato'),
		chen: await signIn('chen'),
	};
});

const api = async (method: string, path: string, body?: object) =>
	await sendTo(sandbox.url, method, path, body);

/** Gives the cookie. */
async function signIn(login: string): Promise<string> {
	const { headers } = await send('/sign-in', { login, to: '/' });
	return headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function send(path: string, form: Record<string, string>): Promise<Response> {
	const body = new URLSearchParams(form);
	return await fetch(sandbox.url + path, { method: 'POST', body, redirect: 'manual' });
}

async function look(path: string, login?: string): Promise<{ status: number; text: string }> {
	const cookie = login === undefined ? undefined : cookies[login];
	const response = await fetch(sandbox.url + path, { headers: cookie ? { cookie } : {} });
	return { status: response.status, text: await response.text() };
}

type Row = [path: string, login: string, status: number, holds: string | RegExp];

const rows: Row[] = [
	['/', 'admin', 200, 'Customers'],
	['/', 'admin', 200, escapedMarkup],
	['/', 'sato', 200, '<html lang="ja">'],
	['/', 'chen', 200, '<html lang="en">'],
	['/k/', 'admin', 200, '/k/guest/1/7/'],
	['/k/guest/1/', 'admin', 200, 'Partner Requests'],
	['/k/2/', 'admin', 200, 'SO-2080'],
	['/k/2/?page=2', 'admin', 200, 'SO-2001'],
	['/k/2/show', 'admin', 200, 'SO-2080'],
	['/k/2/show?record=1', 'admin', 200, 'offer-SO-2001.txt'],
	['/k/2/show?record=1', 'admin', 200, 'The driver knows.'],
	['/k/2/show?record=1', 'sato', 200, '作業者'],
	['/k/2/show?record=9999', 'admin', 404, 'is not found'],
	['/k/2/show?record=%3Cimg%3E', 'admin', 400, 'can’t be shown'],
	['/k/99/', 'admin', 404, 'not found'],
	['/k/guest/1/7/show?record=1', 'admin', 200, 'Partner Requests'],
	['/k/{app}/', 'sato', 403, 'この'],
	['/k/{app}/show?record={record}', 'sato', 403, 'この'],
	['/k/?space=2', 'admin', 200, 'Product Launch'],
	['/k/{app}/', 'admin', 200, escapedMarkup],
	['/k/{app}/show?record={record}', 'admin', 200, 'x'.repeat(10_000)],
	['/k/{app}/show?record={record}', 'admin', 200, '&amp;amp; in a table'],
	['/g/', 'admin', 200, escapedMarkup],
	['/g/?date=2020-01-01', 'admin', 200, 'Mon 12/30'],
	['/g/schedule/index.csp?whose=facility:1', 'admin', 200, 'Meeting Room A'],
	['/g/schedule/index?whose=facility:999', 'admin', 404, 'can’t be shown'],
	['/g/schedule/view.csp?event={event}', 'admin', 200, escapedMarkup],
	['/scripts/grn/grn.exe/schedule/view?event={event}', 'admin', 200, 'whose=user%3A'],
	['/cgi-bin/grn/grn.cgi/schedule/view?event={event}', 'admin', 200, escapedMarkup],
	['/g/schedule/view?event=99999', 'admin', 404, 'can’t be shown'],
	['/g/message/index', 'admin', 200, escapedMarkup],
	['/g/message/index', 'sato', 200, 'administrators'],
	['/g/message/view?mid={message}', 'admin', 200, 'x'.repeat(10_000)],
	['/g/message/view?mid={message}', 'sato', 400, 'メッセージ'],
	['/g/workflow/view.csp?pid=1', 'sato', 200, '申請者'],
	['/g/workflow/view.csp?pid=99999', 'admin', 400, 'can’t be shown'],
	['/g/space/index', 'admin', 200, 'Company news'],
	['/g/space/discussion?spid=1&tid=2', 'admin', 200, '&lt;b>third&lt;/b>'],
	['/g/notification/index', 'admin', 200, 'Fire drill on Thursday'],
	['/requests', 'admin', 200, '/k/v1/record/comment.json'],
];

test.each(rows)('%s for %s: %i', async (template, login, status, holds) => {
	const path = template
		.replace('{app}', app)
		.replace('{record}', record)
		.replace('{event}', event)
		.replace('{message}', message);
	const page = await look(path, login);
	expect(page.text).toMatch(holds);
	expect(page.text).not.toMatch(/<img|<script>|alert\(2\)<\/script>/);
	expect(page.status).toBe(status);
	const asked = await look(path);
	expect(asked).toMatchObject({ status: 401, text: expect.stringMatching(/name="login"/) });
});

test('opens files as the API gives them', async () => {
	const { text } = await look('/k/2/show?record=1', 'admin');
	const [, link = ''] = /href="[^"]*(\/k\/file\?fileKey=\w+)"/.exec(text) ?? [];
	const opened = await fetch(sandbox.url + link, { headers: { cookie: cookies.admin ?? '' } });
	expect(opened.headers.get('content-disposition')).toContain('offer-SO-2001.txt');
	expect(opened.headers.get('content-security-policy')).toMatch(/^sandbox;/);
	expect(await look('/g/space/file?fid=7', 'admin')).toMatchObject({ status: 200 });
});

test('allows the two files of its own alone, and keeps the session from scripts', async () => {
	const { origin, pathname } = new URL(sandbox.url);
	const { headers } = await fetch(`${sandbox.url}/k/`);
	const policy = headers.get('content-security-policy');
	expect(policy).toContain(`script-src ${origin}${pathname}/face.js;`);
	expect(policy).not.toMatch(/unsafe|sandbox;/);
	for (const file of ['/face.js', '/face.css']) expect((await look(file)).status).toBe(200);
	const answer = await send('/sign-in', { login: 'sato', to: '/k/2/show?record=1&q=あ' });
	expect(answer.status).toBe(303);
	expect(answer.headers.get('location')).toBe(`${pathname}/k/2/show?record=1&q=%E3%81%82`);
	const cookie = answer.headers.get('set-cookie');
	expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
	expect(cookie).toContain(`; Path=${pathname}/;`);
});

test.each([['//example.com/'], ['https://example.com/'], ['/k/v1/apps.json'], ['/\\example.com']])(
	'does not lead to %s after signing in',
	async (to) => {
		const { headers } = await send('/sign-in', { login: 'sato', to });
		expect(headers.get('location')).toBe(`${new URL(sandbox.url).pathname}/`);
	},
);

test.each([['former'], ['nobody'], ['']])('does not sign %j in', async (login) => {
	const answer = await send('/sign-in', { login, to: '/' });
	expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
});

test('ends a session, and knows none of another tenant', async () => {
	const cookie = await signIn('ito');
	const elsewhere = `${sandbox.url}-2`;
	const status = async (at: string) => (await fetch(`${at}/k/`, { headers: { cookie } })).status;
	expect([await status(sandbox.url), await status(elsewhere)]).toEqual([200, 401]);
	await fetch(`${sandbox.url}/sign-out`, {
		method: 'POST',
		headers: { cookie },
		redirect: 'manual',
	});
	expect(await status(sandbox.url)).toBe(401);
});

test('refuses other sites, and does not log its own requests', async () => {
	await sandbox.forget();
	const headers = { cookie: cookies.admin ?? '', 'sec-fetch-site': 'cross-site' };
	expect((await fetch(`${sandbox.url}/k/`, { headers })).status).toBe(403);
	const other = { ...headers, 'sec-fetch-site': 'same-site' };
	expect((await fetch(`${sandbox.url}/sign-in`, { method: 'POST', headers: other })).status).toBe(
		403,
	);
	await look('/k/2/', 'admin');
	expect(await sandbox.calls()).toEqual([]);
});
