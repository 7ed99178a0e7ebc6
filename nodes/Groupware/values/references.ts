import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { isComputed, isFromModel, storedAt } from '../../shared/parameterReader';
import { halfWidth, isBlank, textOf } from '../../shared/text';
import { listIn } from './entered';

/** How a call names a user, an organization, a role or a facility. */
export type Reference = { id: string } | { code: string };

export type MemberType = 'USER' | 'ORGANIZATION' | 'ROLE';
export type Member = Reference & { type: MemberType };

/** What a picker gave, as a reference; undefined when nothing was chosen. */
export function referenceOf(chosen: unknown, noun: string): Reference | undefined {
	if (typeof chosen !== 'object' || chosen === null) {
		return isBlank(chosen) ? undefined : { id: idOf(chosen, noun) };
	}
	const reference = codeIn(chosen, noun);
	return reference && 'id' in reference ? { id: idOf(reference.id, noun) } : reference;
}

/** An ID as text, without zeros before it. Throws `InputError` for anything but a number. */
export function idOf(chosen: unknown, noun: string): string {
	const text = String(chosen ?? '').trim();
	const digits = halfWidth(text);
	// Items that mean the same thing are compared by this text.
	if (/^\d+$/.test(digits)) return digits.replace(/^0+(?=\d)/, '');
	throw new InputError(
		text === '' ? `No ${noun} is selected` : `${quoteShort(text)} is not a valid ${noun} ID`,
		`The ID must be a number. Enter a number, or choose the ${noun} from the list`,
	);
}

/** A list in the node: what is stored of it, which tells expressions, and its label. */
interface ListOrigin {
	stored?: unknown;
	label?: string;
}

/** A row of a list in the node. */
interface ListRow {
	kind?: unknown;
	user?: unknown;
	organization?: unknown;
	facility?: unknown;
	facilityGroup?: unknown;
	codes?: unknown;
	roles?: unknown;
}

/** What a row of a kind names, and where. */
interface RowKind<Kind extends string> {
	kind: Kind;
	field: Exclude<keyof ListRow, 'kind'>;
	noun: string;
}

/** A row that names something, by its place in the list. */
interface NamingRow<Kind extends string> extends RowKind<Kind> {
	value: unknown;
	/** What the workflow stores of the value. */
	stored: unknown;
	computed: boolean;
	/** Where it stands, for messages: `"Attendees": entry 2 of 3`. */
	place: string;
}

const PEOPLE: Array<RowKind<'user' | 'organization' | 'codes' | 'roles'>> = [
	{ kind: 'user', field: 'user', noun: 'user' },
	{ kind: 'organization', field: 'organization', noun: 'organization' },
	{ kind: 'codes', field: 'codes', noun: 'login name' },
	{ kind: 'roles', field: 'roles', noun: 'role' },
];

const FACILITIES: Array<RowKind<'facility' | 'codes' | 'facilityGroup'>> = [
	{ kind: 'facility', field: 'facility', noun: 'facility' },
	{ kind: 'codes', field: 'codes', noun: 'code' },
	{ kind: 'facilityGroup', field: 'facilityGroup', noun: 'facility group' },
];

/** What a row of a kind names if its entries don't say otherwise. */
const TYPES = { user: 'USER', organization: 'ORGANIZATION', codes: 'USER', roles: 'ROLE' } as const;

/** The people of a list in the node, each once, in its order. */
export function membersOf(
	value: unknown,
	origin: ListOrigin = {},
	kinds: typeof PEOPLE = PEOPLE,
): Member[] {
	const types = kinds.map(({ kind }) => TYPES[kind]);
	const members = rowsOf(value, kinds, origin).flatMap((row) =>
		namedIn(row).map(({ entry, reference }) => ({
			type: typeOf(entry, row, TYPES[row.kind], types),
			...reference,
		})),
	);
	return unique(members);
}

/** The same for a list of an item by its path in the node's parameters. */
export function membersIn(item: ItemView, path: string, label: string): Member[] {
	return membersOf(item.read(path), { stored: storedAt(item, path), label });
}

