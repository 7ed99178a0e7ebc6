import { timingSafeEqual } from 'node:crypto';

/** The one client every tenant knows. Its redirect may be any loopback address. */
export const client = { id: 'sandbox', secret: 'sandbox-secret', name: 'Sandbox client' } as const;

/** Whether a client has this secret, compared in constant time. */
export function isClient(id: string, secret: string): boolean {
	const given = Buffer.from(secret);
	const known = Buffer.from(client.secret);
	return id === client.id && given.length === known.length && timingSafeEqual(given, known);
}

/** True for an absolute http or https address of this machine, without a fragment. */
export function isAllowedRedirect(uri: string): boolean {
	if (!URL.canParse(uri) || uri.includes('#')) return false;
	const { protocol, hostname } = new URL(uri);
	const loopback =
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127(?:\.\d+){3}$/.test(hostname);
	return loopback && (protocol === 'http:' || protocol === 'https:');
}
