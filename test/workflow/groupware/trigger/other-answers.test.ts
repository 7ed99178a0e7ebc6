import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { useSandbox } from '../../../support/sandbox';
import { clientOf } from '../world';
import { eventIn, told, triggerFor } from './scene';

const sandbox = useSandbox();

/** Keys that the service adds to its events. */
let more: object = {};
let server: Server;
let url = '';

beforeAll(async () => {
	server = createServer((request, response) => {
		const { 'x-service-authorization': sign = '' } = request.headers;
		const headers = { 'X-Service-Authorization': String(sign) };
		void fetch(`${sandbox.url}${request.url}`, { headers }).then(async (answer) => {
			const body = (await answer.json()) as { events?: object[] };
			const events = body.events?.map((event) => ({ ...event, ...more }));
			response.writeHead(answer.status, { 'Content-Type': 'application/json' });
			response.end(JSON.stringify({ ...body, ...(events && { events }) }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

it('does not take other access rights, or a new key of the service, for changes of events', async () => {
	const id = await eventIn(sandbox, 60, { subject: 'Visit' });
	await eventIn(sandbox, 90, { subject: 'Other' });
	more = { accessRights: { change: true } };
	const trigger = await triggerFor({ url }, { events: ['created', 'changed', 'canceled'] });
	expect(await trigger.poll()).toBeNull();
	for (const added of [{ change: false }, { change: true, isNew: true }]) {
		more = { accessRights: added, isImportant: false };
		expect(await trigger.poll()).toBeNull();
	}
	await sandbox.clock(60);
	const { status } = await clientOf(sandbox).patch(`/schedule/events/${id}`, { notes: 'New' });
	expect(status).toBe(200);
	expect(told(await trigger.poll())).toEqual(['changed Visit']);
});