/** The same for a list of users and organizations. */
export function attendeesIn(item: ItemView, path: string, label: string): Member[] {
	const kinds = PEOPLE.filter(({ kind }) => kind !== 'roles');
	return membersOf(item.read(path), { stored: storedAt(item, path), label }, kinds);
}

/** The same for a list of users only. */
export function usersIn(item: ItemView, path: string, label: string): Member[] {
	const users = PEOPLE.filter(({ kind }) => kind === 'user' || kind === 'codes');
	return membersOf(item.read(path), { stored: storedAt(item, path), label }, users);
}

/** The facilities of a list in the node, without those that only a group names. */
export function facilitiesOf(value: unknown, origin: ListOrigin = {}): Reference[] {
	const facilities = rowsOf(value, FACILITIES, origin).flatMap((row) => {
		if (row.kind === 'facilityGroup') return [];
		return namedIn(row).map(({ entry, reference }) => {
			typeOf(entry, row, 'FACILITY', ['FACILITY']);
			return reference;
		});
	});
	return unique(facilities);
}

/** The same for a list of an item by its path in the node's parameters. */
export function facilitiesIn(item: ItemView, path: string, label: string): Reference[] {
	return facilitiesOf(item.read(path), { stored: storedAt(item, path), label });
}

/** IDs of the groups of which every facility is meant. */
export function groupsOf(value: unknown, origin: ListOrigin = {}): string[] {
	return rowsOf(value, FACILITIES, origin)
		.filter(({ kind }) => kind === 'facilityGroup')
		.map((row) => (isBlank(row.value) ? nothing(row) : idOf(row.value, row.noun)));
}

/** The same for a list of an item by its path in the node's parameters. */
export function groupsIn(item: ItemView, path: string, label: string): string[] {
	return groupsOf(item.read(path), { stored: storedAt(item, path), label });
}

/**
 * Whether an update leaves a list as it is: all of its rows were left empty, or are expressions that
 * found nothing. An empty list of an expression empties it. A list that is replaced also stays if an
 * AI agent's model left all its rows empty: the other rows alone were not meant.
 */
export function leavesList(item: ItemView, path: string): boolean {
	const value = item.read(path);
	const { rows } = (value ?? {}) as { rows?: unknown };
	if (!Array.isArray(rows)) return true;
	const change = item.read(`${path}Change`);
	if ((isBlank(change) || change === 'replace') && isLeftByModel(rows, storedAt(item, path))) {
		return true;
	}
	const findNothing = (rows as ListRow[]).every(
		({ kind, ...row }) => (kind === 'codes' || kind === 'roles') && row[kind] === undefined,
	);
	const kinds = [...PEOPLE, ...FACILITIES];
	return findNothing || rowsOf(value, kinds, { stored: storedAt(item, path) }).length === 0;
}

/**
 * The rows of a list that name something. One that a person or an AI agent's model left empty doesn't count.
 * Throws `InputError` for a kind that the list doesn't have.
 */
function rowsOf<Kind extends string>(
	value: unknown,
	kinds: Array<RowKind<Kind>>,
	{ stored, label }: ListOrigin,
): Array<NamingRow<Kind>> {
	const { rows } = (value ?? {}) as { rows?: unknown };
	if (!Array.isArray(rows)) return [];
	const all = rows as ListRow[];
	const storedRows = (stored as { rows?: unknown } | undefined)?.rows;
	const inLabel = label === undefined ? 'A list' : `"${label}"`;
	return all.flatMap((row, at) => {
		const place = `${inLabel}: entry ${at + 1} of ${all.length}`;
		const kind = kinds.find((one) => one.kind === (row.kind ?? kinds[0]?.kind));
		if (kind === undefined) {
			throw new InputError(
				`${place} has an invalid type: ${quoteShort(row.kind)}`,
				`Use ${kinds.map((one) => one.kind).join(', ')}`,
			);
		}
		const own = row[kind.field];
		const storedRow = Array.isArray(storedRows)
			? (storedRows[at] as ListRow | undefined)
			: undefined;
		const computed = Array.isArray(storedRows)
			? isComputed(storedRow?.kind) || isComputed(storedRow?.[kind.field])
			: stored === undefined || isComputed(stored);
		// An AI agent's model also leaves a list blank by an empty one, or by empty texts in it.
		if (!computed && isLeftEmpty(own, kind)) return [];
		return [{ ...kind, value: own, stored: storedRow?.[kind.field], computed, place }];
	});
}

