import { type Answer, type Body, errorOf, useGroupware } from './client';

const { sandbox, mori, sato, ito } = useGroupware('mori', 'sato', 'ito');
const path = '/notification/items';

beforeEach(() => sandbox.reset());

const post = (changes: object = {}): Promise<Answer> =>
	mori.post(path, {
		app: 'sandbox',
		notificationKey: 'order-1',
		operation: 'add',
		url: 'https://example.com/orders/1',
		title: 'New order',
		body: 'Pens',
		destinations: [
			{ type: 'USER', code: 'sato' },
			{ type: 'USER', code: 'ito' },
		],
		...changes,
	});

const itemsOf = async (client: typeof sato): Promise<Body[]> => (await client.get(path)).body.items;

describe('a notification', () => {
	it('reaches its destinations, unread', async () => {
		const { body } = await post({ icon: 'https://example.com/bell.png' });
		const item = {
			moduleId: 'x.1',
			creator: { code: 'mori' },
			createdAt: expect.stringMatching(/Z$/),
			operation: 'add',
			url: 'https://example.com/orders/1',
			title: 'New order',
			body: 'Pens',
			icon: 'https://example.com/bell.png',
			isRead: false,
		};
		expect(body).toMatchObject({ ...item, notificationKey: 'order-1' });
		expect(await itemsOf(sato)).toMatchObject([item]);
		expect(await itemsOf(ito)).toMatchObject([item]);
		expect(await itemsOf(mori)).toEqual([]);
	});

	it('comes in pages, newest first, with the fields asked for', async () => {
		for (const key of ['1', '2', '3']) await post({ notificationKey: key, title: key });
		const { body } = await sato.get(path, { limit: '2', fields: 'title,isRead' });
		expect(body.hasNext).toBe(true);
		expect(body.items).toEqual([
			{ title: '3', isRead: false },
			{ title: '2', isRead: false },
		]);
	});

	it.each<[string, object, string]>([
		['no app', { app: undefined }, 'GRN_REST_API_00201'],
		['an unknown app', { app: 'other' }, 'GRN_REST_API_00206'],
		['no key', { notificationKey: '' }, 'GRN_REST_API_00201'],
		['no operation', { operation: undefined }, 'GRN_REST_API_00201'],
		['another operation', { operation: 'delete' }, 'GRN_REST_API_00212'],
		['no body', { body: undefined }, 'GRN_REST_API_00201'],
		['another address', { url: 'https://example.org/' }, 'GRN_REST_API_00226'],
		['a longer host', { url: 'https://example.com.evil/' }, 'GRN_REST_API_00226'],
		['another port', { url: 'https://example.com:8443/' }, 'GRN_REST_API_00226'],
		['no address', { url: 'orders' }, 'GRN_REST_API_00202'],
		['an icon from elsewhere', { icon: 'http://example.com/' }, 'GRN_REST_API_00226'],
		['no destinations', { destinations: [] }, 'GRN_REST_API_00201'],
		['no user', { destinations: [{ type: 'ORGANIZATION', code: 'sales' }] }, 'GRN_REST_API_00213'],
		['an unknown user', { destinations: [{ type: 'USER', code: 'x' }] }, 'GRN_REST_API_00206'],
	])('with %s is refused', async (_name, changes, code) => {
		expect(errorOf(await post(changes))).toEqual([400, code]);
		expect(await itemsOf(sato)).toEqual([]);
	});
});
