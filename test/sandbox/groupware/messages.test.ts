import { useSandbox } from '../../support/sandbox';
import { type Body, clientFor, errorOf, firstOf } from './client';

const sandbox = useSandbox();
const base = () => `${sandbox.url}/g`;
const admin = clientFor(base, 'admin');
const ito = clientFor(base, 'ito');
const sato = clientFor(base, 'sato');
const suzuki = clientFor(base, 'suzuki');
const ids = new Map<string, string>();

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
	for (const { code, id } of (await admin.get('/base/users')).body.users) ids.set(code, id);
});

const to = (...logins: string[]) => logins.map((login) => ({ id: ids.get(login), type: 'USER' }));

async function listed(title: string): Promise<Body> {
	const { body } = await admin.get('/message/admin/messages');
	return firstOf(body.messages.filter((message) => message.title === title));
}

describe('a message', () => {
	it('is sent to users by their ids and read by them', async () => {
		const created = await sato.post('/message/messages', {
			title: 'Lunch',
			recipients: [{ id: Number(ids.get('suzuki')), type: 'USER' }],
			body: 'At noon?',
			acknowledgement: true,
		});
		expect(created.body).toMatchObject({
			title: 'Lunch',
			body: 'At noon?',
			acknowledgement: true,
			isDraft: false,
			isHtmlBody: false,
			operatorType: 'ONLY_SENDER',
			creator: { code: 'sato' },
			recipients: [{ code: 'suzuki', type: 'USER', isAcknowledged: false }],
		});
		for (const absent of ['updater', 'updatedAt', 'folders', 'operators']) {
			expect(created.body).not.toHaveProperty(absent);
		}
		const path = `/message/messages/${created.body.id}`;
		expect((await suzuki.get(path)).body).toMatchObject({
			title: 'Lunch',
			updatedAt: null,
			folders: [{ name: 'Inbox' }],
			operators: [],
		});
		expect((await sato.get(path)).body).toMatchObject({ folders: [{ name: 'Sent' }] });
	});

	it('is not there for others, administrators included', async () => {
		const { id } = await listed('Price list for the next quarter');
		const path = `/message/messages/${id}`;
		expect((await suzuki.get(path)).status).toBe(200);
		expect(errorOf(await ito.get(path))).toEqual([400, 'GRN_MSSG_15003']);
		expect(errorOf(await admin.get(path))).toEqual([400, 'GRN_MSSG_15003']);
		expect(errorOf(await sato.get('/message/messages/9999'))).toEqual([400, 'GRN_MSSG_15003']);
	});

	it('is its writer’s alone while it is a draft, and nobody is told', async () => {
		const mori = clientFor(base, 'mori');
		const before = (await mori.get('/notification/items')).body.items.length;
		const { body } = await sato.post('/message/messages', {
			title: 'Later',
			recipients: to('mori'),
			isDraft: true,
		});
		const path = `/message/messages/${body.id}`;
		expect((await sato.get(path)).body).toMatchObject({ isDraft: true });
		expect(errorOf(await mori.get(path))).toEqual([400, 'GRN_MSSG_15003']);
		expect((await mori.get('/notification/items')).body.items).toHaveLength(before);
	});

	it('that is sent notifies its recipients', async () => {
		await sato.post('/message/messages', { title: 'Hear, hear', recipients: to('brown', 'sato') });
		const [item] = (await clientFor(base, 'brown').get('/notification/items')).body.items;
		expect(item).toMatchObject({ moduleId: 'grn.message', title: 'Hear, hear', isRead: false });
		const own = (await sato.get('/notification/items')).body.items;
		expect(own.map(({ title }) => title)).not.toContain('Hear, hear');
	});

	it('shows who may change it and who acknowledged it', async () => {
		const { id } = await listed('Price list for the next quarter');
		expect((await sato.get(`/message/messages/${id}`)).body).toMatchObject({
			operatorType: 'SELECT_USERS',
			operators: [{ code: 'suzuki', type: 'USER' }],
			updater: { code: 'suzuki' },
			updatedAt: expect.stringMatching(/Z$/),
			recipients: [
				{ code: 'suzuki', isAcknowledged: true },
				{ code: 'tanaka', isAcknowledged: false },
				{ code: 'chen', isAcknowledged: false },
			],
		});
	});

	it.each<[string, object, string]>([
		['no title', { title: '' }, 'GRN_REST_API_00201'],
		['a title of 101 characters', { title: 'x'.repeat(101) }, 'GRN_REST_API_00209'],
		['no recipients', { recipients: undefined }, 'GRN_REST_API_00201'],
		['nobody', { recipients: [] }, 'GRN_REST_API_00201'],
		['a login name', { recipients: [{ type: 'USER', code: 'sato' }] }, 'GRN_REST_API_00201'],
		['an unknown user', { recipients: [{ type: 'USER', id: '999' }] }, 'GRN_REST_API_00206'],
		['an organization', { recipients: [{ type: 'ORGANIZATION', id: 1 }] }, 'GRN_REST_API_00213'],
		['no operators', { operatorType: 'SELECT_USERS' }, 'GRN_REST_API_00205'],
		['another operatorType', { operatorType: 'ANYONE' }, 'GRN_REST_API_00212'],
		['a text as flag', { isDraft: 'true' }, 'GRN_REST_API_00202'],
	])('with %s is refused', async (_name, changes, code) => {
		const message = { title: 'T', recipients: to('suzuki'), ...changes };
		expect(errorOf(await sato.post('/message/messages', message))).toEqual([400, code]);
	});

	it('may have a title of 100 characters, counted as people do', async () => {
		const message = { title: '𠮷'.repeat(100), recipients: to('suzuki') };
		expect((await sato.post('/message/messages', message)).status).toBe(200);
	});
});

