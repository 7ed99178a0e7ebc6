import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import type { Scene } from './scene';
import type { Side } from './side';

export interface Gate {
	url: string;
	/** Why the first request since the last call was not let through. */
	refusal(): string | undefined;
	/** Compares the answers from now on, or no longer. */
	watch(watching: boolean): void;
	close(): Promise<void>;
}

/** The users that the examples of the contract tests name. */
const PEOPLE = ['admin', 'sato'];

/**
 * Stands between the nodes and one of the two that are compared. Apps go to the space of the run, users become the one
 * of the run, and what would change something else goes no further.
 */
export async function openGate(side: Side, { space }: Scene): Promise<Gate> {
	let watching = false;
	let refusal: string | undefined;
	let before: Promise<unknown> = Promise.resolve();
	const pass = async (incoming: IncomingMessage) => {
		const { url = '/', headers } = incoming;
		const method = String(headers['x-http-method-override'] ?? incoming.method);
		const content = await buffer(incoming);
		const type = headers['content-type'];
		const body =
			type?.startsWith('multipart/') === true
				? await formOf(content, type)
				: content.length > 0
					? withOwn(JSON.parse(content.toString()), url, side, space)
					: undefined;
		const { answer, bytes } = await side.pass(
			method,
			withPeople(url, side.access.login),
			body,
			watching,
		);
		if (answer.status === 200) note(side, method, url, answer.body.app, answer.body.id);
		return { status: answer.status, headers: answer.headers, bytes };
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
				refusal ??= error.message;
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
		watch: (value) => {
			watching = value;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((closed) => server.close(() => closed()));
		},
	};
}

/** Remembers what was made, so that it is removed at the end and may be changed until then. */
function note({ ledger }: Side, method: string, url: string, app: unknown, id: unknown): void {
	if (method !== 'POST') return;
	if (url.startsWith('/k/v1/preview/app.json')) ledger.add('app', String(app));
	if (url.startsWith('/k/v1/template/space.json')) ledger.add('space', String(id));
}

/** The body with the run's user, and its space and template where something is made. */
function withOwn(body: unknown, url: string, { access }: Side, space: string): unknown {
	const own = JSON.parse(withPeople(JSON.stringify(body), access.login)) as object;
	if (url.startsWith('/k/v1/preview/app.json')) return { space, ...own };
	if (url.startsWith('/k/v1/template/space.json')) {
		return { ...own, id: access.template, isPrivate: true };
	}
	return own;
}

function withPeople(text: string, login: string): string {
	return PEOPLE.reduce((all, name) => all.replaceAll(`"${name}"`, JSON.stringify(login)), text);
}

async function formOf(content: Buffer, type: string): Promise<FormData> {
	return await new Response(new Uint8Array(content), {
		headers: { 'content-type': type },
	}).formData();
}
