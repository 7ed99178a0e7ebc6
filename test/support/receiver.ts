import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Takes webhooks. */
export interface Receiver {
	readonly url: string;
	/** Bodies that came, oldest first. */
	readonly bodies: Array<Record<string, unknown>>;
	/** What it answers; undefined never answers. */
	answer: number | undefined;
}

/** A server that takes webhooks; call it once, outside of tests. */
export function useReceiver(): Receiver {
	const receiver: { -readonly [key in keyof Receiver]: Receiver[key] } = {
		url: '',
		bodies: [],
		answer: 200,
	};
	let server: Server;

	beforeAll(async () => {
		server = createServer((request, response) => {
			void text(request).then((body) => {
				receiver.bodies.push(JSON.parse(body) as Record<string, unknown>);
				if (receiver.answer !== undefined) response.writeHead(receiver.answer).end();
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	});
	beforeEach(() => {
		receiver.bodies.length = 0;
		receiver.answer = 200;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return receiver;
}