describe('the messages administrators see', () => {
	it('are everyone’s, drafts too, by their last change', async () => {
		const { body } = await ito.get('/message/admin/messages');
		expect(body.messages.map(({ title }) => title)).toEqual(
			expect.arrayContaining(['Price list for the next quarter', 'Ideas for the summer party']),
		);
		const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
		const changed = await admin.get('/message/admin/messages', {
			rangeStart: hours(31),
			rangeEnd: hours(29),
		});
		expect(changed.body.messages).toMatchObject([
			{ title: 'Price list for the next quarter', updater: { code: 'suzuki' } },
		]);
	});

	it('are not for others', async () => {
		const paths = ['/message/admin/messages', '/message/admin/1/files'];
		for (const path of [...paths, '/message/admin/messages/attached/1']) {
			expect(errorOf(await sato.get(path))).toEqual([403, 'GRN_CMMN_00022']);
		}
	});

	it('have files, which can be listed, taken and deleted', async () => {
		const { id } = await listed('Price list for the next quarter');
		const list = `/message/admin/${id}/files`;
		const { body } = await ito.get(list, { limit: '1' });
		expect(body.hasNext).toBe(true);
		const file = firstOf(body.files);
		expect(file).toMatchObject({ name: 'prices.csv', creator: { code: 'sato' } });
		const path = `/message/admin/messages/attached/${file.id}`;
		const { content, size } = (await ito.get(path)).body;
		expect(Buffer.from(content, 'base64')).toHaveLength(Number(size));
		expect(errorOf(await sato.delete(path))).toEqual([403, 'GRN_CMMN_00022']);
		expect(await ito.delete(path)).toMatchObject({ status: 200, body: { text: '' } });
		expect(errorOf(await ito.get(path))).toEqual([400, 'GRN_REST_API_00206']);
		expect(errorOf(await ito.delete(path))).toEqual([400, 'GRN_REST_API_00206']);
		const rest = (await ito.get(list)).body.files;
		expect(rest.map(({ name }) => name)).toEqual(['cover.png']);
	});

	it('can be made with files by the control API', async () => {
		const made = await sandbox.control('groupware', {
			messages: [
				{
					sender: 'ito',
					title: 'Attached',
					recipients: ['sato'],
					files: [{ name: 'a.bin', content: 'AAEC' }],
				},
			],
		});
		const [message] = (made as { messages: Array<{ id: string; files: string[] }> }).messages;
		const file = await admin.get(`/message/admin/messages/attached/${message?.files[0]}`);
		expect(file.body).toMatchObject({
			name: 'a.bin',
			contentType: 'application/octet-stream',
			size: '3',
			content: 'AAEC',
		});
	});

	it('that are unknown have no files', async () => {
		expect(errorOf(await admin.get('/message/admin/9999/files'))).toEqual([400, 'GRN_MSSG_15003']);
	});
});
