import type { IHttpRequestOptions } from 'n8n-workflow';

import type { RequestSpec } from '../catalogue';
import type { Connection } from '../connection';
import { queryAsBody, queryString } from './url';

/** Longer requests are sent as POST with a method override. */
const LONGEST_URL = 4096;

/**
 * n8n's options for one sending of a request: full response, own status handling, no
 * redirect followed (n8n would hand the credentials to another host), a stream so that the
 * size of a reply is limited, the body serialized by us (n8n drops an empty object).
 */
export function httpOptions(
	spec: RequestSpec,
	connection: Connection,
	choices: { userAgent: string; timeoutSeconds: number; throws: 'none' | '401' | 'all' },
): IHttpRequestOptions {
	const query = queryString(spec.query);
	const base = `${connection.baseUrl}${spec.path}`;
	const url = query === '' ? base : `${base}?${query}`;
	const overridden = url.length > LONGEST_URL && !spec.file;
	const body = overridden ? { ...queryAsBody(spec.query), ...spec.body } : spec.body;
	return {
		method: overridden ? 'POST' : spec.method,
		url: overridden ? base : url,
		headers: {
			Accept: spec.reply === 'file' ? '*/*' : 'application/json',
			// The length of a compressed file doesn't show whether it is complete.
			...(spec.reply === 'file' && { 'Accept-Encoding': 'identity' }),
			'User-Agent': choices.userAgent,
			...(overridden && { 'X-HTTP-Method-Override': spec.method }),
			...(body && { 'Content-Type': 'application/json' }),
		},
		// Bytes, because n8n's HTTP client would parse text again.
		...(body && { body: Buffer.from(JSON.stringify(body)) }),
		encoding: 'stream',
		returnFullResponse: true,
		// OAuth2 needs a thrown 401 to renew the token; elsewhere a thrown 401 would be sent twice.
		ignoreHttpStatusErrors:
			choices.throws === '401' ? { ignore: true, except: [401] } : choices.throws === 'none',
		disableFollowRedirect: true,
		timeout: choices.timeoutSeconds * 1000,
	};
}
