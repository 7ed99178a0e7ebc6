/** The header with which the administrator of a sandbox signs in. */
export const asAdmin = { 'x-cybozu-authorization': btoa('admin:admin') };

/** Sends JSON to a sandbox as its administrator. */
export async function sendTo<Body = Record<string, unknown>>(
	url: string,
	method: string,
	path: string,
	body?: object,
): Promise<Body> {
	const headers = { ...asAdmin, ...(body && { 'content-type': 'application/json' }) };
	const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
	const answer = await fetch(url + path, init);
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
	return JSON.parse(text || '{}') as Body;
}
