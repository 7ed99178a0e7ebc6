import { useSandbox } from '../../support/sandbox';
import { clientFor, errorOf, eventOf } from './client';

const sandbox = useSandbox();
const base = () => `${sandbox.url}/g`;
const sato = clientFor(base, 'sato');
const suzuki = clientFor(base, 'suzuki');

async function itemOf(changes: object = {}, name = 'com.example.order'): Promise<string> {
	const { body } = await sato.post('/schedule/events', eventOf(changes));
	return `/schedule/events/${body.id}/datastore/${name}`;
}

describe('the custom items of an event', () => {
	it('are made, read, replaced and deleted under their name', async () => {
		const path = await itemOf();
		const value = { b: 1, a: { list: [1, 'two', null, '\ud800'] } };
		expect((await sato.post(path, { value })).body).toEqual({ value });
		const read = await suzuki.get(path);
		expect(read.body).toEqual({ value });
		expect(Object.keys(read.body.value)).toEqual(['b', 'a']);
		expect((await suzuki.put(path, { value: { c: true } })).body).toEqual({ value: { c: true } });
		expect((await sato.get(path)).body).toEqual({ value: { c: true } });
		expect(await sato.delete(path)).toMatchObject({ status: 200, body: { text: '' } });
		expect(errorOf(await sato.get(path))).toEqual([400, 'GRN_REST_API_00206']);
	});

	it('stay apart by name', async () => {
		const path = await itemOf();
		await sato.post(path, { value: { a: 1 } });
		expect((await sato.get(path.replace('order', 'other'))).status).toBe(400);
	});

	it('belong to those who may see and change the event', async () => {
		const path = await itemOf({ visibilityType: 'PRIVATE' });
		expect((await sato.post(path, { value: {} })).status).toBe(200);
		expect(errorOf(await suzuki.get(path))).toEqual([403, 'GRN_SCHD_13002']);
		expect(errorOf(await suzuki.put(path, { value: {} }))).toEqual([403, 'GRN_SCHD_13044']);
		expect(errorOf(await suzuki.delete(path))).toEqual([403, 'GRN_SCHD_13044']);
	});

	it('need an event and a name of letters, digits and dots', async () => {
		const nowhere = await sato.get('/schedule/events/999/datastore/a');
		expect(errorOf(nowhere)).toEqual([404, 'GRN_SCHD_13001']);
		const path = await itemOf({}, 'with-dash');
		expect(errorOf(await sato.post(path, { value: {} }))).toEqual([400, 'GRN_REST_API_00202']);
	});

	it.each<[string, object, string]>([
		['nothing', {}, 'GRN_REST_API_00201'],
		['a text', { value: 'text' }, 'GRN_REST_API_00202'],
		['a list', { value: [] }, 'GRN_REST_API_00202'],
		['a key of 129 characters', { value: { ['k'.repeat(129)]: 1 } }, 'GRN_REST_API_00209'],
		['80,001 characters', { value: { a: 'x'.repeat(79_994) } }, 'GRN_REST_API_00209'],
	])('are refused as %s', async (_name, body, code) => {
		expect(errorOf(await sato.post(await itemOf(), body))).toEqual([400, code]);
	});

	it('may be as long as the limits', async () => {
		const longest = { value: { a: 'x'.repeat(79_992) } };
		expect((await sato.post(await itemOf(), longest)).status).toBe(200);
		expect((await sato.post(await itemOf(), { value: { ['k'.repeat(128)]: 1 } })).status).toBe(200);
	});
});
