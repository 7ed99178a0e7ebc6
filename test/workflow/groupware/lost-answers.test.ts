import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { clientOf, rooms, runGroupware, users } from './world';

const sandbox = useSandbox();

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const times = { timeZone: 'Asia/Tokyo', attendees: users('admin') };

/** How many events of this title the service has. */
async function eventsNamed(title: string): Promise<number> {
	const { body } = await clientOf(sandbox).get('/schedule/events', { keyword: title });
	return (body as unknown as { events: IDataObject[] }).events.length;
}

describe('a write that was carried out, and that a gateway answers with 503 and a time to come again', () => {
	const lost = async (path: string) =>
		await sandbox.faults({
			...{ method: 'POST', path, status: 503, html: true, retryAfter: '0' },
			...{ handled: true, times: 1 },
		});

	it.each([
		['create', { start: '2031-08-01 10:00', end: '2031-08-01 11:00' }],
		['book', { from: '2031-08-04', to: '2031-08-04', facilities: rooms('room-a') }],
	])('makes one event with %s, and the error output says that it may exist', async (name, own) => {
		await lost('/g/api/v1/schedule/events');
		const subject = `Only once by ${name}`;
		const { errors, error } = await runGroupware(sandbox, {
			...{ resource: 'event', operation: name, onError: 'continueErrorOutput' },
			parameters: { subject, ...times, ...own },
		});
		expect(error).toBeUndefined();
		expect(errors[0]?.json.error).toMatch(
			/503 with a web page, so the request may have been carried out \[item 0\]$/,
		);
		expect(await eventsNamed(subject)).toBe(1);
	});
});
