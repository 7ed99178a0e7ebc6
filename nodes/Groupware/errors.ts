import type { Explanation, FailedReply } from '../shared/errors';
import { isObject } from '../shared/objects';
import { turnedAway } from '../shared/transport/failure';
import { advices, TOO_MANY_REQUESTS } from './errorCodes';

/** Two people or events want the same facility at the same time. */
export const FACILITY_TAKEN = 'GRN_SCHD_13208';

/** Codes of the service. Gateways have codes too: `504`, `GATEWAY_TIMEOUT`. */
const OWN_CODE = /^(?:GRN|SLASH|CB)_[A-Z0-9_]+$|^FW\d+$/;

/** What a refused call says, wherever it says it. */
interface ServiceError {
	/** Whether it has the service's own form or code. */
	own: boolean;
	code?: string;
	message?: string;
	cause?: string;
	counterMeasure?: string;
}

/**
 * The service's reason, or undefined when neither body nor headers are the service's.
 * The reason stands in `error`, on the body's top level, or, where a web page comes instead of
 * JSON, in the header `X-Cybozu-Error` alone.
 */
export function explain(reply: FailedReply): Explanation | undefined {
	if (reply.status >= 300 && reply.status < 400) return signInPage(reply);
	const error = inBody(reply.body);
	const inHeader = codeInHeader(reply);
	// A gateway's error doesn't tell whether the service carried out the request, unless its status does.
	if (!error?.own && inHeader === undefined && !turnedAway(reply)) return undefined;
	const code = error?.code ?? inHeader;
	if (code === undefined && error?.message === undefined) return undefined;
	const advice = advices.get(code ?? '') ?? sentence(error?.counterMeasure);
	return {
		message: words(error) ?? 'The service rejected the request without a message',
		...(code && { code }),
		...(advice && { advice }),
		...((code === TOO_MANY_REQUESTS || reply.status === 429) && { transient: true }),
	};
}

function inBody(body: unknown): ServiceError | undefined {
	if (!isObject(body)) return undefined;
	const error = isObject(body.error) ? body.error : body;
	const text = (name: string) => (typeof error[name] === 'string' ? error[name] : undefined);
	const code = text('errorCode') ?? text('code');
	const found = {
		own: (error !== body && text('errorCode') !== undefined) || OWN_CODE.test(code ?? ''),
		code,
		message: text('message'),
		cause: text('cause'),
		counterMeasure: text('counterMeasure'),
	};
	return (found.code ?? found.message) === undefined ? undefined : found;
}

function codeInHeader({ headers }: FailedReply): string | undefined {
	const value = headers['x-cybozu-error']?.trim();
	return value !== undefined && /^[A-Z][A-Z0-9_]+$/i.test(value) ? value : undefined;
}

/** `Invalid parameter: The value of limit is not valid`. */
function words(error: ServiceError | undefined): string | undefined {
	const parts = [sentence(error?.message), sentence(error?.cause)].filter(
		(part, at, all): part is string => part !== undefined && all.indexOf(part) === at,
	);
	return parts.length > 0 ? parts.join(': ') : undefined;
}

/** Without the period at its end; undefined when empty. */
function sentence(text: string | undefined): string | undefined {
	const trimmed = text?.trim() ?? '';
	let end = trimmed.length;
	while (end > 0 && '.。'.includes(trimmed[end - 1] ?? '')) end -= 1;
	return end === 0 ? undefined : trimmed.slice(0, end);
}

/** Without a sign-in that it knows, the service sends the call on to the page for people. */
function signInPage({ headers }: FailedReply): Explanation | undefined {
	const target = headers.location ?? '';
	if (!/login|sign-?in|auth/i.test(target)) return undefined;
	return {
		message: 'The service redirected the request to its sign-in page',
		advice:
			"The service didn't accept the sign-in. Check the edition, base URL, and header name in the credential. Basic authentication or a client certificate may be required (Advanced Settings)",
	};
}
