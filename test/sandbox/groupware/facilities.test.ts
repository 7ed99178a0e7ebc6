import { useSandbox } from '../../support/sandbox';
import { type Body, clientFor, errorOf, firstOf } from './client';

const sandbox = useSandbox();
const base = () => `${sandbox.url}/g`;
const admin = clientFor(base, 'admin');
const mori = clientFor(base, 'mori');
const sato = clientFor(base, 'sato');

const facilities = '/schedule/admin/facilities';
const groups = '/schedule/admin/facilityGroups';
const codes = (rows: Body[]) => rows.map(({ code }) => code);

async function create(path: string, body: object): Promise<Body> {
	const answer = await admin.post(path, body);
	expect([answer.status, answer.body.error]).toEqual([200, undefined]);
	return answer.body;
}

describe('facilities', () => {
	it('are made by administrators and listed for everyone', async () => {
		const floor = await create(groups, { name: 'Floor', code: 'floor' });
		const nameLocale = { ja: '会議室', en: 'Room', zh: '会议室', 'zh-tw': '會議室' };
		const room = await create(facilities, {
			name: 'Room 1',
			code: ['room-1'],
			nameLocale,
			notes: 'Six seats',
			facilityGroup: [floor.id],
		});
		expect(room).toEqual({
			id: expect.any(Number),
			name: 'Room 1',
			nameLocale,
			code: 'room-1',
			notes: 'Six seats',
			facilityGroup: floor.id,
		});
		const { body } = await sato.get('/schedule/facilities', { name: 'ROOM 1' });
		const listed = {
			id: String(room.id),
			code: 'room-1',
			name: 'Room 1',
			notes: 'Six seats',
			facilityGroup: String(floor.id),
		};
		expect(body).toEqual({ facilities: [listed], hasNext: false });
		const inGroup = await sato.get(`/schedule/facilityGroups/${floor.id}/facilities`);
		expect(inGroup.body).toEqual({ facilities: [listed] });
		expect(errorOf(await sato.get('/schedule/facilityGroups/999/facilities'))).toEqual([
			400,
			'GRN_REST_API_00206',
		]);
	});

	it('are found by the administrator’s filters', async () => {
		const group = await create(groups, { name: 'Found', code: 'found' });
		const ids: string[] = [];
		for (const code of ['f1', 'f2', 'f3']) {
			const facilityGroup = code === 'f3' ? String(group.id) : undefined;
			const nameLocale = code === 'f2' ? { 'zh-tw': '二' } : undefined;
			ids.push((await create(facilities, { name: code, code, facilityGroup, nameLocale })).id);
		}
		const find = async (query: string) =>
			codes((await admin.send('GET', `${facilities}?${query}`)).body.facilities);
		expect(await find(`id[]=${ids[0]}&id[]=${ids[2]}`)).toEqual(['f1', 'f3']);
		expect(await find('codes[]=f2&codes[]=none')).toEqual(['f2']);
		expect(await find(`facilityGroup[]=${group.id}`)).toEqual(['f3']);
		expect(await find(`nameLocaleZhTw=${encodeURIComponent('二')}`)).toEqual(['f2']);
		expect(await find('id[]=999')).toEqual([]);
		const { body } = await admin.get(facilities, { limit: '1' });
		expect([body.facilities.length, body.hasNext]).toEqual([1, true]);
	});

	it('are changed and deleted', async () => {
		const group = await create(groups, { name: 'Old', code: 'old' });
		const made = await create(facilities, {
			name: 'Before',
			code: 'before',
			notes: 'kept',
			facilityGroup: group.id,
		});
		const path = `${facilities}/${made.id}`;
		const { body } = await mori.patch(path, { name: 'After', code: 'after' });
		expect(body).toEqual({ ...made, name: 'After', code: 'after' });
		const outside = await mori.patch(path, { name: 'After', code: 'after', facilityGroup: null });
		expect(outside.body.facilityGroup).toBeUndefined();
		expect(await mori.delete(path)).toMatchObject({ status: 200, body: { text: '' } });
		expect(errorOf(await mori.delete(path))).toEqual([404, 'GRN_SCHD_13203']);
		expect(errorOf(await mori.patch(path, { name: 'x', code: 'x' }))).toEqual([
			404,
			'GRN_SCHD_13203',
		]);
	});

	it('are not for ordinary users to make', async () => {
		for (const path of [facilities, groups]) {
			const body = { name: 'Mine', code: 'mine' };
			expect(errorOf(await sato.get(path))).toEqual([403, 'GRN_CMMN_00022']);
			expect(errorOf(await sato.post(path, body))).toEqual([403, 'GRN_CMMN_00022']);
			expect(errorOf(await sato.patch(`${path}/1`, body))).toEqual([403, 'GRN_CMMN_00022']);
			expect(errorOf(await sato.delete(`${path}/1`))).toEqual([403, 'GRN_CMMN_00022']);
			expect((await mori.get(path)).status).toBe(200);
		}
	});

	it.each<[object, string]>([
		[{ code: 'c' }, 'GRN_REST_API_00201'],
		[{ name: 'n' }, 'GRN_REST_API_00201'],
		[{ name: 'n', code: [] }, 'GRN_REST_API_00201'],
		[{ name: 'n', code: ['a', 'b'] }, 'GRN_REST_API_00202'],
		[{ name: 1, code: 'c' }, 'GRN_REST_API_00202'],
		[{ name: 'n', code: 'c', nameLocale: 'ja' }, 'GRN_REST_API_00202'],
		[{ name: 'n', code: 'c', facilityGroup: 999 }, 'GRN_REST_API_00206'],
	])('are refused as %j', async (body, code) => {
		expect(errorOf(await admin.post(facilities, body))).toEqual([400, code]);
	});

	it('have codes of their own', async () => {
		await create(facilities, { name: 'One', code: 'twice' });
		const again = await admin.post(facilities, { name: 'Two', code: 'twice' });
		expect(errorOf(again)).toEqual([400, 'GRN_REST_API_00226']);
	});
});

