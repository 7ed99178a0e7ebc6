import { sendTo } from '../../support/admin';
import { useReceiver } from '../../support/receiver';
import { useSandbox } from '../../support/sandbox';

const sandbox = useSandbox();
const receiver = useReceiver();

/** Who is signed in, and at which page. */
class Person {
	private cookie = '';
	/** The page as it was answered last. */
	html = '';
	status = 0;
	location = '';

	constructor(readonly login: string) {}

	async signIn(): Promise<this> {
		const answer = await this.request('/sign-in', 'POST', [['login', this.login]]);
		this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
		return this;
	}

	async open(path: string): Promise<void> {
		await this.request(path, 'GET');
	}

	/** Sends the form of the page that is open, with changed values, as a browser does. */
	async send(path: string, changes: Record<string, string | string[]> = {}): Promise<void> {
		const form = this.html
			.split('<form')
			.find((part) => part.includes(`action="${this.at(path)}"`));
		if (form === undefined) throw new Error(`No form for ${path}`);
		const fields = fieldsIn(form).filter(([name]) => !(name in changes));
		for (const [name, value] of Object.entries(changes)) {
			for (const one of [value].flat()) fields.push([name, one]);
		}
		await this.request(path, 'POST', fields);
	}

	async request(path: string, method: string, fields?: Array<[string, string]>): Promise<Response> {
		const answer = await fetch(sandbox.url + path, {
			method,
			headers: { cookie: this.cookie },
			redirect: 'manual',
			...(fields && { body: new URLSearchParams(fields) }),
		});
		this.html = await answer.text();
		this.status = answer.status;
		this.location = (answer.headers.get('location') ?? '').replace(this.at(''), '');
		return answer;
	}

	private at(path: string): string {
		return new URL(sandbox.url).pathname.replace(/\/$/, '') + path;
	}
}

const textIn = (html: string) =>
	html
		.replace(/&quot;/g, '"')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&amp;/g, '&');

/** Names and values of the controls of a form. */
function fieldsIn(form: string): Array<[string, string]> {
	const fields: Array<[string, string]> = [];
	const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
	for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
		const isOff = tag.includes('type="checkbox"') && !/ checked/.test(tag);
		const name = attribute(tag, 'name');
		if (name !== undefined && !isOff) {
			const value = tag.includes('type="checkbox"') ? 'on' : (attribute(tag, 'value') ?? '');
			fields.push([name, textIn(value)]);
		}
	}
	for (const [, tag = '', text = ''] of form.matchAll(/<textarea([^>]*)>([^<]*)<\/textarea>/g)) {
		fields.push([attribute(tag, 'name') ?? '', textIn(text)]);
	}
	for (const [, tag = '', list = ''] of form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
		const options = [...list.matchAll(/<option([^>]*)>/g)].map(([, option = '']) => option);
		const chosen = options.filter((option) => / selected/.test(option));
		const sent = chosen.length > 0 || / multiple/.test(tag) ? chosen : options.slice(0, 1);
		for (const option of sent) {
			fields.push([attribute(tag, 'name') ?? '', textIn(attribute(option, 'value') ?? '')]);
		}
	}
	return fields;
}

const api = async (method: string, path: string, body?: object) =>
	await sendTo(sandbox.url, method, path, body);

interface Cells {
	[code: string]: { value: unknown };
}

const recordOf = async (app: string, id: string) =>
	(await api('GET', `/k/v1/record.json?app=${app}&id=${id}`)).record as Cells;

const idIn = (location: string) => /(?:record|event)=(\d+)$/.exec(location)?.[1] ?? '';

let admin: Person;

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
	admin = await new Person('admin').signIn();
});

const order = { Order_number: 'SO-9001', Customer: 'Harbor Books', 'Items[0].Product': 'Desk' };

async function added(values: Record<string, string | string[]>): Promise<string> {
	await admin.open('/k/2/edit');
	await admin.send('/k/2/edit', values);
	expect(admin).toMatchObject({ status: 303, location: expect.stringContaining('/k/2/show') });
	return idIn(admin.location);
}

