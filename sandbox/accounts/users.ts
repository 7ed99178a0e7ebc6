import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account, Sql } from '../types';

/** A user to add; what is left out gets a plausible value. */
export interface NewAccount extends Partial<Omit<Account, 'id'>> {
	code: string;
	/** The code when left out. */
	password?: string;
}

const columns = `
	id::text as "id", code, name, email, time_zone as "timeZone", locale, follows_browser as "followsBrowser", administrator,
	application_administrator as "applicationAdministrator", active`;

/** Users in ascending order of id, inactive ones too. */
export function listAccounts(
	sql: Sql,
	filter: { ids?: string[]; codes?: string[] } = {},
): Promise<Account[]> {
	return sql.query<Account>(
		`select ${columns} from accounts
		where ($1::text[] is null or id::text = any($1::text[]))
			and ($2::text[] is null or code = any($2::text[]))
		order by accounts.id`,
		[filter.ids ?? null, filter.codes ?? null],
	);
}

/** Undefined when there is none. */
export async function findAccountById(sql: Sql, id: string): Promise<Account | undefined> {
	return (await listAccounts(sql, { ids: [id] }))[0];
}

/** The user with this login name, active or not. */
export async function findAccountByLogin(sql: Sql, code: string): Promise<Account | undefined> {
	return (await listAccounts(sql, { codes: [code] }))[0];
}

/** The user when login name and password belong together, active or not; undefined otherwise. */
export async function checkPassword(
	sql: Sql,
	code: string,
	password: string,
): Promise<Account | undefined> {
	if (code.includes('\0')) return undefined;
	const [row] = await sql.query<Account & { salt: string; hash: string }>(
		`select ${columns}, password_salt as salt, password_hash as hash from accounts where code = $1`,
		[code],
	);
	if (!row) return undefined;
	const { salt, hash, ...account } = row;
	const matches = timingSafeEqual(
		Buffer.from(hash, 'hex'),
		Buffer.from(hashOf(password, salt), 'hex'),
	);
	return matches ? account : undefined;
}

/** Gives these users, or all, a language; `auto` has each of their requests decide. */
export async function setLanguage(
	sql: Sql,
	language: Account['locale'] | 'auto',
	codes: string[] | undefined,
): Promise<string[]> {
	const rows = await sql.query<{ code: string }>(
		`update accounts set locale = case when $1 = 'auto' then locale else $1 end, follows_browser = $1 = 'auto'
		where $2::text[] is null or code = any($2::text[]) returning code`,
		[language, codes ?? null],
	);
	return rows.map(({ code }) => code);
}

/** Adds a user; an unknown time zone or a code already taken is the caller's to check. */
export async function addAccount(sql: Sql, account: NewAccount): Promise<Account> {
	const salt = randomBytes(12).toString('hex');
	const [row] = await sql.query<Account>(
		`insert into accounts (code, name, email, time_zone, locale, follows_browser, administrator,
			application_administrator, active, password_salt, password_hash)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		returning ${columns}`,
		[
			account.code,
			account.name ?? account.code,
			account.email ?? `${account.code}@example.com`,
			account.timeZone ?? 'Asia/Tokyo',
			account.locale ?? 'en',
			account.followsBrowser ?? false,
			account.administrator ?? false,
			account.applicationAdministrator ?? [],
			account.active ?? true,
			salt,
			hashOf(account.password ?? account.code, salt),
		],
	);
	if (!row) throw new Error('The user was not added');
	return row;
}

// Quick on purpose: every request signs in anew, and these are the passwords of a sandbox.
function hashOf(password: string, salt: string): string {
	return createHash('sha256').update(salt).update('\0').update(password).digest('hex');
}
