import { Refusal } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';

/** How a call names a user, an organization, a role or a facility; the ID wins where both are known. */
export type Reference = { id: string } | { code: string };

export type MemberType = 'USER' | 'ORGANIZATION' | 'ROLE';
export type Member = Reference & { type: MemberType };

/** What a picker gave, as a reference; undefined when nothing was chosen. */
export function referenceOf(chosen: unknown, noun: string): Reference | undefined {
	const { code, id } = (
		typeof chosen === 'object' && chosen !== null ? chosen : { id: chosen }
	) as {
		code?: unknown;
		id?: unknown;
	};
	const given = String(id ?? '').trim();
	if (given === '' && code !== undefined) {
		const text = String(code).trim();
		return text === '' ? undefined : { code: text };
	}
	return given === '' ? undefined : { id: idOf(given, noun) };
}

/** An ID as text. Throws `Refusal` for anything but a number. */
export function idOf(chosen: unknown, noun: string): string {
	const text = String(chosen ?? '').trim();
	if (/^\d+$/.test(text)) return text;
	throw new Refusal(
		text === '' ? `No ${noun} was selected` : `${quoteShort(text)} is not a valid ${noun} ID`,
		`The ID must be a number. Enter a number, or choose the ${noun} from the list`,
	);
}

/** A row of a list of people in the node. */
interface MemberRow {
	kind?: string;
	user?: unknown;
	organization?: unknown;
	codes?: unknown;
	roles?: unknown;
}

/** The people of a list in the node, each once, in its order. */
export function membersOf(value: unknown): Member[] {
	return unique(rowsOf<MemberRow>(value).flatMap(membersOfRow));
}

function membersOfRow({ kind, user, organization, codes, roles }: MemberRow): Member[] {
	const typed = (type: MemberType, references: Reference[]): Member[] =>
		references.map((reference) => ({ type, ...reference }));
	switch (kind) {
		case 'organization':
			return typed('ORGANIZATION', [named(organization, 'organization')]);
		case 'codes':
			return typed('USER', codesOf(codes));
		case 'roles':
			return typed('ROLE', codesOf(roles));
		default:
			return typed('USER', [named(user, 'user')]);
	}
}

/** What a row names. A row without a choice is refused: somebody was meant, who would be missing. */
function named(chosen: unknown, noun: string): Reference {
	const reference = referenceOf(chosen, noun);
	if (reference) return reference;
	throw new Refusal(
		`A list entry has no ${noun}`,
		'Choose one, or remove the entry. If it is an expression, it returned nothing',
	);
}

/** Codes as text with commas or lines, as a list, or as objects with a `code` or an `id`. */
export function codesOf(value: unknown): Reference[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : String(value ?? '').split(/[,\n]/);
	return entries.flatMap((entry): Reference[] => {
		if (typeof entry === 'object' && entry !== null) {
			const { code, id } = entry as { code?: unknown; id?: unknown };
			// An object of another service may have IDs of its own, but login names are the same.
			if ((code ?? '') !== '') return [{ code: String(code) }];
			return (id ?? '') === '' ? [] : [{ id: String(id) }];
		}
		const code = String(entry ?? '').trim();
		return code === '' ? [] : [{ code }];
	});
}

/** A row of a list of facilities in the node. */
export interface FacilityRow {
	kind?: string;
	facility?: unknown;
	codes?: unknown;
	facilityGroup?: unknown;
}

/** The facilities of a list in the node, without those that only a group names. */
export function facilitiesOf(value: unknown): Reference[] {
	return unique(
		rowsOf<FacilityRow>(value).flatMap(({ kind, facility, codes }) => {
			if (kind === 'facilityGroup') return [];
			if (kind === 'codes') return codesOf(codes);
			return [named(facility, 'facility')];
		}),
	);
}

/** IDs of the groups of which every facility is meant. */
export function groupsOf(value: unknown): string[] {
	return rowsOf<FacilityRow>(value)
		.filter(({ kind }) => kind === 'facilityGroup')
		.map(({ facilityGroup }) => idOf(facilityGroup, 'facility group'));
}

/** Throws `Refusal` for a row whose expression found no codes: somebody was meant, who would be missing. */
export function requireCodes(value: unknown, label: string): void {
	if (rowsOf<MemberRow>(value).every(({ kind, codes }) => kind !== 'codes' || codes !== undefined))
		return;
	throw new Refusal(
		`A row of "${label}" has no codes: its expression found nothing`,
		'Correct the expression, or remove the row. An empty text or list means nobody.',
	);
}

function rowsOf<Row>(value: unknown): Row[] {
	const { rows } = (value ?? {}) as { rows?: unknown };
	return Array.isArray(rows) ? (rows as Row[]) : [];
}

/** Each entry once, by what it says. */
export function unique<T>(entries: T[]): T[] {
	return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
