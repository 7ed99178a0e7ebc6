import { mainTenant, Tenants } from '../tenants/tenants';

/** Where a request goes: which tenant, and which path inside it. */
export interface Target {
	tenant: string;
	/** Without the tenant prefix, still percent-encoded; starts with a slash. */
	path: string;
	query: URLSearchParams;
	/** Length of the address as sent, in characters. */
	length: number;
}

/** Reads the request line's address; undefined for a `/t/…` that names no possible tenant. */
export function targetOf(url: string): Target | undefined {
	const relative = url.replace(/^https?:\/\/[^/?#]*/i, '');
	const [address = '', ...rest] = (relative.split('#')[0] ?? '').split('?');
	const query = new URLSearchParams(rest.join('?'));
	const path = address.startsWith('/') ? address : `/${address}`;
	const match = /^\/t(?:\/([^/]*)(\/.*)?)?$/.exec(path);
	if (!match) return { tenant: mainTenant, path, query, length: url.length };
	const tenant = match[1] ?? '';
	if (!Tenants.isName(tenant)) return undefined;
	return { tenant, path: match[2] ?? '/', query, length: url.length };
}

/** True when every percent sign begins a character. */
export function isDecodable(path: string): boolean {
	try {
		decodeURIComponent(path);
		return true;
	} catch {
		return false;
	}
}