it('adds a record with its defaults, choices, people, times, and rows, and webhooks ring', async () => {
	await sandbox.control('webhooks', { app: '2', url: receiver.url, events: ['ADD_RECORD'] });
	await sandbox.control('deliveries', { hold: true });
	const id = await added({
		...order,
		Delivery: '2026-12-24T09:30',
		Channel: 'Fair',
		Sales_representative: ['sato', 'ito'],
		Notes: 'one\r\ntwo',
		'Items[1].Product': 'Chair',
		'Items[1].Quantity': '4',
	});
	const record = await recordOf('2', id);
	expect(record).toMatchObject({
		Order_number: { value: 'SO-9001' },
		Contact: { value: 'Nora Ellis' },
		// Nine hours before the account's own time.
		Delivery: { value: '2026-12-24T00:30:00Z' },
		Channel: { value: 'Fair' },
		Priority: { value: 'Normal' },
		Sales_representative: { value: [{ code: 'sato' }, { code: 'ito' }] },
		Notes: { value: 'one\ntwo' },
	});
	const rows = record.Items?.value as Array<{ value: Cells }>;
	expect(rows.map(({ value }) => [value.Product?.value, value.Quantity?.value])).toEqual([
		['Desk', '1'],
		['Chair', '4'],
	]);
	// It waits until everything that was held has been sent.
	await sandbox.control('deliveries', { hold: false });
	expect(receiver.bodies[0]).toMatchObject({ type: 'ADD_RECORD', app: { id: '2' } });
});

it('shows what the service refuses, keeps what was entered, and writes nothing', async () => {
	const before = await api('GET', '/k/v1/records.json?app=2&totalCount=true');
	await admin.open('/k/2/edit');
	await admin.send('/k/2/edit', { ...order, 'Items[0].Unit_price': 'abc', Discount: '200' });
	expect(admin.status).toBe(400);
	expect(admin.html).toMatch(/role="alert"/);
	expect(admin.html).toContain('value="SO-9001"');
	expect(admin.html).toContain('value="abc"');
	expect(await api('GET', '/k/v1/records.json?app=2&totalCount=true')).toEqual(before);
});

it('changes what was changed alone, and keeps, adds, and deletes rows', async () => {
	const values = { ...order, Order_number: 'SO-9002', 'Items[1].Product': 'Chair' };
	const id = await added(values);
	const before = await recordOf('2', id);
	const [desk] = before.Items?.value as Array<{ id: string }>;
	const path = `/k/2/edit?record=${id}`;
	await admin.open(path);
	await admin.send(path);
	expect((await recordOf('2', id)).$revision).toEqual(before.$revision);

	await admin.open(path);
	await admin.send(path, { 'Items[1].$delete': 'on', 'Items[2].Product': 'Lamp' });
	const after = await recordOf('2', id);
	const rows = after.Items?.value as Array<{ id: string; value: Cells }>;
	expect(rows.map(({ value }) => value.Product?.value)).toEqual(['Desk', 'Lamp']);
	expect(rows[0]?.id).toBe(desk?.id);
	const kept = ({ Items: _, ...others }: Cells) =>
		Object.entries(others).filter(([code]) => !/revision|Updated|total/i.test(code));
	expect(kept(after)).toEqual(kept(before));
});

it('refuses to change a record that was changed meanwhile', async () => {
	const id = await added({ ...order, Order_number: 'SO-9003' });
	const path = `/k/2/edit?record=${id}`;
	await admin.open(path);
	await api('PUT', '/k/v1/record.json', { app: 2, id, record: { Notes: { value: 'first' } } });
	await admin.send(path, { Notes: 'second' });
	expect(admin.status).toBe(409);
	// Also when it is sent again from the page that says so.
	await admin.send(path, { Notes: 'second' });
	expect(admin.status).toBe(409);
	expect((await recordOf('2', id)).Notes?.value).toBe('first');
});