describe('facility groups', () => {
	it('form a tree', async () => {
		const top = await create(`${groups}/`, { name: 'Top', code: 'top' });
		const child = await create(groups, {
			name: 'Child',
			code: 'child',
			parentFacilityGroup: top.id,
		});
		expect(child).toEqual({
			id: expect.any(Number),
			name: 'Child',
			code: 'child',
			notes: '',
			parentFacilityGroup: top.id,
		});
		const { body } = await sato.get('/schedule/facilityGroups');
		const publicTop = body.facilityGroups.find(({ code }: Body) => code === 'top');
		expect(publicTop).toMatchObject({
			id: String(top.id),
			parentFacilityGroup: null,
			childFacilityGroups: [{ id: String(child.id) }],
		});
		const find = async (query: string) =>
			codes((await admin.send('GET', `${groups}?${query}`)).body.facilityGroups);
		expect(await find(`parentFacilityGroups=${top.id}`)).toEqual(['child']);
		expect(await find(`childFacilityGroups[]=${child.id}`)).toEqual(['top']);
		expect(await find('top=1')).not.toContain('child');
		expect(await find('name=chi')).toEqual(['child']);
	});

	it('cannot lie within themselves', async () => {
		const outer = await create(groups, { name: 'Outer', code: 'outer' });
		const inner = await create(groups, {
			name: 'Inner',
			code: 'inner',
			parentFacilityGroup: outer.id,
		});
		const answer = await admin.patch(`${groups}/${outer.id}`, {
			name: 'Outer',
			code: 'outer',
			parentFacilityGroup: inner.id,
		});
		expect(errorOf(answer)).toEqual([400, 'GRN_REST_API_00226']);
	});

	it('leave their facilities and groups behind when they go', async () => {
		const group = await create(groups, { name: 'Going', code: 'going' });
		const child = await create(groups, {
			name: 'Staying',
			code: 'staying',
			parentFacilityGroup: group.id,
		});
		const room = await create(facilities, { name: 'R', code: 'r', facilityGroup: group.id });
		expect((await admin.delete(`${groups}/${group.id}`)).status).toBe(200);
		const left = await admin.send('GET', `${groups}?id[]=${child.id}`);
		expect(firstOf(left.body.facilityGroups).parentFacilityGroup).toBeUndefined();
		const { body } = await admin.send('GET', `${facilities}?id[]=${room.id}`);
		expect(firstOf(body.facilities).facilityGroup).toBeUndefined();
		expect(errorOf(await admin.delete(`${groups}/${group.id}`))).toEqual([400, 'GRN_SCHD_13205']);
	});
});
