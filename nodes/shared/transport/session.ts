import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { CredentialChoice, RequestSpec, Service } from '../catalogue';
import type { Connection } from '../connection';
import type { FailedReply, Failure } from '../errors';
import { fileReply, type Reading } from './download';
import { notWanted, replyFailure, thrownFailure } from './failure';
import { digest } from '../objects';
import { ReadCache } from '../readCache';
import { Limiter, type Load } from './limiter';
import { watchIdle } from './idle';
import { openUpload } from './multipart';
import { httpOptions } from './options';
import { waitBeforeRetry } from './retry';

/** What n8n gives a trigger; it has no incoming items. */
export type TriggerContext = IPollFunctions | IWebhookFunctions;

/** What n8n gives a node while it runs. */
export type RunContext = IExecuteFunctions | TriggerContext;

/** What n8n gives a node while it runs, and its pickers while it is edited. */
export type Context = RunContext | ILoadOptionsFunctions;

export type RequestResult =
	/** `incomplete` is what the service says is missing in the answer. */
	{ ok: true; body: unknown; incomplete?: string } | { ok: false; failure: Failure };

/** Everything that touches the network goes through it: one credential, read once, for all requests of a run. */
export interface Session {
	readonly connection: Connection;
	/**
	 * Sends a request, again where that is safe. Never throws for what the service or network does.
	 * @param wanted checked before each attempt; if false, the request is canceled
	 */
	send(spec: RequestSpec, wanted?: () => boolean): Promise<RequestResult>;
	readonly sent: number;
	/** What is read with the credential. */
	readonly cache: ReadCache;
	/** Parallel requests that the service had room for within the last minute; 0 if that isn't known. */
	readonly room: number;
}

/**
 * Opens a session with the credential that the node's parameters choose.
 * Throws `InputError` when the credential cannot be used, and n8n's own error when there is none.
 */
