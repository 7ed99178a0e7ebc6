import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { CredentialChoice, Draft, FailedReply, FileReply, Service } from '../catalogue';
import type { Connection } from '../connection';
import type { Failure } from '../errors';
import { replyFailure, thrownFailure } from './failure';
import { multipart } from './multipart';
import { httpOptions } from './options';
import { waitBeforeRetry } from './retry';

/** What n8n gives a node while it runs, and its pickers while it is edited. */
export type Context = IExecuteFunctions | ILoadOptionsFunctions;

export type Answer = { ok: true; body: unknown } | { ok: false; failure: Failure };

/** The one place that touches the network: one credential, read once, for all requests of a run. */
export interface Session {
	readonly connection: Connection;
	/** Sends a request, again where that is safe. Never throws for what the service or network does. */
	send(draft: Draft): Promise<Answer>;
	/** Requests sent so far, retries included. */
	readonly sent: number;
}

/**
 * Opens a session with the credential that the node's parameters choose.
 * Throws `Refusal` when the credential cannot be used, and n8n's own error when there is none.
 */
export async function openSession(context: Context, service: Service): Promise<Session> {
	const choice = chosenCredential(context, service);
	const data = await context.getCredentials(choice.credential);
	const connection = service.connect(data as IDataObject, choice);
	const settings = (name: string) => context.getNodeParameter(name, 0, {}) as IDataObject;
	const timeoutSeconds = Number(settings('requestOptions').timeoutSeconds ?? 300);
	const post = poster(context, choice, data);
	let sent = 0;
	let signIn: Promise<Failure | undefined> | undefined;
	let unreachable = false;

	/** One sending, told as an answer. */
	async function attempt(draft: Draft, attempts: number): Promise<Answer> {
		const userAgent = `n8n-node (${service.name})`;
		const options = httpOptions(draft, connection, {
			userAgent,
			timeoutSeconds,
			oauth2: choice.oauth2,
		});
		if (draft.file) options.body = await multipart(context as IExecuteFunctions, draft.file);
		sent += 1;
		try {
			const response = await post(options, draft.afterCancel);
			return await read(service, connection, draft, response, attempts);
		} catch (thrown) {
			const reply = thrownReply(thrown);
			const failure = reply
				? replyFailure(service, connection, draft, reply, attempts)
				: thrownFailure(draft, thrown, attempts);
			return { ok: false, failure };
		}
	}

	async function withRetries(draft: Draft): Promise<Answer> {
		for (let attempts = 1; ; attempts++) {
			const answer = await attempt(draft, attempts);
			const notReached = !answer.ok && answer.failure.reach === 'notSent';
			if (!notReached) unreachable = false;
			if (answer.ok) return answer;
			// Once a host was given up on, a thousand further items need not wait for it a thousand times.
			const seconds =
				notReached && unreachable ? undefined : waitBeforeRetry(draft, answer.failure);
			if (seconds === undefined || (await cancelledWhileWaiting(context, seconds))) {
				unreachable = notReached;
				return answer;
			}
		}
	}

	/**
	 * The first request goes alone: a wrong password is tried once, not once an item,
	 * because the service may lock the account. One that could not be sent, for want of
	 * its file, tells nothing, so that the next is the first.
	 */
	async function send(draft: Draft): Promise<Answer> {
		for (;;) {
			const known = signIn;
			if (known === undefined) {
				const first = withRetries(draft);
				signIn = first.then(
					(answer) => (!answer.ok && refusedSignIn(answer.failure) ? answer.failure : undefined),
					() => void (signIn = undefined),
				);
				return await first;
			}
			const refused = await known;
			if (refused) return { ok: false, failure: { ...refused, attempts: 0 } };
			if (signIn === known) return await withRetries(draft);
		}
	}

	return {
		connection,
		send,
		get sent() {
			return sent;
		},
	};
}

