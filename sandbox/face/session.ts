import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { signInByPassword } from '../sign-in';
import type { Account } from '../types';
import type { World } from '../world/tenant';
import { mainTenant } from '../world/tenants';

const most = 1_000;

interface Session {
	world: World;
	/** What the account sends with each request to a service. */
	authorization: string;
}

/** Oldest first; they end with the sandbox. */
const sessions = new Map<string, Session>();

/** Signs an account of the demo world in, whose password is its name, and gives the cookie; undefined for any other. */
export async function begin(
	world: World,
	login: string,
	headers: IncomingHttpHeaders,
): Promise<string | undefined> {
	const authorization = Buffer.from(`${login}:${login}`).toString('base64');
	if ((await signedIn({ world, authorization }, headers)) === undefined) return undefined;
	const id = randomBytes(24).toString('base64url');
	sessions.set(id, { world, authorization });
	const [oldest] = sessions.keys();
	if (sessions.size > most && oldest !== undefined) sessions.delete(oldest);
	return cookie(world, id);
}

/** Ends the session, and gives the cookie that says so. */
export function end(world: World, headers: IncomingHttpHeaders): string {
	sessions.delete(idOf(world, headers) ?? '');
	return `${cookie(world, '')}; Max-Age=0`;
}

/** Who is signed in at this tenant, as it is now. */
export async function accountOf(
	world: World,
	headers: IncomingHttpHeaders,
): Promise<{ account: Account; authorization: string } | undefined> {
	const session = sessions.get(idOf(world, headers) ?? '');
	if (session?.world !== world) return undefined;
	const account = await signedIn(session, headers);
	return account && { account, authorization: session.authorization };
}

async function signedIn(
	{ world, authorization }: Session,
	headers: IncomingHttpHeaders,
): Promise<Account | undefined> {
	const asked = {
		'x-cybozu-authorization': authorization,
		...(headers['accept-language'] && { 'accept-language': headers['accept-language'] }),
	};
	const found = await world.transaction((sql) => signInByPassword(sql, asked));
	return found.outcome === 'signed-in' ? found.account : undefined;
}

function cookie({ name, baseUrl }: World, value: string): string {
	const path = name === mainTenant ? '/' : `/t/${name}/`;
	const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
	return `${cookieName(name, baseUrl)}=${value}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
}

/** Cookies reach every port of a host: each sandbox and tenant has its own. */
function cookieName(tenant: string, baseUrl: string): string {
	return `sandbox_${new URL(baseUrl).port}_${tenant}`;
}

function idOf({ name, baseUrl }: World, headers: IncomingHttpHeaders): string | undefined {
	const own = `${cookieName(name, baseUrl)}=`;
	const found = (headers.cookie ?? '').split('; ').find((part) => part.startsWith(own));
	return found?.slice(own.length);
}
