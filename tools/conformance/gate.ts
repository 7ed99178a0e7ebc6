import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { addressOf, collections } from './guard';
import type { Kind } from './ledger';
import { type Body, NotTried, type Side } from './side';

export interface Gate {
	url: string;
	/** Why the first request since the last call was not let through. */
	refusal(): NotTried | undefined;
	/** Compares the answers from now on, or no longer. */
	watch(watching: boolean): void;
	close(): Promise<void>;
}

/** The users that the examples of the contract tests name. */
const PEOPLE = /\b(?:admin|sato|ito|mori)\b/g;
/** Names and codes that have to be the only ones of a tenant. */
const UNIQUE = /\b(?:room|floor|proxy|contract)\d+\b(?!-conformance)/gi;

/** A text of an example with the user of the run in place of those that it names. */
export function withPeople(text: string, login: string): string {
	return text.replaceAll(PEOPLE, () => login);
}

/**
 * Stands between the nodes and one of the two that are compared. Apps go to the space of the run, users become the one
 * of the run, events become private, and what would change something else goes no further.
 */
export async function openGate(side: Side, space = ''): Promise<Gate> {
	const { login } = side.access;
	const stamp = `conformance-${Date.now().toString(36)}`;
	side.name(stamp, 'run');
	const ownText = (text: string) =>
		text
			.replaceAll(UNIQUE, (name) => `${name}-${stamp}`)
			.replaceAll(/"(?:admin|sato|ito|mori)"/g, () => JSON.stringify(login));
	let refusal: NotTried | undefined;
	let before: Promise<unknown> = Promise.resolve();
	const pass = async (incoming: IncomingMessage) => {
		const { headers } = incoming;
		const url = ownUrl(incoming.url ?? '/', login, ownText);
		const method = String(headers['x-http-method-override'] ?? incoming.method);
		const content = await buffer(incoming);
		const type = headers['content-type'];
		const body =
			type?.startsWith('multipart/') === true
				? await formOf(content, type)
				: content.length > 0
					? withOwn(JSON.parse(ownText(content.toString())) as object, url, side, space)
					: undefined;
		const { answer, bytes } = await side.pass(method, url, body);
		if (answer.status === 200) note(side, method, url, body, answer.body);
		const shown = url.includes('/base/users?name=') ? ofUser(answer.body, login) : bytes;
		return { status: answer.status, headers: answer.headers, bytes: shown };
	};
	const server = createServer((incoming, outgoing) => {
		// One request at a time, as all of a run.
		const answered = before.then(() => pass(incoming));
		before = answered.catch(() => undefined);
		answered.then(
			({ status, headers, bytes }) => {
				const type = headers.get('content-type');
				outgoing.writeHead(status, { ...(type !== null && { 'content-type': type }) }).end(bytes);
			},
			(error: Error) => {
				refusal ??= error instanceof NotTried ? error : new NotTried(error.message);
				const refused = { code: 'NOT_SENT', id: '', message: error.message };
				outgoing.writeHead(400, { 'content-type': 'application/json' });
				outgoing.end(JSON.stringify(refused));
			},
		);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		refusal: () => {
			const told = refusal;
			refusal = undefined;
			return told;
		},
		watch: (watching) => side.watch(watching),
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((closed) => server.close(() => closed()));
		},
	};
}

/** Remembers what was made, so that it is removed at the end and may be changed until then. */
function note({ ledger }: Side, method: string, url: string, sent: unknown, answer: Body): void {
	const { api, parameters } = addressOf(url);
	const { isGuest, guests, proxyCode } = { ...(sent as Sent | undefined) };
	const { defaultThread: thread } = answer;
	const isOfSpace = method === 'GET' && api === 'space' && ledger.has('space', parameters.id);
	if (isOfSpace && thread !== undefined) ledger.add('thread', thread);
	const kind = {
		'preview/app': 'app',
		'template/space': isGuest === true ? 'guestSpace' : 'space',
		'space/thread': 'thread',
		plugin: 'plugin',
		guests: 'guest',
		...collections,
	}[api.replace(/(\/schedule\/admin\/\w+|\/proxies)\/.*/, '$1')] as Kind | undefined;
	if (kind === undefined) return;
	const ids = [
		proxyCode ?? answer.app ?? answer.id ?? guests?.map(({ code }) => code) ?? [],
	].flat();
	if (method === 'POST') for (const id of ids) ledger.add(kind, String(id));
	if (method !== 'DELETE') return;
	const gone = [...Object.values(parameters), decodeURIComponent(api.split('/').at(-1) ?? '')];
	for (const one of ledger.left) if (one.kind === kind && gone.includes(one.id)) ledger.remove(one);
}

interface Sent {
	isGuest?: boolean;
	guests?: Array<{ code: string }>;
	proxyCode?: string;
}

function ownUrl(url: string, login: string, ownText: (text: string) => string): string {
	const named = url.replace(/(\/base\/users\?name=)sato\b/, `$1${encodeURIComponent(login)}`);
	return ownText(named);
}

/** The list of users with the one of the run alone: others have names like it. */
function ofUser(list: Body, login: string): Buffer {
	const users = list.users?.filter(({ code }) => code === login);
	return Buffer.from(JSON.stringify({ ...list, ...(users && { users }) }));
}

/** The body with the run's user alone, and its space and template where something is made. */
function withOwn(sent: object, url: string, { access, ledger }: Side, space: string): object {
	const own = ofRun(sent, access.login) as Record<string, unknown>;
	const { api } = addressOf(url);
	if (api === 'preview/app') return { space, ...own };
	if (api === 'template/space') return { ...own, id: access.template, isPrivate: true };
	if (!/^\/g\/.*\/schedule\/events(\/\d+)?$/.test(api)) return own;
	const { watchers: _watchers, ...event } = own;
	for (const { id } of (event.facilities ?? []) as Array<{ id?: unknown }>) {
		if (!ledger.has('facility', id)) {
			throw new Error(`${api} is not sent: the facility is not its own.`);
		}
	}
	const isNew = api.endsWith('/events');
	return { ...event, ...((isNew || 'visibilityType' in own) && { visibilityType: 'PRIVATE' }) };
}

/** Lists of people whom others would invite, tell, or let in. */
const LISTS = ['attendees', 'watchers', 'members', 'mentions'];

/** A body in which such lists have the run's user alone. */
function ofRun(value: unknown, login: string): unknown {
	if (Array.isArray(value)) return value.map((one) => ofRun(one, login));
	if (typeof value !== 'object' || value === null) return value;
	const user = { type: 'USER', code: login };
	return Object.fromEntries(
		Object.entries(value).map(([key, one]: [string, unknown]) => {
			const [first] = LISTS.includes(key) && Array.isArray(one) ? (one as object[]) : [];
			if (first === undefined) return [key, ofRun(one, login)];
			return [key, 'entity' in first ? [{ entity: user, isAdmin: true }] : [user]];
		}),
	);
}

async function formOf(content: Buffer, type: string): Promise<FormData> {
	return await new Response(new Uint8Array(content), {
		headers: { 'content-type': type },
	}).formData();
}