export async function openSession(context: Context, service: Service): Promise<Session> {
	const choice = chosenCredential(context, service);
	const data = await context.getCredentials(choice.credential);
	const connection = service.connect(data as IDataObject, choice);
	const timeoutSeconds = Number(data.timeoutSeconds ?? 300);
	const sender = { service: service.name, timeoutSeconds, oauth2: choice.oauth2 };
	const post = poster(context, choice, data);
	let owner: string | undefined;
	// A digest of the credential with all of its data: no secret is kept longer than its execution.
	const cache = new ReadCache(
		() => (owner ??= digest([choice.credential, data])),
		'getInputData' in context && context.getMode() !== 'manual',
	);
	const room = (await cache.recall('room')) as number | undefined;
	const limiter = new Limiter(room);
	let sent = 0;
	// A wrong password may lock the user, so what is known of one never lets more than one request go.
	const isKnown = room !== undefined && connection.signIn !== 'Password';
	let signIn: Promise<Failure | undefined> | undefined = isKnown
		? Promise.resolve(undefined)
		: undefined;
	let accepted = false;
	let unreachable = false;

	async function attempt(
		spec: RequestSpec,
		attempts: number,
		wanted: () => boolean,
	): Promise<RequestResult> {
		const options = httpOptions(spec, connection, sender);
		const stop = new AbortController();
		// n8n's timeout is for the whole request. A large file may take longer while it makes progress.
		const { file } = spec;
		const idle = file && watchIdle(timeoutSeconds, () => stop.abort());
		const upload = idle && (await openUpload(context as IExecuteFunctions, file, idle));
		if (upload) Object.assign(options, { body: upload.form, timeout: 0 });
		const leave = await limiter.enter(file !== undefined || spec.reply === 'file');
		let load: Load | undefined;
		try {
			if (!wanted() || (cancelSignal(context)?.aborted && !spec.afterCancel))
				return { ok: false, failure: notWanted(spec, attempts) };
			sent += 1;
			idle?.waiting();
			let response = await post(options, spec, stop.signal);
			// Before 2.11, n8n throws every refusal or none: only a thrown one renews the token.
			if (choice.oauth2 && response.statusCode === 401) {
				response = await post({ ...options, ignoreHttpStatusErrors: false }, spec, stop.signal);
			}
			load = { tooMany: response.statusCode === 429, headers: plainHeaders(response.headers) };
			const reading: Reading = {
				idleSeconds: timeoutSeconds,
				...(spec.bytes !== undefined && { size: spec.bytes }),
				abort: () => stop.abort(),
			};
			return await readReply(service, connection, spec, response, attempts, reading);
		} catch (thrown) {
			if (upload?.problem() !== undefined) throw upload.problem();
			const reply = thrownReply(thrown);
			const failure = reply
				? replyFailure(service, connection, spec, reply, attempts)
				: thrownFailure(spec, idle?.expired ? { code: 'ETIMEDOUT' } : thrown, attempts);
			return { ok: false, failure };
		} finally {
			leave(load);
			idle?.end();
			upload?.release();
		}
	}

	async function withRetries(
		spec: RequestSpec,
		wanted: () => boolean,
		tell: (answer: RequestResult) => void = () => undefined,
	): Promise<RequestResult> {
		for (let attempts = 1; ; attempts++) {
			const answer = await attempt(spec, attempts, wanted);
			tell(answer);
			accepted ||= signedIn(answer);
			const refused = !answer.ok && refusedSignIn(answer.failure) ? answer.failure : undefined;
			if (refused && !accepted) signIn = Promise.resolve(refused);
			if (refused || accepted) cache.note('room', refused ? undefined : limiter.limit);
			const notReached =
				!answer.ok && answer.failure.outcome === 'notSent' && answer.failure.kind !== 'cancelled';
			if (!notReached) unreachable = false;
			if (answer.ok) return answer;
			// After giving up on a host, further items don't wait for it again.
			const seconds = notReached && unreachable ? undefined : waitBeforeRetry(spec, answer.failure);
			if (seconds === undefined || (await cancelledWhileWaiting(context, seconds))) {
				unreachable = notReached;
				return answer;
			}
		}
	}

	/**
	 * The first request is sent alone, so that a wrong password is tried once and not for each item:
	 * the service may lock the account. After any response, the others follow. If the first could not
	 * be sent (missing file), the next one becomes the first. Tokens that were accepted within the last
	 * minute go at once.
	 */
	async function send(spec: RequestSpec, wanted = () => true): Promise<RequestResult> {
		for (;;) {
			const known = signIn;
			if (known === undefined) {
				let accept: () => void = () => undefined;
				const accepted = new Promise<undefined>((resolve) => (accept = () => resolve(undefined)));
				const first = withRetries(spec, wanted, (answer) => {
					if (signedIn(answer)) accept();
				});
				const ended = first.then(
					(answer) => (!answer.ok && refusedSignIn(answer.failure) ? answer.failure : undefined),
					() => void (signIn = undefined),
				);
				signIn = Promise.race([accepted, ended]);
				return await first;
			}
			const refused = await known;
			if (refused) return { ok: false, failure: { ...refused, attempts: 0 } };
			if (signIn === known) return await withRetries(spec, wanted);
		}
	}

	return {
		connection,
		send,
		cache,
		room: isKnown ? room : 0,
		get sent() {
			return sent;
		},
	};
}

/** Whether the service accepted the sign-in, even if the request failed. */
function signedIn(answer: RequestResult): boolean {
	if (answer.ok) return true;
	const { reply, explanation } = answer.failure;
	return explanation !== undefined && reply?.status !== 401 && reply?.status !== 429;
}

function refusedSignIn(failure: Failure): boolean {
	return failure.kind === 'credential' || failure.reply?.status === 401;
}

function chosenCredential(context: Context, { credentials }: Service): CredentialChoice {
	const [name, usual] = ['authentication', credentials[0]?.value];
	const value =
		'getInputData' in context
			? context.getNodeParameter(name, 0, usual)
			: context.getNodeParameter(name, usual);
	const choice = credentials.find((candidate) => candidate.value === value) ?? credentials[0];
	if (choice === undefined) throw new TypeError('The service names no credential');
	return choice;
}

