import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { signInByPassword } from '../sign-in';
import type { Account } from '../types';
import type { ManagedTenant } from '../tenants/tenant';
import { mainTenant } from '../tenants/tenants';

const most = 1_000;

interface Session {
	tenant: ManagedTenant;
	/** What the account sends with each request to a service. */
	authorization: string;
	/** Stands in each form of the session's pages, and in those of no other site. */
	token: string;
}

/** Oldest first; they end with the sandbox. */
const sessions = new Map<string, Session>();

/** Signs an account of the demo data in, whose password is its name, and gives the cookie; undefined for any other. */
export async function begin(
	tenant: ManagedTenant,
	login: string,
	headers: IncomingHttpHeaders,
): Promise<string | undefined> {
	const authorization = Buffer.from(`${login}:${login}`).toString('base64');
	const session = { tenant, authorization, token: randomBytes(24).toString('base64url') };
	if ((await signedIn(session, headers)) === undefined) return undefined;
	const id = randomBytes(24).toString('base64url');
	sessions.set(id, session);
	const [oldest] = sessions.keys();
	if (sessions.size > most && oldest !== undefined) sessions.delete(oldest);
	return cookie(tenant, id);
}

/** Ends the session, and gives the cookie that says so. */
export function end(tenant: ManagedTenant, headers: IncomingHttpHeaders): string {
	sessions.delete(idOf(tenant, headers) ?? '');
	return `${cookie(tenant, '')}; Max-Age=0`;
}

/** Who is signed in at this tenant, as it is now. */
export async function accountOf(
	tenant: ManagedTenant,
	headers: IncomingHttpHeaders,
): Promise<(Session & { account: Account }) | undefined> {
	const session = sessions.get(idOf(tenant, headers) ?? '');
	if (session?.tenant !== tenant) return undefined;
	const account = await signedIn(session, headers);
	return account && { ...session, account };
}

async function signedIn(
	{ tenant, authorization }: Session,
	headers: IncomingHttpHeaders,
): Promise<Account | undefined> {
	const asked = {
		'x-cybozu-authorization': authorization,
		...(headers['accept-language'] && { 'accept-language': headers['accept-language'] }),
	};
	const found = await tenant.transaction((sql) => signInByPassword(sql, asked));
	return found.outcome === 'signed-in' ? found.account : undefined;
}

function cookie({ name, baseUrl }: ManagedTenant, value: string): string {
	const path = name === mainTenant ? '/' : `/t/${name}/`;
	const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
	return `${cookieName(name, baseUrl)}=${value}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
}

/** Cookies reach every port of a host: each sandbox and tenant has its own. */
function cookieName(tenant: string, baseUrl: string): string {
	return `sandbox_${new URL(baseUrl).port}_${tenant}`;
}

function idOf({ name, baseUrl }: ManagedTenant, headers: IncomingHttpHeaders): string | undefined {
	const own = `${cookieName(name, baseUrl)}=`;
	const found = (headers.cookie ?? '').split('; ').find((part) => part.startsWith(own));
	return found?.slice(own.length);
}