it('comments, and runs the actions of the status', async () => {
	const id = await added({ ...order, Order_number: 'SO-9004' });
	await admin.open(`/k/2/show?record=${id}`);
	await admin.send(`/k/2/comment?record=${id}`, { text: 'one\r\ntwo' });
	expect(admin.location).toBe(`/k/2/show?record=${id}`);
	const { comments } = await api('GET', `/k/v1/record/comments.json?app=2&record=${id}`);
	// The service adds a space.
	expect(comments).toMatchObject([{ text: 'one\ntwo ' }]);

	await admin.open(`/k/2/show?record=${id}`);
	await admin.send(`/k/2/comment?record=${id}`, { text: '' });
	expect(admin).toMatchObject({ status: 400, html: expect.stringContaining('role="alert"') });
	await admin.send(`/k/2/action?record=${id}`, { action: 'Confirm' });
	expect((await recordOf('2', id)).Status?.value).toBe('Confirmed');
	await admin.open(`/k/2/show?record=${id}`);
	expect(admin.html).toContain('value="Ship"');
	expect(admin.html).not.toContain('value="Confirm"');
});

it('adds an event with people and rooms, and moves it', async () => {
	await admin.open('/g/schedule/add');
	await admin.send('/g/schedule/add', {
		subject: 'Plan',
		start: '2026-12-01T10:00',
		end: '2026-12-01T11:00',
		attendees: ['USER:1', 'USER:10'],
		facilities: ['1'],
	});
	const id = idIn(admin.location);
	const eventOf = async () => await api('GET', `/g/api/v1/schedule/events/${id}`);
	const before = await eventOf();
	expect(before).toMatchObject({
		subject: 'Plan',
		start: { dateTime: '2026-12-01T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
		attendees: [{ code: 'admin' }, { code: 'chen' }],
		facilities: [{ id: '1' }],
	});
	const path = `/g/schedule/modify?event=${id}`;
	await admin.open(path);
	await admin.send(path, { start: '2026-12-02T15:00', end: '2026-12-02T15:30' });
	const { start, end, updatedAt: _, ...others } = await eventOf();
	expect([start, end]).toMatchObject([
		{ dateTime: '2026-12-02T15:00:00+09:00' },
		{ dateTime: '2026-12-02T15:30:00+09:00' },
	]);
	expect(before).toMatchObject(others);

	await admin.open(path);
	await admin.send(path, { isAllDay: 'on', end: '2026-12-03T15:30', facilities: [] });
	expect(await eventOf()).toMatchObject({
		isAllDay: true,
		start: { dateTime: '2026-12-02T00:00:00+09:00' },
		end: { dateTime: '2026-12-03T23:59:00+09:00' },
	});
});

it('changes nothing for a form of another session, or of none, or of another site', async () => {
	const id = await added({ ...order, Order_number: 'SO-9005' });
	const path = `/k/2/edit?record=${id}`;
	const before = await recordOf('2', id);
	const change: Array<[string, string]> = [['Notes', 'forged']];
	await admin.request(path, 'POST', change);
	expect(admin.status).toBe(403);
	const other = await new Person('admin').signIn();
	await other.open(path);
	const token = /name="\$token" value="([^"]+)"/.exec(other.html)?.[1] ?? '';
	expect(token.length).toBeGreaterThan(20);
	await admin.request(path, 'POST', [...change, ['$token', token]]);
	expect(admin.status).toBe(403);
	const nobody = new Person('nobody');
	await nobody.request(path, 'POST', [...change, ['$token', token]]);
	expect(nobody.status).toBe(401);
	expect(await recordOf('2', id)).toEqual(before);
	const headers = { 'sec-fetch-site': 'cross-site' };
	expect((await fetch(sandbox.url + path, { method: 'POST', headers })).status).toBe(403);
});

it('lets an account change what its rights allow alone', async () => {
	const id = await added({ ...order, Order_number: 'SO-9006' });
	const all = { recordViewable: true, recordAddable: true, recordEditable: true };
	const rights = [
		{ entity: { type: 'USER', code: 'sato' }, recordViewable: true },
		{ entity: { type: 'USER', code: 'admin' }, ...all, appEditable: true },
	];
	await api('PUT', '/k/v1/app/acl.json', { app: '2', rights });
	const sato = await new Person('sato').signIn();
	const path = `/k/2/edit?record=${id}`;
	await sato.open(path);
	await sato.send(path, { Notes: 'not mine' });
	expect(sato).toMatchObject({ status: 403, html: expect.stringContaining('role="alert"') });
	expect((await recordOf('2', id)).Notes?.value).toBe('');
});
