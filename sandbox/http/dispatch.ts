import type { IncomingMessage as Request, ServerResponse as Response } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { StorageError } from '../store/failure';
import type { Call, Reply, SandboxService, Upload } from '../types';
import type { Fault } from '../tenants/faults';
import { maskedHeaders, maskedPath } from '../tenants/request-log';
import type { ManagedTenant } from '../tenants/tenant';
import { readBody, UnreadableRequest } from './body';
import { page } from './pages';
import { send } from './send';
import { isDecodable, type Target } from './target';
import { discard, isMultipart, readUpload } from './upload';

/** What answers a part of the paths: a service, or the sign-in pages. */
export type Answerer = Pick<SandboxService, 'owns' | 'handle' | 'faultBody' | 'illegalRequestCode'>;

const longestAddress = 8 * 1024;
const overridable = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface DispatchContext {
	answerers: readonly Answerer[];
	/** Number of the connection the request came over. */
	connection: number;
	/** Takes a line about an error inside the sandbox. */
	report(text: string): void;
}

/** Answers one request to a service: faults, reading, handling, sending, log. */
export async function dispatch(
	request: Request,
	response: Response,
	target: Target,
	tenant: ManagedTenant,
	{ answerers, connection, report }: DispatchContext,
): Promise<void> {
	const started = performance.now();
	const at = new Date().toISOString();
	const method = methodOf(request);
	const answerer = answerers.find((candidate) => candidate.owns(target.path)) ?? nothingHere;
	const fault = tenant.faults.take(method, target.path);
	const bytes = { in: 0, out: 0 };
	request.on('data', (chunk: Buffer) => {
		bytes.in += chunk.length;
	});
	request.pause();
	tenant.log.begin(connection);
	try {
		bytes.out = await answer(request, response, {
			method,
			target,
			tenant,
			answerer,
			fault,
			report,
		});
	} finally {
		tenant.log.end({
			at,
			method,
			path: maskedPath(target.path, target.query),
			headers: maskedHeaders(request.headers),
			status: response.headersSent ? response.statusCode : null,
			ms: Math.round((performance.now() - started) * 10) / 10,
			bytesIn: bytes.in,
			bytesOut: bytes.out,
			connection,
			fault: fault !== undefined,
		});
	}
}

interface Work {
	method: string;
	target: Target;
	tenant: ManagedTenant;
	answerer: Answerer;
	fault: Fault | undefined;
	report: (text: string) => void;
}

/** Gives the bytes of the answer's body. */
async function answer(request: Request, response: Response, work: Work): Promise<number> {
	const { fault, answerer } = work;
	if (fault?.cut === 'before') {
		await passTime(work);
		response.socket?.destroy();
		return 0;
	}
	const reply = await handled(request, work);
	if (reply === undefined || fault?.cut === 'after') {
		response.socket?.destroy();
		return 0;
	}
	const told = (fault && faultReply(fault, answerer)) ?? reply;
	const headers = { ...told.headers, ...fault?.headers };
	return send(response, { ...told, headers }, fault?.cut === 'body');
}

/** Waits as the fault says before anything else is done. */
async function passTime({ fault, tenant }: Work): Promise<void> {
	if (fault?.delayMs) await wait(fault.delayMs);
	if (fault?.hold) await tenant.faults.untilReleased();
}

