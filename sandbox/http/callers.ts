import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

const OTHER_SITES = 'Web pages of other sites cannot use this sandbox.';

/** The one page that other sites send people to. */
const signInPage = '/oauth2/authorization';

export interface CallerRules {
	/** Host names that mean this sandbox at its own port. */
	ownNames: readonly string[];
	/** Host names (any port), or names with a port, that the operator allowed besides. */
	allowed: readonly string[];
}

/** @param host the address that the sandbox listens on */
export function callerRules(host: string | undefined, allowed: readonly string[]): CallerRules {
	const listensAt = host?.includes(':') ? `[${host}]` : host;
	return {
		ownNames: listensAt === undefined ? loopback : [...loopback, listensAt.toLowerCase()],
		allowed: allowed.map((name) => name.toLowerCase()),
	};
}

/**
 * Why this caller is not answered; undefined for one that is. Nobody signs in to the control API, and the passwords
 * of the demo data are published: without this check, every web page could use both through the browser that shows it.
 */
export function refusalOf(
	request: IncomingMessage,
	path: string,
	{ ownNames, allowed }: CallerRules,
): string | undefined {
	const host = authorityOf(request);
	if (host === undefined) return 'The Host header is missing or invalid.';
	// Under a name of its own, a page would count as same-origin here (DNS rebinding).
	const isOwn = ownNames.includes(host.name) && host.port === request.socket.localPort;
	if (!isOwn && !allowed.includes(host.name) && !allowed.includes(`${host.name}:${host.port}`)) {
		return `${host.name}:${host.port} is not an address of this sandbox. Allow it with --allow-host ${host.name}`;
	}
	const { origin } = request.headers;
	if (origin !== undefined && !isSameHost(origin, request.headers.host)) return OTHER_SITES;
	const site = request.headers['sec-fetch-site'] ?? 'none';
	const isOther = site !== 'none' && site !== 'same-origin';
	return isOther && !(path === signInPage && opensWindow(request)) ? OTHER_SITES : undefined;
}

/** Whether a person followed a link of another site, such as that of n8n beside an app. */
export function followsLink(request: IncomingMessage, refusal: string): boolean {
	return refusal === OTHER_SITES && request.headers.origin === undefined && opensWindow(request);
}

function authorityOf(request: IncomingMessage): { name: string; port: number } | undefined {
	const match = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?$/i.exec(
		request.headers.host ?? '',
	);
	if (!match?.[1]) return undefined;
	const usual = (request.socket as TLSSocket).encrypted ? 443 : 80;
	return { name: match[1].toLowerCase(), port: match[2] === undefined ? usual : Number(match[2]) };
}

function isSameHost(origin: string, host: string | undefined): boolean {
	return /^https?:\/\/(.+)$/i.exec(origin)?.[1]?.toLowerCase() === host?.toLowerCase();
}

/** A whole window or tab that goes to a page. */
function opensWindow({ method, headers }: IncomingMessage): boolean {
	return (
		method === 'GET' &&
		headers['sec-fetch-mode'] === 'navigate' &&
		headers['sec-fetch-dest'] === 'document'
	);
}