function refusedSignIn(failure: Failure): boolean {
	return failure.kind === 'credential' || failure.reply?.status === 401;
}

function chosenCredential(context: Context, { credentials }: Service): CredentialChoice {
	const value = context.getNodeParameter('authentication', 0, credentials[0]?.value);
	const choice = credentials.find((candidate) => candidate.value === value) ?? credentials[0];
	if (choice === undefined) throw new TypeError('The service names no credential');
	return choice;
}

/** n8n's authenticated helper; the credential goes along so that n8n need not read it anew a call. */
function poster(context: Context, choice: CredentialChoice, data: ICredentialDataDecryptedObject) {
	const { id, name } = context.getNode().credentials?.[choice.credential] ?? {};
	const credentialsDecrypted = { id: id ?? '', name: name ?? '', type: choice.credential, data };
	// n8n stops every request of a cancelled execution by what this method gives.
	const uncancelled = Object.create(context, {
		getExecutionCancelSignal: { value: () => undefined },
	}) as Context;
	return async (options: IHttpRequestOptions, afterCancel = false) =>
		(await context.helpers.httpRequestWithAuthentication.call(
			afterCancel ? uncancelled : context,
			choice.credential,
			options,
			choice.oauth2 ? undefined : { credentialsDecrypted },
		)) as IN8nHttpFullResponse;
}

async function read(
	service: Service,
	connection: Connection,
	draft: Draft,
	response: IN8nHttpFullResponse,
	attempts: number,
): Promise<Answer> {
	const headers = plainHeaders(response.headers);
	const succeeded = response.statusCode >= 200 && response.statusCode < 300;
	if (draft.reply === 'file' && succeeded) {
		return { ok: true, body: fileReply(response.body, headers) };
	}
	const text =
		draft.reply === 'file'
			? await textOf(response.body as unknown as AsyncIterable<Uint8Array>)
			: String(response.body ?? '');
	if (succeeded && draft.reply === 'none' && text.trim() === '') return { ok: true, body: {} };
	const parsed = parse(text);
	if (succeeded && parsed.json) return { ok: true, body: parsed.value };
	const reply: FailedReply = { status: response.statusCode, headers, body: parsed.value };
	return { ok: false, failure: replyFailure(service, connection, draft, reply, attempts) };
}

function fileReply(stream: unknown, headers: Record<string, string>): FileReply {
	const disposition = headers['content-disposition'] ?? '';
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	const named = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
	const fileName = (encoded && decoded(encoded)) ?? named;
	return {
		stream,
		contentType: headers['content-type'] ?? 'application/octet-stream',
		...(fileName && { fileName }),
	};
}

/** A name that is encoded wrongly is no reason to lose the file. */
function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): { json: boolean; value: unknown } {
	try {
		return { json: true, value: JSON.parse(text) };
	} catch {
		return { json: false, value: text };
	}
}

/** With OAuth2 a 401 is thrown after the token could not be renewed; its reply is in the cause. */
function thrownReply(thrown: unknown): FailedReply | undefined {
	const { response } = ((thrown as { cause?: unknown }).cause ?? {}) as {
		response?: { status: number; headers: IDataObject; data: unknown };
	};
	if (response?.status !== 401) return undefined;
	const body = typeof response.data === 'string' ? parse(response.data).value : response.data;
	return { status: response.status, headers: plainHeaders(response.headers), body };
}

function plainHeaders(headers: IDataObject): Record<string, string> {
	return Object.fromEntries(
		Object.entries({ ...headers }).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

/** Waits, or tells that the execution was cancelled meanwhile. */
export async function cancelledWhileWaiting(context: Context, seconds: number): Promise<boolean> {
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : null;
	if (!signal) {
		await sleep(seconds * 1000);
		return false;
	}
	if (signal.aborted) return true;
	const aborted = new Promise<void>((resolve) => {
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
	await Promise.race([sleep(seconds * 1000), aborted]);
	return signal.aborted;
}
