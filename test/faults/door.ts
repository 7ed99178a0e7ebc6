import {
	createServer,
	request as forward,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The sign-in that nodes use at the door. The service behind it never sees it. */
export const SECRETS = {
	password: 'Pa55-w0rd+for/the=door',
	basicPassword: 'Ba51c-s3cret+for/the=door',
	expiredToken: 'expired-t0ken-of-the-door',
	newToken: 'renewed-t0ken-of-the-door',
	refreshToken: 'refresh-t0ken-of-the-door',
};
const LOGIN = 'admin';
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Long enough for one failed attempt, and shorter than all shortened waits of a request together. */
const AWAY_MS = 25;

/** What the door does to the request that it is about, and to all later ones where `stays` is set. */
export type Mishap =
	/** A fault of the sandbox's control API. */
	| { sandbox: object; stays?: boolean }
	/** Nobody listens from this request on; `back` after a while. */
	| { refuse: true; back?: boolean }
	/** The connection is cut while the service works on the request. */
	| { cutWhile: true }
	/** The connection is cut in the middle of the answer; after its headers, where it has no body. */
	| { cutAnswer: true }
	/** The service does its work, the connection is cut, and nobody listens for a while. */
	| { restart: true }
	/** The service does its work, and its answer never comes. */
	| { hang: true }
	/** The service does its work, its answer never comes, and the person cancels the execution. */
	| { cancel: true }
	/** The password is no longer valid. */
	| { wrongPassword: true }
	/** The access token has expired; `revoked` if it can't be renewed. */
	| { expired: true; revoked?: boolean };

export interface Plan {
	mishap: Mishap;
	/** Whether a request counts. */
	counts: (request: Seen) => boolean;
	/** Which of those that count is hit, from 1. */
	target: number;
	/** How many requests, of all, come before it; where nobody is to listen, it can't be counted. */
	before: number;
	cancel?: () => void;
}

/** A request as it came. */
export interface Seen {
	/** After a method override. */
	method: string;
	path: string;
	body: string;
}

export interface Exchange extends Seen {
	/** Whether the plan was about it. */
	hit: boolean;
	/** Whether the service carried it out. */
	carriedOut: boolean;
	/** Whether it had the sign-in of its credential. */
	signedIn: boolean;
	/** How long it took, in milliseconds. */
	ms: number;
}

/**
 * Stands between a node and the sandbox. It lets everything pass but the request that a plan is about,
 * and notes of each request whether the service carried it out.
 */
export class Door {
	private readonly server = createServer((request, response) => {
		void this.track(this.pass(request, response)).catch(() => request.socket.destroy());
	});
	private port = 0;
	private plan: Plan | undefined;
	private run = 0;
	private counted = 0;
	private renewed = false;
	/** Requests go on one by one, so that a fault of the sandbox hits the one that it is meant for. */
	private turn: Promise<unknown> = Promise.resolve();
	private readonly open = new Set<Promise<unknown>>();
	private exchanges: Exchange[] = [];

	/** @param target address of a tenant of the sandbox */
	static async before(target: string): Promise<Door> {
		const door = new Door(new URL(target));
		await door.listen();
		return door;
	}

	private constructor(private readonly target: URL) {}

	/** The tenant's address behind this door, another one for each run: a late request is no part of the next. */
	get url(): string {
		return `http://127.0.0.1:${this.port}${this.prefix}${this.target.pathname}`;
	}

	private get prefix(): string {
		return `/run-${this.run}`;
	}

	/** Forgets what passed, and begins to count for the plan. */
	async begin(plan?: Plan): Promise<void> {
		this.run += 1;
		this.exchanges = [];
		this.counted = 0;
		this.renewed = false;
		this.plan = plan;
		if (plan && 'refuse' in plan.mishap && plan.before === 0) this.shut(plan.mishap.back);
		else await this.listen();
	}

	/** What has passed, when the service is done with all of it; faults that hit nothing are taken back. */
	async end(): Promise<Exchange[]> {
		while (this.open.size > 0) await Promise.all(this.open);
		const { mishap } = this.plan ?? {};
		this.plan = undefined;
		if (mishap && 'sandbox' in mishap) {
			await fetch(`${this.target.href}/_sandbox/faults`, { method: 'DELETE' });
		}
		return this.exchanges;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
	}

	private async listen(): Promise<void> {
		if (this.server.listening) return;
		await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
		this.port = (this.server.address() as AddressInfo).port;
	}

	private shut(back = false): void {
		this.server.close();
		if (back) void this.track(sleep(AWAY_MS).then(async () => await this.listen()));
	}

	private track<T>(work: Promise<T>): Promise<T> {
		const settled = work.catch(() => undefined).finally(() => this.open.delete(settled));
		this.open.add(settled);
		return work;
	}

	private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { prefix } = this;
		if (!request.url?.startsWith(`${prefix}/`)) throw new Error('The run is over.');
		const chunks: Buffer[] = [];
		for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
		const body = Buffer.concat(chunks);
		const { headers } = request;
		const url = request.url.slice(prefix.length);
		response.setHeader('connection', 'close');
		if (url.endsWith('/oauth2/token')) return this.renew(response);
		const method = String(headers['x-http-method-override'] ?? request.method ?? '');
		const seen = { method, path: url.slice(this.target.pathname.length), body: body.toString() };
		const { plan } = this;
		const counts = plan?.counts(seen) ?? false;
		if (counts) this.counted += 1;
		const at = this.counted - (plan?.target ?? 0);
		const hit = plan !== undefined && counts && (at === 0 || (at > 0 && stays(plan.mishap)));
		const exchange: Exchange = {
			...seen,
			hit,
			carriedOut: false,
			signedIn: isSignedIn(headers),
			ms: 0,
		};
		this.exchanges.push(exchange);
		const started = performance.now();
		const work = { request, url, response, body, exchange };
		const mishap = hit ? plan.mishap : undefined;
		const refuses = plan && 'refuse' in plan.mishap && this.exchanges.length === plan.before;
		// From here on, the next connection is refused.
		if (refuses) this.shut((plan.mishap as { back?: boolean }).back);
		const mine = this.turn.then(async () => await this.work(work, mishap, plan));
		this.turn = mine.catch(() => undefined);
		await mine;
		exchange.ms = performance.now() - started;
	}

	private async work(work: Work, mishap: Mishap | undefined, plan?: Plan): Promise<void> {
		const { request, exchange } = work;
		if (mishap === undefined || 'refuse' in mishap) return await this.handOn(work);
		if ('sandbox' in mishap) {
			const { path, method } = exchange;
			await this.control({ ...mishap.sandbox, method, path: decodeURI(path.replace(/\?.*/, '')) });
			await this.handOn(work);
			const { handled = false, cut = '' } = mishap.sandbox as { handled?: boolean; cut?: string };
			exchange.carriedOut = handled || cut === 'after' || cut === 'body';
			return;
		}
		if ('wrongPassword' in mishap || 'expired' in mishap) {
			const isOld = bearerOf(request.headers) !== SECRETS.newToken;
			return await this.handOn(work, { refused: 'wrongPassword' in mishap || isOld });
		}
		if ('cutAnswer' in mishap) return await this.handOn(work, { short: true });
		const done = this.handOn({ ...work, response: undefined });
		if ('cutWhile' in mishap) request.socket.destroy();
		await done;
		if ('cancel' in mishap) plan?.cancel?.();
		if (!('restart' in mishap)) return;
		this.shut(true);
		request.socket.destroy();
	}

	/** Gives the request to the service, and the answer back as it comes, cut where it is cut. */
	private async handOn(work: Work, { refused = false, short = false } = {}): Promise<void> {
		const { request, response, body, exchange } = work;
		const { host: _host, connection: _connection, ...headers } = request.headers;
		const url = new URL(this.target.origin + work.url);
		const passed = { method: request.method, headers: ownSignIn(headers, refused), agent: false };
		await new Promise<void>((resolve) => {
			const cut = () => {
				response?.socket?.destroy();
				resolve();
			};
			const outgoing = forward(url, passed as object, (answer) => {
				const { connection: _, 'transfer-encoding': _encoding, ...own } = answer.headers;
				exchange.carriedOut = (answer.statusCode ?? 0) < 300;
				// Without a body, only the end of the encoding tells that an answer is whole.
				if (short && own['content-length'] === '0') delete own['content-length'];
				response?.writeHead(answer.statusCode ?? 0, { ...own, connection: 'close' });
				response?.flushHeaders();
				answer.on('data', (chunk: Buffer) =>
					response?.write(short ? chunk.subarray(0, chunk.length / 2) : chunk),
				);
				answer.on('end', () => {
					if (short) response?.socket?.end();
					else response?.end();
					resolve();
				});
				answer.on('error', cut);
			});
			outgoing.on('error', cut);
			outgoing.end(body);
		});
	}

	private async control(fault: object): Promise<void> {
		const response = await fetch(`${this.target.href}/_sandbox/faults`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(fault),
		});
		if (!response.ok) throw new Error(await response.text());
	}

	/** The service's token endpoint. */
	private renew(response: ServerResponse): void {
		const { mishap } = this.plan ?? {};
		this.renewed = true;
		const revoked = mishap !== undefined && 'expired' in mishap && mishap.revoked === true;
		const answer = revoked
			? { error: 'invalid_grant', error_description: 'The token was revoked.' }
			: {
					access_token: SECRETS.newToken,
					refresh_token: SECRETS.refreshToken,
					token_type: 'bearer',
					expires_in: 3600,
				};
		response.writeHead(revoked ? 400 : 200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(answer));
	}

	/** Whether a token was asked for. */
	get wasRenewed(): boolean {
		return this.renewed;
	}
}

