import { toyServer, type ToyServer } from './toy';

/** Takes webhooks. */
export interface Receiver {
	url: string;
	/** Bodies that came, oldest first. */
	bodies: Array<Record<string, unknown>>;
}

/** A server that takes webhooks; call it once, outside of tests. */
export function useReceiver(): Receiver {
	const receiver = { url: '', bodies: [] as Receiver['bodies'] };
	let server: ToyServer;

	beforeAll(async () => {
		server = await toyServer(({ body }) => {
			receiver.bodies.push(JSON.parse(body) as Record<string, unknown>);
			return {};
		});
		receiver.url = `${server.url}/hook`;
	});
	beforeEach(() => void receiver.bodies.splice(0));
	afterAll(async () => await server.close());
	return receiver;
}
