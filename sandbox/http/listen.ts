import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A certificate chain and its private key, both PEM. */
export interface Certificate {
	cert: string;
	key: string;
}

export interface ListenOptions {
	/** 0 for any free port. */
	port: number;
	/** An address to listen on; both loopback addresses when left out. */
	host?: string;
	certificate?: Certificate;
}

export interface Listener {
	port: number;
	connections: Connections;
	close(): Promise<void>;
}

const headerLimit = 64 * 1024;
const freePortAttempts = 10;

/** Numbers the connections in the order they came. */
export class Connections {
	private readonly numbers = new WeakMap<Socket, number>();
	private readonly sockets = new Set<Socket>();
	private count = 0;

	add(socket: Socket): void {
		this.count += 1;
		this.numbers.set(socket, this.count);
		this.sockets.add(socket);
		socket.once('close', () => this.sockets.delete(socket));
	}

	numberOf(socket: Socket): number {
		return this.numbers.get(socket) ?? 0;
	}

	/** How many were opened since the server started, how many are open now. */
	counts(): { opened: number; open: number } {
		return { opened: this.count, open: this.sockets.size };
	}
}

/** Listens on one port, on IPv4 and IPv6 loopback alike unless a host is given. Throws where the port is taken. */
export async function listen(
	answer: http.RequestListener,
	options: ListenOptions,
): Promise<Listener> {
	const connections = new Connections();
	const create = (): http.Server => createServer(answer, options.certificate, connections);
	if (options.host !== undefined) {
		const server = await listening(create(), options.port, options.host);
		return listener([server], connections);
	}
	for (let attempt = 1; ; attempt += 1) {
		const first = await listening(create(), options.port, '127.0.0.1');
		try {
			const second = await listening(create(), portOf(first), '::1');
			return listener([first, second], connections);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') {
				return listener([first], connections);
			}
			await stopped(first);
			// Someone else has this port on IPv6 alone: another free one will do when none was asked for.
			if (code !== 'EADDRINUSE' || options.port !== 0 || attempt === freePortAttempts) throw error;
		}
	}
}

function createServer(
	answer: http.RequestListener,
	certificate: Certificate | undefined,
	connections: Connections,
): http.Server {
	const settings = { maxHeaderSize: headerLimit, keepAliveTimeout: 65_000, requestTimeout: 0 };
	const server = certificate
		? https.createServer({ ...settings, ...certificate }, answer)
		: http.createServer(settings, answer);
	server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => {
		connections.add(socket);
		socket.on('error', () => socket.destroy());
	});
	server.on('clientError', refuse);
	return server;
}

/** What is no HTTP at all has no path, so no service can answer it. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const status =
		error.code === 'HPE_HEADER_OVERFLOW'
			? '431 Request Header Fields Too Large'
			: '400 Bad Request';
	const body = `<h1>${status}</h1>\n`;
	socket.end(
		`HTTP/1.1 ${status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${body.length}\r\n` +
			`Connection: close\r\n\r\n${body}`,
	);
}

function listening(server: http.Server, port: number, host: string): Promise<http.Server> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen({ port, host }, () => {
			server.off('error', reject);
			server.on('error', (error) => {
				process.stderr.write(`The server reports: ${error.message}\n`);
			});
			resolve(server);
		});
	});
}

function listener(servers: http.Server[], connections: Connections): Listener {
	const [first] = servers;
	if (!first) throw new Error('Nothing listens');
	return {
		port: portOf(first),
		connections,
		close: async () => {
			await Promise.all(servers.map(stopped));
		},
	};
}

function portOf(server: http.Server): number {
	return (server.address() as AddressInfo).port;
}

function stopped(server: http.Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
