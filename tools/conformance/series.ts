import type { Access } from './side';

/** Adds a repeating event to the calendar of the sandbox's user, which the API can't. Throws if it is refused. */
export async function addSeries({ baseUrl, login, password }: Access): Promise<void> {
	const token = Buffer.from(`${login}:${password}`).toString('base64');
	const post = async (path: string, body: object) => {
		const response = await fetch(`${baseUrl}${path}`, {
			method: 'POST',
			headers: { 'X-Cybozu-Authorization': token, 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}`);
		return (await response.json()) as { id: string };
	};
	const now = new Date().toISOString();
	const { id } = await post('/g/api/v1/schedule/events', {
		eventType: 'REGULAR',
		subject: 'Weekly',
		start: { dateTime: `${now.slice(0, 10)}T10:00:00Z`, timeZone: 'UTC' },
		end: { dateTime: `${now.slice(0, 10)}T11:00:00Z`, timeZone: 'UTC' },
		attendees: [{ type: 'USER', code: login }],
	});
	const day = (days: number) =>
		new Date(Date.parse(now) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
	const repeatInfo = {
		type: 'EVERY_DAY',
		period: { start: day(0), end: day(7) },
		time: { start: '10:00', end: '11:00' },
		timeZone: 'UTC',
		isAllDay: false,
		isStartOnly: false,
		exclusiveDateTimes: [],
	};
	await post('/_sandbox/groupware', { series: [{ event: id, repeatInfo }] });
}