/** The service's reply; undefined when the client left before the request was whole. */
async function handled(request: Request, work: Work): Promise<Reply | undefined> {
	const { answerer, fault, tenant } = work;
	let uploads: Upload[] = [];
	try {
		const call = await callOf(request, work);
		uploads = call.upload ?? [];
		await passTime(work);
		const replaced = fault !== undefined && isReplaced(fault) && !fault.handled;
		const reply: Reply = replaced ? { status: 200, body: {} } : await answerer.handle(call);
		if (replaced || reply.status >= 400) await discard(uploads, tenant.files);
		return reply;
	} catch (error) {
		await discard(uploads, tenant.files);
		if (request.destroyed && !request.complete) return undefined;
		if (error instanceof UnreadableRequest) return illegal(answerer, error);
		if (error instanceof URIError) {
			return illegal(answerer, new UnreadableRequest(400, 'The address is malformed.'));
		}
		if (error instanceof StorageError) return storageReply(error, work);
		const cause = error instanceof Error ? error.stack : String(error);
		work.report(`${work.method} ${work.target.path} failed: ${cause}`);
		return answerer.faultBody(500, 'SANDBOX_ERROR', 'An unexpected error occurred in the sandbox.');
	}
}

async function callOf(request: Request, { method, target, tenant }: Work): Promise<Call> {
	if (target.length > longestAddress) {
		throw new UnreadableRequest(414, 'The address is longer than 8 KB.');
	}
	if (!isDecodable(target.path)) throw new UnreadableRequest(400, 'The address is malformed.');
	if (!overridable.includes(method) && request.method === 'POST') {
		throw new UnreadableRequest(400, 'X-HTTP-Method-Override names no method.');
	}
	const upload = isMultipart(request) ? await readUpload(request, tenant.files) : undefined;
	const body = upload ? Buffer.alloc(0) : await readBody(request);
	return {
		method,
		path: target.path,
		query: target.query,
		headers: request.headers,
		body,
		upload,
		tenant,
	};
}

function methodOf(request: Request): string {
	const override = request.headers['x-http-method-override'];
	const { method = '' } = request;
	if (method !== 'POST' || override === undefined) return method;
	return String(override).trim().toUpperCase();
}

function isReplaced(fault: Fault): boolean {
	return fault.status !== undefined || fault.html !== undefined;
}

function faultReply(fault: Fault, answerer: Answerer): Reply | undefined {
	if (!isReplaced(fault)) return undefined;
	const status = fault.status ?? 503;
	const message = fault.message ?? 'This failure was planned with the control API.';
	const own = answerer.faultBody(status, fault.code ?? 'SANDBOX_FAULT', message);
	const reply = fault.html === '' || fault.html ? pageReply(fault, status, message, own) : own;
	return {
		...reply,
		headers: {
			...reply.headers,
			...(fault.location !== undefined && { location: fault.location }),
			...(fault.retryAfter !== undefined && { 'retry-after': fault.retryAfter }),
		},
	};
}

/** A page in place of the service's own answer; a code that was asked for stays in its headers. */
function pageReply(fault: Fault, status: number, message: string, own: Reply): Reply {
	const reply: Reply =
		typeof fault.html === 'string'
			? { status, body: fault.html }
			: page(status, `Error ${status}`, message);
	if (fault.code === undefined) return reply;
	return { ...reply, headers: { ...own.headers, ...reply.headers } };
}

function illegal(answerer: Answerer, { status, message }: UnreadableRequest): Reply {
	return answerer.faultBody(
		status,
		answerer.illegalRequestCode ?? 'SANDBOX_ILLEGAL_REQUEST',
		message,
	);
}

/** The service's own error says that nothing was stored; where nobody knows, it is a page, as of a gateway. */
function storageReply({ message, isUnknown }: StorageError, work: Work): Reply {
	work.report(`${work.method} ${work.target.path} failed: ${message}`);
	return isUnknown
		? page(500, 'Error 500', `${message} It may or may not have been stored.`)
		: work.answerer.faultBody(500, 'SANDBOX_STORAGE', message);
}

const nothingHere: Answerer = {
	owns: () => true,
	handle: () =>
		Promise.resolve(
			page(
				404,
				'Page not found',
				'The record platform answers under /k/, the groupware under /g/, the sign-in pages under /oauth2/, ' +
					'the controls of the sandbox under /_sandbox/.',
			),
		),
	faultBody: (status, _code, message) => page(status, `Error ${status}`, message),
};