/** n8n's authenticated helper, with the credential, so that n8n doesn't read it again for each request. */
function poster(context: Context, choice: CredentialChoice, data: ICredentialDataDecryptedObject) {
	const { id, name } = context.getNode().credentials?.[choice.credential] ?? {};
	const credentialsDecrypted = { id: id ?? '', name: name ?? '', type: choice.credential, data };
	/** n8n stops a request by this method's signal: when the execution is canceled, or a file stalls. */
	const stoppable = (spec: RequestSpec, stop: AbortSignal) => {
		const cancelled = spec.afterCancel ? undefined : cancelSignal(context);
		const signals = [cancelled, stop].filter((one) => one !== undefined);
		return Object.create(context, {
			getExecutionCancelSignal: { value: () => AbortSignal.any(signals) },
		}) as Context;
	};
	return async (options: IHttpRequestOptions, spec: RequestSpec, stop: AbortSignal) =>
		(await context.helpers.httpRequestWithAuthentication.call(
			spec.file || spec.reply === 'file' || spec.afterCancel ? stoppable(spec, stop) : context,
			choice.credential,
			options,
			choice.oauth2 ? undefined : { credentialsDecrypted },
		)) as IN8nHttpFullResponse;
}

/** The answer in a response, or its failure. `reading` is for a file. */
export async function readReply(
	service: Service,
	connection: Connection,
	spec: RequestSpec,
	response: IN8nHttpFullResponse,
	attempts: number,
	reading?: Reading,
): Promise<RequestResult> {
	const headers = plainHeaders(response.headers);
	const succeeded = response.statusCode >= 200 && response.statusCode < 300;
	const file = reading && spec.reply === 'file' ? fileReply(response, headers, reading) : undefined;
	if (file && succeeded) return { ok: true, body: file };
	const text = file ? await bodyText(file.stream) : String(response.body ?? '');
	if (succeeded && spec.reply === 'none' && text.trim() === '') return { ok: true, body: {} };
	const parsed = parse(text);
	if (succeeded && parsed.json && isAnswer(spec, parsed.value)) {
		const incomplete = service.incomplete?.(headers);
		return { ok: true, body: parsed.value, ...(incomplete && { incomplete }) };
	}
	const reply: FailedReply = { status: response.statusCode, headers, body: parsed.value };
	return { ok: false, failure: replyFailure(service, connection, spec, reply, attempts) };
}

const FOREIGN = ['code', 'detail', 'error', 'errors', 'message', 'status'];

/** Whether JSON can be the service's response. Gateways also return JSON with status 200. */
function isAnswer({ repeatable, answer }: RequestSpec, body: unknown): boolean {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
	if (answer?.length === 0) return Object.keys(body).length === 0;
	if (answer) return answer.some((key) => Object.hasOwn(body, key));
	return repeatable || !FOREIGN.some((key) => Object.hasOwn(body, key));
}

/** The text of a failed download, as far as it was received. */
async function bodyText(stream: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	try {
		for await (const chunk of stream) chunks.push(chunk);
	} catch {
		// The status is enough.
	}
	return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): { json: boolean; value: unknown } {
	try {
		return { json: true, value: JSON.parse(text) };
	} catch {
		return { json: false, value: text };
	}
}

/** With OAuth2, n8n throws a reply after which it renews the token, or sends again with it. */
function thrownReply(thrown: unknown): FailedReply | undefined {
	const { cause, httpCode } = thrown as {
		cause?: { response?: { status: number; headers: IDataObject; data: unknown } };
		httpCode?: unknown;
	};
	const lost = { status: Number(httpCode), headers: {}, data: '' };
	const { status, headers, data } = cause?.response ?? lost;
	if (!(status >= 400)) return undefined;
	const body = typeof data === 'string' ? parse(data).value : data;
	return { status, headers: plainHeaders(headers), body };
}

function plainHeaders(headers: IDataObject): Record<string, string> {
	return Object.fromEntries(
		Object.entries({ ...headers }).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

function cancelSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Waits, or tells that the execution was canceled meanwhile. */
export async function cancelledWhileWaiting(context: Context, seconds: number): Promise<boolean> {
	const signal = cancelSignal(context);
	if (signal?.aborted) return true;
	const aborted = new Promise<void>((resolve) => {
		signal?.addEventListener('abort', () => resolve(), { once: true });
	});
	await Promise.race([sleep(seconds * 1000), aborted]);
	return signal?.aborted === true;
}
