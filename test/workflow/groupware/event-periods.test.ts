import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { clientOf, jsonOf, makeEvent, runGroupware } from './world';

const sandbox = useSandbox();
const TOKYO = 'Asia/Tokyo';
const now = () => DateTime.now().setZone(TOKYO);

const getMany = async (parameters: IDataObject, timezone = TOKYO) =>
	await runGroupware(sandbox, {
		resource: 'event',
		operation: 'getAll',
		parameters: { returnAll: true, ...parameters },
		settings: { timezone },
	});

const titles = async (parameters: IDataObject, timezone?: string) =>
	jsonOf(await getMany(parameters, timezone)).map(({ subject }) => subject);

const onDay = async (subject: string, day: DateTime) => {
	const at = (hour: number) => ({
		dateTime: day.set({ hour }).startOf('hour').toISO({ suppressMilliseconds: true }),
		timeZone: TOKYO,
	});
	await makeEvent(sandbox, { subject, start: at(12), end: at(13) });
};

beforeAll(async () => {
	await onDay('Yesterday', now().minus({ days: 1 }));
	await onDay('Today', now());
	await onDay('Tomorrow', now().plus({ days: 1 }));
});

it('the limits of a custom period count, and those of another one do not', async () => {
	const limits = { from: '-1 day', to: '-1 day' };
	expect(await titles({ period: 'custom', ...limits })).toEqual(['Yesterday']);
	expect(await titles({ period: 'tomorrow', ...limits })).toEqual(['Tomorrow']);
});

it('a hint names the zone that counts where events have another one', async () => {
	const other = await getMany({ period: 'next7Days' }, 'America/New_York');
	expect(other.hints.map(({ message }) => message)).toContain(
		'Days begin and end in the time zone America/New_York, but events in the result have Asia/Tokyo. To count in another time zone, set "Time Zone Name or ID"',
	);
	for (const same of [TOKYO, 'Asia/Seoul']) {
		const { hints } = await getMany({ period: 'next7Days' }, same);
		expect(hints.filter(({ message }) => message.includes('Days begin'))).toEqual([]);
	}
	const instants = { from: now().minus({ days: 2 }).toISO(), to: now().plus({ days: 2 }).toISO() };
	const { hints } = await getMany(instants, 'America/New_York');
	expect(hints.filter(({ message }) => message.includes('Days begin'))).toEqual([]);
});

describe('days of a workflow whose zone is behind that of its user', () => {
	const zone = 'America/New_York';
	const from = '2031-03-03';
	const at = (dateTime: string) => ({ dateTime, timeZone: TOKYO });
	const found = async (more: IDataObject = {}) => await titles({ from, to: from, ...more }, zone);
	const ids: string[] = [];
	const made = async (subject: string, event: object) =>
		ids.push((await makeEvent(sandbox, { subject, ...event })).id);
	const whole = (day: number) => ({
		isAllDay: true,
		start: at(`2031-03-0${day}T00:00:00+09:00`),
		end: at(`2031-03-0${day}T23:59:00+09:00`),
	});

	beforeAll(async () => {
		await made('The day before', whole(2));
		await made('Holiday', whole(3));
		const banner = { start: at('2031-03-03T00:00:00+09:00'), end: at('2031-03-05T00:00:00+09:00') };
		await made('Fair', { eventType: 'ALL_DAY', ...banner });
		// Before midnight in New York.
		for (let count = 0; count < 3; count++) {
			const start = at('2031-03-03T10:00:00+09:00');
			await made('Before', { start, end: at('2031-03-03T11:00:00+09:00') });
		}
		const start = at('2031-03-03T15:00:00+09:00');
		await made('On it', { start, end: at('2031-03-03T16:00:00+09:00') });
	});

	afterAll(async () => {
		for (const id of ids) await clientOf(sandbox).delete(`/schedule/events/${id}`);
	});

	it('have the whole days of their dates, and nothing of the time before', async () => {
		expect(await found()).toEqual(['Holiday', 'Fair', 'On it']);
		expect(await found({ sort: 'start desc' })).toEqual(['On it', 'Holiday', 'Fair']);
		expect(await found({ options: { fields: ['subject'] } })).toEqual(['Holiday', 'Fair', 'On it']);
		expect(await found({ from: '2031-03-03 01:00' })).toEqual(['On it']);
	});
});

it('messages and requests are asked for by the days of the period', async () => {
	await sandbox.forget();
	const today = now().startOf('day');
	// The service documents that it returns what comes after the start.
	const limits = [today.minus({ seconds: 1 }), today.plus({ days: 1 })].map((one) =>
		one.toISO({ suppressMilliseconds: true }),
	);
	for (const [resource, filters, from, to] of [
		['message', { updatedPeriod: 'today' }, 'rangeStart', 'rangeEnd'],
		['workflowRequest', { approvedPeriod: 'today' }, 'rangeStartApprovedAt', 'rangeEndApprovedAt'],
	] as const) {
		jsonOf(
			await runGroupware(sandbox, {
				resource,
				operation: 'getAllAsAdministrator',
				parameters: { returnAll: true, filters },
				settings: { timezone: TOKYO },
			}),
		);
		const { searchParams } = new URL((await sandbox.requests()).at(-1)?.path ?? '', sandbox.url);
		expect([searchParams.get(from), searchParams.get(to)]).toEqual(limits);
	}
});
