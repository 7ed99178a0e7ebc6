import type { RequestSpec } from '../catalogue';
import type { FailedReply, Failure } from '../errors';
import { retryAfterSeconds } from './failure';

/** Seconds before something is tried for the second time; each further try waits longer. */
export const waits = { first: 0.4 };

export const MOST_ATTEMPTS = 5;

/** How often a write is prepared and sent again because somebody changed its records meanwhile. */
export const MOST_CONFLICTS = 3;

const LONGEST_WAIT_SECONDS = 60;

/**
 * Seconds to wait before a retry, or undefined for none. Retries are only for requests that were
 * certainly not carried out, or that can be repeated without harm.
 */
export function waitBeforeRetry(spec: RequestSpec, failure: Failure): number | undefined {
	if (failure.attempts >= MOST_ATTEMPTS || !worthRetrying(spec, failure)) return undefined;
	const asked = failure.reply && retryAfterSeconds(failure.reply);
	if (asked !== undefined) return asked <= LONGEST_WAIT_SECONDS ? asked : undefined;
	const backoff = waits.first * 2 ** (failure.attempts - 1);
	return backoff * (0.75 + Math.random() / 2);
}

function worthRetrying(spec: RequestSpec, failure: Failure): boolean {
	if (failure.kind === 'reply') return replyWorthRetrying(spec, failure);
	if (failure.kind !== 'network' && failure.kind !== 'timeout') return false;
	if (failure.outcome === 'notSent') return HOST_MAY_RETURN.test(failure.networkCode ?? '');
	return failure.kind === 'network' && spec.repeatable;
}

function replyWorthRetrying(spec: RequestSpec, { reply, outcome, explanation }: Failure): boolean {
	if (spec.notAgainOn?.includes(explanation?.code ?? '')) return false;
	if (explanation?.transient || reply?.status === 429) return true;
	if (reply === undefined || outcome !== 'refused') return false;
	if (reply.status === 503) return spec.repeatable || retryAfterSeconds(reply) !== undefined;
	return spec.repeatable && (reply.status === 502 || reply.status === 504 || cutShort(reply));
}

/** An incomplete JSON response. A web page would be returned again. */
function cutShort({ status, body }: FailedReply): boolean {
	return status >= 200 && status < 300 && typeof body === 'string' && /^\s*[{[]/.test(body);
}

const HOST_MAY_RETURN = /^(?:ECONNREFUSED|ECONNRESET|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT)$/;
