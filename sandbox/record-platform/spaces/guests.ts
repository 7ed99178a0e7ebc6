import { IANAZone } from 'luxon';
import type { Sql } from '../../types';
import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import { requireAdministrator } from '../features';
import type { Handlers } from '../handlers';
import { type Body, inputErrors } from '../input';
import { openSpace } from './access';

const LOCALES = ['auto', 'en', 'zh', 'zh-TW', 'ja', 'es', 'ms-MY', 'pt-BR', 'th'];

/** What a guest user has besides the address. */
const PROFILE = [
	...(['surNameReading', 'givenNameReading', 'company', 'division'] as const),
	...(['phone', 'callto', 'image'] as const),
];

interface Guest {
	/** The e-mail address. */
	code: string;
	name: string;
	timeZone: string;
	locale: string;
	profile: Record<string, string>;
}

/** Makes guest users, all or none. Their passwords are not kept: guests do not sign in at the sandbox. */
async function addGuests(context: Context, sent: Body<'guests.add'>): Promise<object> {
	requireAdministrator(context);
	const guests = sent.guests.map(readGuest);
	const known = await knownGuests(
		context.sql,
		guests.map((guest) => guest.code),
	);
	for (const [index, guest] of guests.entries()) {
		const key = `guests[${index}].code`;
		if (known.has(guest.code)) throw invalid(key, 'The e-mail address is already in use.');
		known.add(guest.code);
		await insertGuest(context.sql, guest);
	}
	return {};
}

function readGuest(sent: Body<'guests.add'>['guests'][number], index: number): Guest {
	const { code, name, timezone, locale = 'auto' } = sent;
	const path = `guests[${index}]`;
	if (!/^[^\s@]+@[^\s@]+$/.test(code)) throw invalid(`${path}.code`, 'Enter an e-mail address.');
	if (!IANAZone.isValidZone(timezone)) {
		throw invalid(`${path}.timezone`, 'The time zone is unknown.');
	}
	if (!LOCALES.includes(locale)) throw inputErrors.notOffered(`${path}.locale`, LOCALES);
	const profile = PROFILE.flatMap((key) => {
		const text = sent[key];
		return text === undefined ? [] : [[key, text] as const];
	});
	return { code, name, timeZone: timezone, locale, profile: Object.fromEntries(profile) };
}

export async function insertGuest(sql: Sql, guest: Guest): Promise<void> {
	await sql.query(
		`insert into guest_users (code, name, time_zone, locale, profile)
		values ($1, $2, $3, $4, $5::jsonb)`,
		[guest.code, guest.name, guest.timeZone, guest.locale, JSON.stringify(guest.profile)],
	);
}

async function deleteGuests(
	context: Context,
	{ guests: codes }: Body<'guests.delete'>,
): Promise<object> {
	requireAdministrator(context);
	await requireGuests(context.sql, codes);
	await context.sql.query('delete from guest_users where code = any($1::text[])', [codes]);
	return {};
}

/** Replaces the guests of a guest space. */
async function changeSpaceGuests(
	context: Context,
	{ id, guests: codes }: Body<'guestSpace.members.update'>,
): Promise<object> {
	const { space } = await openSpace(context, id, 'administrator', { lock: true });
	if (!space.isGuest) throw new ServiceError('CB_IL02', { message: 'This is no guest space.' });
	await requireGuests(context.sql, codes);
	await replaceGuests(context.sql, space.id, codes);
	return {};
}

export async function replaceGuests(sql: Sql, space: string, codes: string[]): Promise<void> {
	await sql.query('delete from space_guests where space_id = $1::bigint', [space]);
	await sql.query(
		'insert into space_guests (space_id, guest) select distinct $1::bigint, unnest($2::text[])',
		[space, codes],
	);
}

async function requireGuests(sql: Sql, codes: string[]): Promise<void> {
	const known = await knownGuests(sql, codes);
	const index = codes.findIndex((code) => !known.has(code));
	if (index >= 0) {
		throw invalid(`guests[${index}]`, `The guest user ${codes[index]} was not found.`);
	}
}

async function knownGuests(sql: Sql, codes: string[]): Promise<Set<string>> {
	const rows = await sql.query<{ code: string }>(
		'select code from guest_users where code = any($1::text[])',
		[codes],
	);
	return new Set(rows.map((row) => row.code));
}

export const guestOperations = {
	'guests.add': addGuests,
	'guests.delete': deleteGuests,
	'guestSpace.members.update': changeSpaceGuests,
} satisfies Handlers;
