import type { IDataObject } from 'n8n-workflow';

import { relayTo } from '../../contract/relay';
import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, eventOf, jsonOf, makeEvent, runGroupware, users } from './world';

const sandbox = useSandbox();

/** Runs an update between whose read and write somebody else does something. */
async function updateWhile(id: unknown, between: () => Promise<unknown>) {
	const relay = await relayTo(new URL(sandbox.url).origin, async (request) => {
		if (request === 1) await between();
	});
	const baseUrl = relay.url + new URL(sandbox.url).pathname;
	const outcome = await runGroupware(sandbox, {
		resource: 'event',
		operation: 'update',
		parameters: {
			eventId: byId(String(id)),
			updateFields: { attendees: users('ito'), attendeesChange: 'add' },
		},
		account: { baseUrl },
	});
	const methods = relay.take().map(({ sent }) => sent.method);
	await relay.close();
	jsonOf(outcome);
	expect(methods).toEqual(['GET', 'PATCH']);
	return outcome.hints.map(({ message }) => message);
}

describe('an event that somebody else changes between the read and the write', () => {
	it('keeps their text, and the hint names what may be lost', async () => {
		const { id, start, end } = await makeEvent(sandbox);
		const hints = await updateWhile(
			id,
			async () =>
				await clientOf(sandbox).patch(`/schedule/events/${id}`, {
					start,
					end,
					subject: 'Theirs',
					attendees: ['admin', 'mori'].map((code) => ({ type: 'USER', code })),
				}),
		);
		const { body } = await eventOf(sandbox, id);
		expect(body.subject).toBe('Theirs');
		const { attendees } = body as unknown as IDataObject;
		expect((attendees as IDataObject[]).map(({ code }) => code)).toEqual(['admin', 'ito']);
		expect(hints.join()).toContain('Somebody else changed the event at the same time');
	});

	it('has no hint where nobody did', async () => {
		const { id } = await makeEvent(sandbox, { notes: 'Two\nlines', visibilityType: 'PRIVATE' });
		expect(await updateWhile(id, async () => await Promise.resolve())).toEqual([]);
	});
});
