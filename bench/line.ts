import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that is far away. */
export interface Line {
	port: number;
	/** Connections opened so far. */
	readonly connections: number;
	close(): Promise<void>;
}

/**
 * Listens on loopback and passes everything on to `target`, each byte after half of `roundTripMs`, the bytes of the
 * other way likewise. Opening a connection takes a round trip of its own, as TCP's handshake does; TLS's handshake
 * travels as bytes do and takes as many round trips as its version needs. Bandwidth is not limited.
 */
export async function openLine(target: number, roundTripMs: number): Promise<Line> {
	const sockets = new Set<Socket>();
	let connections = 0;
	// A client's bytes wait for the connection: that is the round trip it takes to open one.
	const server = createServer((client) => {
		connections += 1;
		const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
		client.setNoDelay(true);
		for (const socket of [client, far]) {
			sockets.add(socket);
			socket.on('close', () => sockets.delete(socket));
		}
		const opened = performance.now() + roundTripMs;
		pass(client, far, roundTripMs / 2, opened);
		pass(far, client, roundTripMs / 2, opened);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		get connections() {
			return connections;
		},
		async close() {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
}

/** Bytes in flight one way; a sender that is faster than its receiver is held back. */
const MOST_IN_FLIGHT = 64 * 1024 * 1024;

/** Hands on what comes from one socket to the other, `delayMs` later and not before `opened`. */
function pass(from: Socket, to: Socket, delayMs: number, opened: number): void {
	let inFlight = 0;
	/** In their order, which timers of different lengths don't keep. */
	const waiting: Array<() => void> = [];
	const later = (work: () => void) => {
		const due = Math.max(performance.now(), opened) + delayMs;
		waiting.push(work);
		setTimeout(() => waiting.shift()?.(), Math.max(0, due - performance.now()));
	};
	from.on('data', (bytes: Buffer) => {
		inFlight += bytes.length;
		if (inFlight > MOST_IN_FLIGHT) from.pause();
		later(() => {
			inFlight -= bytes.length;
			if (from.isPaused() && inFlight <= MOST_IN_FLIGHT) from.resume();
			if (!to.destroyed) to.write(bytes);
		});
	});
	from.on('end', () => later(() => to.end()));
	from.on('error', () => to.destroy());
	from.on('close', () => later(() => to.destroySoon()));
}
