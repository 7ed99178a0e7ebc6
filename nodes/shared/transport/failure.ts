import type { RequestSpec, Service } from '../catalogue';
import type { Connection } from '../connection';
import type { Explanation, FailedReply, Failure, Outcome } from '../errors';

/** The failure for an error response, with the service's message if there is one. */
export function replyFailure(
	service: Service,
	connection: Connection,
	spec: RequestSpec,
	reply: FailedReply,
	attempts: number,
): Failure {
	const explanation = service.explain(reply, connection);
	return {
		kind: 'reply',
		outcome: replyReach(reply, spec, explanation),
		request: methodAndPath(spec),
		reply,
		...(explanation && { explanation }),
		attempts,
	};
}

/**
 * With an error from the service or a 4xx status, the request was not carried out. After a gateway's
 * page or an incomplete success, a write may or may not have succeeded. A gateway can also answer 503
 * in place of the service, with a time to come again: then only the service's own code says that
 * nothing was done.
 */
function replyReach(
	reply: FailedReply,
	spec: RequestSpec,
	explanation: Explanation | undefined,
): Outcome {
	const explained = reply.status === 503 ? explanation?.code !== undefined : explanation;
	return explained || turnedAway(reply) ? 'refused' : withoutReply(spec);
}

/** What became of a request whose answer is lost. */
function withoutReply({ repeatable, reads }: RequestSpec): Outcome {
	return repeatable || reads ? 'refused' : 'unknown';
}

/** Whether the status alone says that the request was not carried out. A gateway gives 408 when the service is slow. */
export function turnedAway({ status }: FailedReply): boolean {
	return status >= 300 && status < 500 && status !== 408;
}

/** Failures after which nothing can have reached the service. */
const NOT_SENT =
	/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(?:HOST|NET)UNREACH|EADDRNOTAVAIL|ERR_INVALID_URL|EPROTO)$/;

/** Node's codes for a rejected certificate of the server, and for keys and certificates that can't be read. */
const CERTIFICATE =
	/^(?!ERR_)\w*(?:CERT|CRL|VERIFY_LEAF|INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH)|^ERR_TLS_CERT_|^ERR_OSSL_(?:ASN1|PEM|PKCS12|X509|BAD_DECRYPT)/;

/**
 * OpenSSL's reasons for ending a handshake, in its code or its message. A server that rejects a client
 * certificate doesn't read the request, even if TLS 1.3 has already sent it.
 */
const HANDSHAKE =
	/alert (?:handshake failure|protocol version|insufficient security|no application protocol|unknown ca|bad certificate|unsupported certificate|certificate \w+)|unrecognized name|unsupported protocol|unsafe legacy renegotiation|(?:dh|ee) key too small|certificate verify failed/i;

/** A request without a usable reply, from what n8n's helper threw. */
export function thrownFailure(spec: RequestSpec, thrown: unknown, attempts: number): Failure {
	const { code, syscall, message, status } = cause(thrown);
	const common = { request: methodAndPath(spec), attempts, ...(message && { detail: message }) };
	if (code === 'ERR_CANCELED') {
		return { kind: 'cancelled', outcome: withoutReply(spec), ...common };
	}
	if (code === undefined && status === undefined) {
		return { kind: 'credential', outcome: 'notSent', ...common };
	}
	// The request was rejected, then the token could not be renewed.
	if (code === 'EAUTH') return { kind: 'credential', outcome: 'refused', ...common };
	const notSent =
		code !== undefined && (syscall === 'connect' || neverSent(code, syscall, message));
	return {
		kind: code === 'ECONNABORTED' || code === 'ETIMEDOUT' ? 'timeout' : 'network',
		outcome: notSent ? 'notSent' : withoutReply(spec),
		...common,
		...(code && { networkCode: code }),
	};
}

/**
 * A connection can fail in the same way while the request is read or written: then it may have arrived.
 * Most TLS errors can also end a connection that has carried requests.
 */
function neverSent(code: string, syscall?: string, message = ''): boolean {
	if (HANDSHAKE.test(`${code} ${message}`.replaceAll('_', ' '))) return true;
	// An https URL of a server without TLS fails in its first write, later garbage while it is read.
	if (syscall === 'write' && /wrong version number/i.test(message)) return true;
	if (syscall === 'read' || syscall === 'write') return false;
	return NOT_SENT.test(code) || isCertificateCode(code);
}

/** Codes of a certificate that Node refuses, before anything is sent. */
export function isCertificateCode(code: string): boolean {
	return CERTIFICATE.test(code);
}

/**
 * n8n wraps what the HTTP client threw in its own error. Up to 2.20 it loses this cause, and keeps its
 * code or status and its message.
 */
function cause(thrown: unknown) {
	const outer = (thrown ?? {}) as { message?: string; cause?: unknown };
	const inner = (outer.cause ?? outer) as {
		code?: unknown;
		httpCode?: unknown;
		syscall?: string;
		message?: string;
		messages?: string[];
		response?: { status?: number };
		cause?: { syscall?: string };
	};
	const message = inner.messages?.[0] ?? inner.message ?? outer.message;
	const status = inner.response?.status ?? (Number(inner.httpCode) || undefined);
	const code = inner.code ?? (status === undefined ? inner.httpCode : undefined);
	const [, syscall] = /^(connect|read|write) E/.exec(message ?? '') ?? [];
	return {
		...(typeof code === 'string' && { code }),
		syscall: inner.syscall ?? inner.cause?.syscall ?? syscall,
		message,
		status,
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
export function notWanted(spec: RequestSpec, attempts: number): Failure {
	return { kind: 'cancelled', outcome: 'notSent', request: methodAndPath(spec), attempts };
}

function methodAndPath(spec: RequestSpec): string {
	return `${spec.method} ${spec.path}`;
}
