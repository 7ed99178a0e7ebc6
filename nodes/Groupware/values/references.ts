import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { eachOf, InputError } from '../../shared/errors';
import { halfWidth, isBlank, splitList, textOf } from '../../shared/input/text';
import { quoteShort } from '../../shared/messages';
import { isObject, objectOf, objectsIn } from '../../shared/objects';

/** How a request names a user, an organization, a role or a facility. */
export type Reference = { id: string } | { code: string };

export type MemberType = 'USER' | 'ORGANIZATION' | 'ROLE' | 'FACILITY';
export type Member = Reference & { type: MemberType };

/** What a picker gave, or an entry of a list of codes. Throws `InputError` for what names nothing. */
export function referenceOf(chosen: unknown, noun: string): Reference {
	if (!isObject(chosen)) return { id: idOf(chosen, noun) };
	const { code, id, name, value } = chosen;
	// An object of another service may have IDs of its own, but login names are the same.
	if (!isBlank(code)) return { code: textOf(code, noun).trim() };
	if (!isBlank(id)) return { id: idOf(id, noun) };
	const named = textOf(name ?? value, noun).trim();
	if (named !== '') return { code: named };
	throw new InputError(
		`${quoteShort(chosen)} is not a valid ${noun}`,
		`Use the code or the ID of the ${noun}, or an object that has it`,
	);
}

/** An ID as text, without zeros before it. Throws `InputError` for anything but a number. */
export function idOf(chosen: unknown, noun: string): string {
	const text = String(chosen ?? '').trim();
	const digits = halfWidth(text);
	// Items that mean the same thing are compared by this text.
	if (/^\d+$/.test(digits)) return digits.replace(/^0+(?=\d)/, '');
	throw new InputError(
		text === '' ? `No ${noun} is selected` : `${quoteShort(text)} is not a valid ${noun} ID`,
		`The ID must be a number. Enter the ID of the ${noun}, as the service shows it`,
	);
}

/** What the rows of a list can name, by their kinds: each kind has a field of its name. */
const KINDS = {
	user: { noun: 'user', type: 'USER' },
	organization: { noun: 'organization', type: 'ORGANIZATION' },
	codes: { noun: 'code', type: undefined },
	roles: { noun: 'role', type: 'ROLE' },
	facility: { noun: 'facility', type: 'FACILITY' },
	facilityGroup: { noun: 'facility group', type: undefined },
} as const;

type Kind = keyof typeof KINDS;

const ATTENDEES: Kind[] = ['user', 'organization', 'codes'];
const FACILITIES: Kind[] = ['facility', 'codes', 'facilityGroup'];

/**
 * What a list of an item names, by the path of the list in the node's parameters, each once, in its order.
 * @param usual the type of a code
 */
function membersIn(
	item: ItemContext,
	path: string,
	label: string,
	kinds: Kind[],
	usual: MemberType = 'USER',
): Member[] {
	const types = kinds.flatMap((kind) => KINDS[kind].type ?? usual);
	const rows = namingRows(item, path, kinds).filter(({ kind }) => kind !== 'facilityGroup');
	const members = eachOf(rows, ({ kind, value }) =>
		eachOf(splitList(value), (entry) => ({
			type: typeOf(entry, KINDS[kind].type ?? usual, types, label),
			...namedBy(entry, kind),
		})),
	);
	return unique(members.flat());
}

const of =
	(kinds: Kind[]) =>
	(item: ItemContext, path: string, label: string): Member[] =>
		membersIn(item, path, label, kinds);

/** Users and organizations. */
export const attendeesIn = of(ATTENDEES);
export const watchersIn = of([...ATTENDEES, 'roles']);
export const usersIn = of(['user', 'codes']);
/** Whoever has a calendar: users, organizations, and facilities. */
export const calendarsIn = of([...ATTENDEES, 'facility']);

/** The facilities of a list, without those that only a group names. */
export function facilitiesIn(item: ItemContext, path: string, label: string): Reference[] {
	const members = membersIn(item, path, label, FACILITIES, 'FACILITY');
	return members.map(({ type: _type, ...reference }) => reference);
}

/** IDs of the groups of which every facility is meant. */
export function groupsIn(item: ItemContext, path: string): string[] {
	return namingRows(item, path, FACILITIES)
		.filter(({ kind, value }) => kind === 'facilityGroup' && !isBlank(value))
		.map(({ value }) => idOf(value, KINDS.facilityGroup.noun));
}

/**
 * Whether a list is given: rows whose expressions all give nothing leave it as it is in an update. A
 * list that was added without rows, and an empty list of an expression, have no entries.
 */
export function isGiven(value: unknown): boolean {
	const rows = objectsIn(value, 'rows') ?? [];
	if (rows.length === 0) return isObject(value);
	const values = rows.map((row) => row[String(row.kind ?? 'user')]);
	return values.some((one) => !isBlank(one) || Array.isArray(one));
}

/** The rows of a list: their kinds, and what their fields for these have. */
function namingRows(
	item: ItemContext,
	path: string,
	[usual]: Kind[],
): Array<{ kind: Kind; value: unknown }> {
	const value = item.read(path) as IDataObject | string | undefined;
	// A text has codes.
	const rows = typeof value === 'string' ? [{ kind: 'codes', codes: value }] : undefined;
	return (rows ?? objectsIn(value, 'rows') ?? []).map((row: IDataObject) => {
		const kind = (row.kind ?? usual) as Kind;
		return { kind, value: row[kind] };
	});
}

/** What an entry names: by a picker, or by a code, or as an object with a `code` or an `id`. */
function namedBy(entry: unknown, kind: Kind): Reference {
	const isCode = (kind === 'codes' || kind === 'roles') && !isObject(entry);
	return referenceOf(isCode ? { code: textOf(entry, 'Codes') } : entry, KINDS[kind].noun);
}

/** Types of what the service names, as it writes them. */
const NOUNS: Record<string, string> = {
	USER: 'a user',
	ORGANIZATION: 'an organization',
	ROLE: 'a role',
	GROUP: 'a group',
	FACILITY: 'a facility',
};

/**
 * The type that an entry says it has: an organization and a user can have the same ID. Throws
 * `InputError` for a type that the list can't hold.
 * @param usual the type of an entry that says none
 */
function typeOf(
	entry: unknown,
	usual: MemberType,
	types: readonly MemberType[],
	label: string,
): MemberType {
	const given = objectOf(entry).type;
	const isKnown = typeof given === 'string' && Object.hasOwn(NOUNS, given);
	const type = isKnown ? types.find((one) => one === given) : usual;
	if (type !== undefined) return type;
	throw new InputError(
		`"${label}" contains ${NOUNS[String(given)]}: ${quoteShort(entry)}`,
		`This list can have ${[...new Set(types)].map((one) => NOUNS[one]).join(' or ')} only. Remove the entry`,
	);
}

/** Each entry once. */
export function unique<T extends object>(entries: T[]): T[] {
	return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** People or facilities without what only describes them, so that they can be written back. */
export function namedEntries(entries: IDataObject[]): IDataObject[] {
	return entries.map(({ name, code, id, type }) => ({
		...(name !== undefined && { name }),
		...(isBlank(code) ? { id } : { code }),
		...(type !== undefined && { type }),
	}));
}
