import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, eventOf, jsonOf, makeEvent, runGroupware } from './world';

/** The nodes under each possible behavior of the points in sandbox/README.md, "What is not known". */

const sandbox = useSandbox();

const run = async (resource: string, operation: string, parameters: IDataObject) =>
	jsonOf(await runGroupware(sandbox, { resource, operation, parameters }))[0] ?? {};

describe.each(['none', 'first'] as const)(
	'a repeating event that is read alone with the times: %s',
	(seriesTimes) => {
		const repeatInfo = {
			type: 'EVERY_WEEK',
			dayOfWeek: 'WED',
			// A Monday.
			period: { start: '2031-03-03', end: '2031-04-30' },
			time: { start: '10:00', end: '11:30' },
			timeZone: 'Asia/Tokyo',
			...{ isAllDay: false, isStartOnly: false, exclusiveDateTimes: [] },
		};
		const isTold = seriesTimes === 'first';
		let id = '';

		beforeAll(async () => {
			({ id } = await makeEvent(sandbox, { subject: 'Weekly' }));
			await sandbox.control('groupware', { series: [{ event: id, repeatInfo }], seriesTimes });
		});

		it('comes out as the service tells it', async () => {
			const { body } = await eventOf(sandbox, id);
			expect('start' in body).toBe(isTold);
			expect(await run('event', 'get', { eventId: byId(id), simplify: false })).toEqual(body);
		});

		it('has its rule, also simplified and in another time zone', async () => {
			const row = await run('event', 'get', {
				eventId: byId(id),
				simplify: true,
				options: { outputTimeZone: 'UTC' },
			});
			expect(row).toMatchObject({ id, subject: 'Weekly', repeatInfo });
			const { start, end, timeZone, repeatId } = row;
			expect([start, end, timeZone, repeatId]).toEqual(
				isTold
					? ['2031-03-05T01:00:00+00:00', '2031-03-05T02:30:00+00:00', 'UTC', undefined]
					: [undefined, undefined, undefined, undefined],
			);
		});

		it('is not deleted or updated as if it were one occurrence', async () => {
			for (const [operation, parameters] of [
				['delete', {}],
				['update', { updateFields: { subject: 'One' } }],
			] as const) {
				const outcome = await runGroupware(sandbox, {
					resource: 'event',
					operation,
					parameters: { eventId: byId(id), ...parameters },
				});
				expect(outcome.error?.message).toContain(
					operation === 'delete' ? 'all its occurrences' : 'only the first occurrence',
				);
			}
			expect((await eventOf(sandbox, id)).body).toMatchObject({ subject: 'Weekly', repeatInfo });
		});
	},
);
