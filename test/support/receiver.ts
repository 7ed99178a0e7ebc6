import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Takes webhooks. */
export interface Receiver {
	url: string;
	/** Bodies that came, oldest first. */
	bodies: Array<Record<string, unknown>>;
}

/** A server that takes webhooks; call it once, outside of tests. */
export function useReceiver(): Receiver {
	const receiver = { url: '', bodies: [] as Receiver['bodies'] };
	let server: Server;

	beforeAll(async () => {
		server = createServer((request, response) => {
			void text(request).then((body) => {
				receiver.bodies.push(JSON.parse(body) as Record<string, unknown>);
				response.end();
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	});
	beforeEach(() => void receiver.bodies.splice(0));
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return receiver;
}
