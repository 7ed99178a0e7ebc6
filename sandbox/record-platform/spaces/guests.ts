import { IANAZone } from 'luxon';
import type { Sql } from '../../types';
import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import { requireAdministrator } from '../features';
import type { Parameters } from '../parameters';
import { openSpace } from './access';

const LOCALES = ['auto', 'en', 'zh', 'zh-TW', 'ja', 'es', 'ms-MY', 'pt-BR', 'th'] as const;
const MOST_DELETED = 100;

/** What a guest user has besides the address, with the longest each may be (docs/api: guests.add). */
const PROFILE = {
	surNameReading: 64,
	givenNameReading: 64,
	company: 100,
	division: 100,
	phone: 100,
	callto: 256,
	image: 65535,
} as const;

interface Guest {
	/** The e-mail address. */
	code: string;
	name: string;
	timeZone: string;
	locale: string;
	profile: Record<string, string>;
}

/** Makes guest users, all or none. Their passwords are not kept: guests do not sign in at the sandbox. */
export async function addGuests(context: Context, parameters: Parameters): Promise<object> {
	requireAdministrator(context);
	const elements = parameters.elements('guests');
	if (elements.length === 0) parameters.missing('guests');
	const guests = elements.map(readGuest);
	const known = await knownGuests(
		context.sql,
		guests.map((guest) => guest.code),
	);
	for (const [index, guest] of guests.entries()) {
		const key = `${parameters.path('guests')}[${index}].code`;
		if (known.has(guest.code)) throw invalid(key, 'The e-mail address is already in use.');
		known.add(guest.code);
		await insertGuest(context.sql, guest);
	}
	return {};
}

function readGuest(element: Parameters): Guest {
	const code = element.text('code');
	if (!/^[^\s@]+@[^\s@]+$/.test(code)) {
		throw invalid(element.path('code'), 'Enter an e-mail address.');
	}
	const password = element.text('password', { maximum: 64 });
	if (password.length < 3) {
		throw invalid(element.path('password'), 'Enter more than 2 characters.');
	}
	const timeZone = element.text('timezone');
	if (!IANAZone.isValidZone(timeZone))
		throw invalid(element.path('timezone'), 'The time zone is unknown.');
	const profile = Object.entries(PROFILE).flatMap(([name, maximum]) => {
		const text = element.optionalText(name, { maximum });
		return text === undefined ? [] : [[name, text] as const];
	});
	return {
		code,
		name: element.text('name', { maximum: 128 }),
		timeZone,
		locale: element.oneOf('locale', LOCALES) ?? 'auto',
		profile: Object.fromEntries(profile),
	};
}

export async function insertGuest(sql: Sql, guest: Guest): Promise<void> {
	await sql.query(
		`insert into guest_users (code, name, time_zone, locale, profile)
		values ($1, $2, $3, $4, $5::jsonb)`,
		[guest.code, guest.name, guest.timeZone, guest.locale, JSON.stringify(guest.profile)],
	);
}

export async function deleteGuests(context: Context, parameters: Parameters): Promise<object> {
	requireAdministrator(context);
	const codes = parameters.texts('guests');
	if (codes.length === 0) parameters.missing('guests');
	if (codes.length > MOST_DELETED) {
		throw invalid('guests', `At most ${MOST_DELETED} guests can be specified.`);
	}
	await requireGuests(context.sql, codes);
	await context.sql.query('delete from guest_users where code = any($1::text[])', [codes]);
	return {};
}

/** Replaces the guests of a guest space. */
export async function changeSpaceGuests(context: Context, parameters: Parameters): Promise<object> {
	const id = parameters.id('id');
	if (!parameters.has('guests')) parameters.missing('guests');
	const codes = parameters.texts('guests');
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