interface Work {
	request: IncomingMessage;
	/** Its path and query at the sandbox. */
	url: string;
	/** Undefined where the answer is kept back. */
	response: ServerResponse | undefined;
	body: Buffer;
	exchange: Exchange;
}

function stays(mishap: Mishap): boolean {
	if ('sandbox' in mishap) return mishap.stays === true;
	return 'wrongPassword' in mishap || 'expired' in mishap;
}

const PASSWORD = /^x-(cybozu|service)-authorization$/;

function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
	return /^Bearer (.+)$/i.exec(authorization)?.[1];
}

function isSignedIn(headers: IncomingHttpHeaders): boolean {
	const bearer = bearerOf(headers);
	if (bearer !== undefined) return [SECRETS.expiredToken, SECRETS.newToken].includes(bearer);
	const expected = base64(`${LOGIN}:${SECRETS.password}`);
	return Object.entries(headers).some(([name, value]) => PASSWORD.test(name) && value === expected);
}

/** The headers with the sign-in of the sandbox in place of the door's, or with one that it refuses. */
function ownSignIn(headers: IncomingHttpHeaders, refused: boolean): IncomingHttpHeaders {
	const others = Object.fromEntries(
		Object.entries(headers).filter(([name]) => name !== 'authorization' && !PASSWORD.test(name)),
	);
	if (refused && bearerOf(headers) !== undefined) {
		return { ...others, authorization: 'Bearer not-valid' };
	}
	const password = refused ? 'wrong' : LOGIN;
	return { ...others, 'x-cybozu-authorization': base64(`${LOGIN}:${password}`) };
}
