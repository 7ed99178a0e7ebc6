import { cells } from '../sandbox/record-platform/api';
import { cluster, send, service } from './support/cluster';

// With PostgreSQL, requests run at the same time, unlike with the embedded database.

const at = (hour: number) => `2031-05-05T${String(hour).padStart(2, '0')}:00:00+09:00`;

test('the sandbox lets one of forty reserve a room, and says so to the others', async () => {
	const event = {
		eventType: 'REGULAR',
		subject: 'At once',
		start: { dateTime: at(10), timeZone: 'Asia/Tokyo' },
		end: { dateTime: at(11), timeZone: 'Asia/Tokyo' },
		facilities: [{ code: 'hall' }],
	};
	const answers = await Promise.allSettled(
		Array.from({ length: 40 }, async () => await send('POST', '/g/api/v1/schedule/events', event)),
	);
	const refused = answers.filter((one) => one.status === 'rejected');
	expect(refused).toHaveLength(39);
	expect(new Set(refused.map(({ reason }) => String(reason).slice(0, 80))).size).toBe(1);
	const { facilities } = await send<{ facilities: Array<{ id: string; code: string }> }>(
		'GET',
		'/g/api/v1/schedule/facilities',
	);
	const hall = facilities.find(({ code }) => code === 'hall')?.id ?? '';
	const range = new URLSearchParams({
		target: hall,
		targetType: 'facility',
		rangeStart: at(0),
		rangeEnd: at(23),
	});
	const { events } = await send<{ events: object[] }>('GET', `/g/api/v1/schedule/events?${range}`);
	expect(events).toHaveLength(1);
});

test('the sandbox keeps a unique value once, whoever creates or updates it at the same time', async () => {
	const app = await service.makeApp({
		Key: { type: 'SINGLE_LINE_TEXT', unique: true },
		Value: { type: 'NUMBER' },
	});
	const upsert = async (value: number) =>
		await send('PUT', '/k/v1/records.json', {
			app,
			upsert: true,
			records: Array.from({ length: 10 }, (_, key) => ({
				updateKey: { field: 'Key', value: `key ${(key + value) % 10}` },
				record: cells({ Value: value }),
			})),
		});
	const statuses = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => upsert(n)));
	const failed = statuses.filter((one) => one.status === 'rejected');
	expect(failed.map(({ reason }) => String(reason))).toEqual([]);
	const records = await service.allValues(app);
	expect(records.map(({ Key }) => Key).sort()).toEqual(
		Array.from({ length: 10 }, (_, key) => `key ${key}`),
	);
	// Each of the 30 has written each record once.
	expect(records.map(({ $revision }) => $revision)).toEqual(Array(10).fill('30'));
	expect(cluster().members.find(({ name }) => name === 'sandbox')?.restarts).toBe(0);
});
