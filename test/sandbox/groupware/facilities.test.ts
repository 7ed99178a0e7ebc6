import { type Body, errorOf, useGroupware } from './client';

const { admin, mori, sato } = useGroupware('admin', 'mori', 'sato');

const facilities = '/schedule/admin/facilities';
const groups = '/schedule/admin/facilityGroups';

async function create(path: string, body: object): Promise<Body> {
	const answer = await admin.post(path, body);
	expect([answer.status, answer.body.error]).toEqual([200, undefined]);
	return answer.body;
}

it('facilities are made by administrators and listed for everyone', async () => {
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

it('facilities are not for ordinary users to make', async () => {
	for (const path of [facilities, groups]) {
		const body = { name: 'Mine', code: 'mine' };
		expect(errorOf(await sato.get(path))).toEqual([403, 'GRN_CMMN_00022']);
		expect(errorOf(await sato.post(path, body))).toEqual([403, 'GRN_CMMN_00022']);
		expect(errorOf(await sato.patch(`${path}/1`, body))).toEqual([403, 'GRN_CMMN_00022']);
		expect(errorOf(await sato.delete(`${path}/1`))).toEqual([403, 'GRN_CMMN_00022']);
		expect((await mori.get(path)).status).toBe(200);
	}
});
