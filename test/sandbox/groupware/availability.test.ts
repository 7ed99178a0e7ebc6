import { at, type Body, eventOf, useGroupware } from './client';

const { sato, suzuki, admin } = useGroupware('sato', 'suzuki', 'admin');

const day = (hour: string) => `2026-12-01T${hour}:00+09:00`;
const morning = { start: day('08:00'), end: day('12:00') };
const path = '/schedule/searchAvailableTimes';

beforeAll(async () => {
	for (const code of ['a', 'b']) {
		await admin.post('/schedule/admin/facilities', { name: code, code });
	}
	const book = (from: string, to: string, changes: object) =>
		sato.post(
			'/schedule/events',
			eventOf({ start: at(`2026-12-01T${from}`), end: at(`2026-12-01T${to}`), ...changes }),
		);
	const made = [
		await book('09:30', '10:00', { visibilityType: 'PRIVATE' }),
		await book('08:00', '09:00', { attendees: [], facilities: [{ code: 'a' }] }),
		await book('11:00', '12:00', { attendees: [], facilities: [{ code: 'b' }] }),
		await book('11:00', '12:00', { attendees: [{ type: 'ORGANIZATION', code: 'support' }] }),
		await book('08:00', '12:00', { eventType: 'ALL_DAY' }),
	];
	expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

async function search(body: object): Promise<string[]> {
	const answer = await suzuki.post(path, { timeRanges: [morning], timeInterval: 60, ...body });
	expect([answer.status, answer.body.error]).toEqual([200, undefined]);
	return answer.body.availableTimes.map(({ start, facility }: Body) =>
		[start.dateTime.slice(11, 13), facility?.code].filter(Boolean).join(' '),
	);
}

describe('searching for free time', () => {
	it('passes by what people have, private events included and periods of days not', async () =>
		expect(await search({ attendees: [{ type: 'USER', code: 'sato' }] })).toEqual([
			'08',
			'10',
			'11',
		]));

	it('wants all facilities or any of them', async () => {
		const facilities = [{ code: 'a' }, { code: 'b' }];
		expect(await search({ facilities, facilitySearchCondition: 'AND' })).toEqual(['09 a', '10 a']);
		expect(await search({ facilities, facilitySearchCondition: 'OR' })).toEqual([
			'08 b',
			'09 a',
			'09 b',
			'10 a',
			'10 b',
			'11 a',
		]);
		const attendees = [{ type: 'USER', code: 'sato' }];
		expect(await search({ attendees, facilities, facilitySearchCondition: 'OR' })).toEqual([
			'08 b',
			'10 a',
			'10 b',
			'11 a',
		]);
	});

	it('gives ten slots at most, in the order of the ranges', async () => {
		const timeRanges = [
			{ start: day('14:00'), end: day('15:00') },
			{ start: '2026-12-02T00:00:00+09:00', end: '9000-01-01T00:00:00Z' },
		];
		const attendees = [{ type: 'USER', code: 'sato' }];
		const slots = await search({ timeRanges, timeInterval: 1, attendees });
		expect(slots).toEqual(Array.from({ length: 10 }, () => '14'));
		const days = await search({ timeRanges: timeRanges.slice(1), timeInterval: 1439, attendees });
		expect(days).toHaveLength(10);
	});
});