/** Whether an AI agent's model was to fill in rows, and left all of them empty. */
function isLeftByModel(rows: ListRow[], stored: unknown): boolean {
	const { rows: storedRows } = (stored ?? {}) as { rows?: unknown };
	if (!Array.isArray(storedRows)) return false;
	const ofModel = rows.flatMap((row, at) => {
		const kind = [...PEOPLE, ...FACILITIES].find((one) => one.kind === (row.kind ?? 'user'));
		const own = kind && (storedRows[at] as ListRow | undefined)?.[kind.field];
		return kind && isFromModel(own) ? [isLeftEmpty(row[kind.field], kind)] : [];
	});
	return ofModel.length > 0 && ofModel.every((isLeft) => isLeft);
}

/** Whether a row names nobody and nothing. */
function isLeftEmpty(value: unknown, { field, noun }: RowKind<string>): boolean {
	if (isBlank(value) || (field !== 'codes' && field !== 'roles')) return isBlank(value);
	return listIn(value).every((entry) => codeIn(entry, noun) === undefined);
}

/** Throws `InputError`: somebody was meant, who would be missing. */
function nothing({ place, noun }: NamingRow<string>, which = ''): never {
	throw new InputError(
		`${place} has no ${noun}${which}`,
		'Enter one, or remove the entry. If it is an expression, it returned no value',
	);
}

/** What an entry of a row says, and what it names. */
interface Named {
	entry: unknown;
	reference: Reference;
}

/**
 * What a row names: by a picker, or by codes as text with commas or lines, as a list, or as objects
 * with a `code` or an `id`. Throws `InputError` where an expression gives an empty one.
 */
function namedIn(row: NamingRow<string>): Named[] {
	const { value, stored, computed, noun, field } = row;
	if (field !== 'codes' && field !== 'roles') {
		return [{ entry: value, reference: referenceOf(value, noun) ?? nothing(row) }];
	}
	const entries = listIn(value, stored);
	return entries.flatMap((entry, at): Named[] => {
		const reference = codeIn(entry, noun);
		if (reference) return [{ entry, reference }];
		// A person may end a text with a comma.
		if (!computed) return [];
		const which = entries.length > 1 ? ` (value ${at + 1} of ${entries.length})` : '';
		return nothing(row, which);
	});
}

/** Types of what the services name, as they write them. */
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
function typeOf<Type extends string>(
	entry: unknown,
	{ place }: NamingRow<string>,
	usual: Type,
	types: readonly Type[],
): Type {
	const said = (Object(entry) as IDataObject).type;
	const isKnown = typeof said === 'string' && Object.hasOwn(NOUNS, said);
	const type = isKnown ? types.find((one) => one === said) : usual;
	if (type !== undefined) return type;
	throw new InputError(
		`${place} is ${NOUNS[String(said)]}: ${quoteShort(entry)}`,
		`This list can have ${[...new Set(types)].map((one) => NOUNS[one]).join(' or ')} only. Remove the entry`,
	);
}

function codeIn(entry: unknown, noun: string): Reference | undefined {
	if (typeof entry !== 'object' || entry === null) {
		const code = String(entry ?? '').trim();
		return code === '' ? undefined : { code };
	}
	const { code, id } = entry as { code?: unknown; id?: unknown };
	// An object of another service may have IDs of its own, but login names are the same.
	if (!isBlank(code)) return { code: textOf(code, noun).trim() };
	return isBlank(id) ? undefined : { id: textOf(id, noun).trim() };
}

/** Each entry once, by what it says. */
export function unique<T>(entries: T[]): T[] {
	return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
