import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { RequestSpec } from '../catalogue';
import type { Connection } from '../connection';

/** Longer requests are sent as POST with a method override. */
const LONGEST_URL = 4096;

/**
 * n8n's options for one sending of a request: full response, own status handling, no
 * redirect followed (n8n would hand the credentials to another host), text so that a
 * reply cut short is noticed, the body serialized by us (n8n drops an empty object).
 */
export function httpOptions(
	spec: RequestSpec,
	connection: Connection,
	sender: { service: string; timeoutSeconds: number; oauth2: boolean },
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
			'User-Agent': `n8n-node (${sender.service})`,
			...(overridden && { 'X-HTTP-Method-Override': spec.method }),
			...(body && { 'Content-Type': 'application/json' }),
		},
		// Bytes, because n8n's HTTP client would parse text again.
		...(body && { body: Buffer.from(JSON.stringify(body)) }),
		encoding: spec.reply === 'file' ? 'stream' : 'text',
		returnFullResponse: true,
		// OAuth2 needs a thrown 401 to renew the token; elsewhere a thrown 401 would be sent twice.
		ignoreHttpStatusErrors: sender.oauth2 ? { ignore: true, except: [401] } : true,
		disableFollowRedirect: true,
		timeout: sender.timeoutSeconds * 1000,
	};
}

/**
 * Writes a query string. Lists become `ids[0]=1&ids[1]=2`, or `id[]=1&id[]=2` where the
 * key ends with `[]`; undefined and null are left out.
 */
export function queryString(query: IDataObject = {}): string {
	const pairs: string[] = [];
	const add = (key: string, value: unknown) => {
		if (value === undefined || value === null) return;
		pairs.push(`${encoded(key)}=${encoded(String(value))}`);
	};
	for (const [key, value] of Object.entries(query)) {
		if (!Array.isArray(value)) add(key, value);
		else if (key.endsWith('[]')) value.forEach((entry) => add(key, entry));
		else value.forEach((entry, index) => add(`${key}[${index}]`, entry));
	}
	return pairs.join('&');
}

/** Half a surrogate pair can't be encoded, so it becomes the replacement character. */
function encoded(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** The query as a JSON body, for URLs that would be too long. `id[]` becomes `id`. */
export function queryAsBody(query: IDataObject = {}): IDataObject {
	return Object.fromEntries(
		Object.entries(query).map(([key, value]) => [key.replace(/\[\]$/, ''), value]),
	);
}
