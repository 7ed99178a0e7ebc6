import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
	url: string;
	close(): Promise<void>;
}

/** A server on a free port of this machine. */
export async function listening(answer: RequestListener): Promise<Listening> {
	const server = createServer(answer).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((done) => server.close(done));
		},
	};
}
