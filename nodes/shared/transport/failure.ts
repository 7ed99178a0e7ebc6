import type { Draft, Service } from '../catalogue';
import type { Connection } from '../connection';
import type { FailedReply, Failure, Reach } from '../errors';

/** The failure for an error response, with the service's message if there is one. */
export function replyFailure(
	service: Service,
	connection: Connection,
	draft: Draft,
	reply: FailedReply,
	attempts: number,
): Failure {
	const explanation = service.explain(reply, connection);
	return {
		kind: 'reply',
		reach: replyReach(reply, draft, explanation !== undefined),
		request: named(draft),
		reply,
		...(explanation && { explanation }),
		attempts,
	};
}

/**
 * With an error from the service or a 4xx status, the request was not carried out. After a gateway's
 * page or an incomplete success, a write may or may not have succeeded.
 */
function replyReach(reply: FailedReply, draft: Draft, explained: boolean): Reach {
	if (explained || draft.repeatable || turnedAway(reply)) return 'refused';
	return reply.status === 503 && retryAfterSeconds(reply) !== undefined ? 'refused' : 'unknown';
}

/** Whether the status alone says that the request was not carried out. A gateway gives 408 when the service is slow. */
export function turnedAway({ status }: FailedReply): boolean {
	return status >= 300 && status < 500 && status !== 408;
}

/** Failures after which nothing can have reached the service. */
const NOT_SENT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EADDRNOTAVAIL',
	'ERR_INVALID_URL',
	'EPROTO',
]);

/** A request without a usable reply, from what n8n's helper threw. */
export function thrownFailure(draft: Draft, thrown: unknown, attempts: number): Failure {
	const { code, syscall, message, status } = cause(thrown);
	const common = { request: named(draft), attempts, ...(message && { detail: message }) };
	if (code === 'ERR_CANCELED') {
		return { kind: 'cancelled', reach: attempts === 0 ? 'notSent' : 'unknown', ...common };
	}
	if (code === undefined && status === undefined) {
		return { kind: 'credential', reach: 'notSent', ...common };
	}
	// The request was rejected, then the token could not be renewed.
	if (code === 'EAUTH') return { kind: 'credential', reach: 'refused', ...common };
	const notSent =
		code !== undefined &&
		(NOT_SENT.has(code) || /CERT|TLS|SSL/.test(code) || syscall === 'connect');
	return {
		kind: code === 'ECONNABORTED' || code === 'ETIMEDOUT' ? 'timeout' : 'network',
		reach: notSent ? 'notSent' : draft.repeatable ? 'refused' : 'unknown',
		...common,
		...(code && { networkCode: code }),
	};
}

interface Cause {
	code?: string;
	syscall?: string;
	message?: string;
	status?: number;
}

/** n8n wraps what the HTTP client threw in its own error; the codes stand in its cause. */
function cause(thrown: unknown): Cause {
	const outer = (thrown ?? {}) as { message?: string; cause?: unknown };
	const inner = (outer.cause ?? outer) as {
		code?: unknown;
		syscall?: string;
		message?: string;
		response?: { status?: number };
		cause?: { syscall?: string };
	};
	return {
		...(typeof inner.code === 'string' && { code: inner.code }),
		syscall: inner.syscall ?? inner.cause?.syscall,
		message: inner.message ?? outer.message,
		status: inner.response?.status,
	};
}

/** Seconds of a `Retry-After` header, given as a number or a date. */
export function retryAfterSeconds(reply: FailedReply): number | undefined {
	const value = reply.headers['retry-after'];
	if (value === undefined) return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value);
	// `Date.parse` finds a day in the past in nearly any text with a number.
	const until = /\d:\d\d/.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000);
}

/** A request that is no longer wanted and was not sent. */
export function notWanted(draft: Draft, attempts: number): Failure {
	return { kind: 'cancelled', reach: 'notSent', request: named(draft), attempts };
}

function named(draft: Draft): string {
	return `${draft.method} ${draft.path}`;
}
