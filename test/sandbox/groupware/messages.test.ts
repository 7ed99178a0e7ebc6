import { type Body, errorOf, firstOf, useGroupware } from './client';

const { sandbox, admin, ito, sato, suzuki } = useGroupware('admin', 'ito', 'sato', 'suzuki');
const ids = new Map<string, string>();

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
	for (const { code, id } of (await admin.get('/base/users')).body.users) ids.set(code, id);
});

async function listed(title: string): Promise<Body> {
	const { body } = await admin.get('/message/admin/messages');
	return firstOf(body.messages.filter((message) => message.title === title));
}

it('a message is not there for others, administrators included', async () => {
	const { id } = await listed('Price list for the next quarter');
	const path = `/message/messages/${id}`;
	expect((await suzuki.get(path)).status).toBe(200);
	expect(errorOf(await ito.get(path))).toEqual([400, 'GRN_MSSG_15003']);
	expect(errorOf(await admin.get(path))).toEqual([400, 'GRN_MSSG_15003']);
	expect(errorOf(await sato.get('/message/messages/9999'))).toEqual([400, 'GRN_MSSG_15003']);
});

it('the messages administrators see have files, which can be listed, taken and deleted', async () => {
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
	expect((await ito.get(list)).body.files.map(({ name }) => name)).toEqual(['cover.png']);
});
