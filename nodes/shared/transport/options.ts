import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Draft } from '../catalogue';
import type { Connection } from '../connection';
import { queryAsBody, queryString } from './url';

/** Longer requests are sent as POST with a method override. */
const LONGEST_URL = 4096;

/**
 * n8n's options for one sending of a request: full response, own status handling, no
 * redirect followed (n8n would hand the credentials to another host), text so that a
 * reply cut short is noticed, the body serialized by us (n8n drops an empty object).
 */
export function httpOptions(
	draft: Draft,
	connection: Connection,
	choices: { userAgent: string; timeoutSeconds: number; oauth2: boolean },
): IHttpRequestOptions {
	const query = queryString(draft.query);
	const base = `${connection.baseUrl}${draft.path}`;
	const url = query === '' ? base : `${base}?${query}`;
	const overridden = url.length > LONGEST_URL && !draft.file;
	const body = overridden ? { ...queryAsBody(draft.query), ...draft.body } : draft.body;
	return {
		method: overridden ? 'POST' : draft.method,
		url: overridden ? base : url,
		headers: {
			Accept: draft.reply === 'file' ? '*/*' : 'application/json',
			// The length of a compressed file doesn't show whether it is complete.
			...(draft.reply === 'file' && { 'Accept-Encoding': 'identity' }),
			'User-Agent': choices.userAgent,
			...(overridden && { 'X-HTTP-Method-Override': draft.method }),
			...(body && { 'Content-Type': 'application/json' }),
		},
		// Bytes, because n8n's HTTP client would parse text again.
		...(body && { body: Buffer.from(JSON.stringify(body)) }),
		encoding: draft.reply === 'file' ? 'stream' : 'text',
		returnFullResponse: true,
		// OAuth2 needs a thrown 401 to renew the token; elsewhere a thrown 401 would be sent twice.
		ignoreHttpStatusErrors: choices.oauth2 ? { ignore: true, except: [401] } : true,
		disableFollowRedirect: true,
		timeout: choices.timeoutSeconds * 1000,
	};
}
