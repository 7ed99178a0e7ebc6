import { comparable, rowDiffers, valueOf } from '../values/compare';
import type { Cell } from '../values/decode';
import type { SentRow } from '../values/rows';

/**
 * When a row's ID counts: before its values; after them, because a row of another app can have
 * the same ID; or never.
 */
export type TrustInIds = 'first' | 'last' | 'never';

/**
 * The rows to write. A row that replaces a current row gets its ID, because the service then keeps
 * the columns that are not written. It replaces the row that has the same values, else the one that
 * is about the same thing (see `alike`). New rows have no ID.
 */
export function pairedRows(rows: SentRow[], current: SentRow[], trust: TrustInIds): SentRow[] {
	const free = new Set(current);
	const partners = new Map<SentRow, SentRow>();
	const byId = new Map(current.map((row) => [row.id, row]));
	const sameId = ({ id }: SentRow) => (id === undefined ? undefined : byId.get(id));
	const take = (row: SentRow, partner: SentRow | undefined) => {
		if (partners.has(row) || partner === undefined || !free.delete(partner)) return;
		partners.set(row, partner);
	};
	const pass = (partnerOf: (row: SentRow, at: number) => SentRow | undefined) => {
		if (free.size === 0) return;
		for (const [at, row] of rows.entries()) if (!partners.has(row)) take(row, partnerOf(row, at));
	};
	const equal = (row: SentRow, other: SentRow | undefined) =>
		other !== undefined && free.has(other) && !rowDiffers(row, other) ? other : undefined;
	const takeAlike = (isEnough: (pair: Pair) => boolean) => {
		if (free.size === 0 || partners.size === rows.length) return;
		const sides: Sides = [
			rows.map((row, at) => ({ row, at, isOpen: !partners.has(row) })),
			current.map((row, at) => ({ row, at, isOpen: free.has(row) })),
		];
		for (const pair of alike(sides)) if (isEnough(pair)) take(pair.row, pair.other);
	};

	if (trust === 'first') pass(sameId);
	if (trust === 'last') pass((row) => equal(row, sameId(row)));
	pass((row, at) => equal(row, current[at]));
	const likely = rowsByValues(current);
	pass((row) => likely(row).find((other) => equal(row, other)));
	if (trust === 'last') {
		// Another app's record can have the same ID, and its rows those of other things.
		takeAlike(({ names }) => names > 0);
		pass(sameId);
	}
	// Beside rows with IDs of this record, a row without one is new.
	const hasIds = trust === 'first' && rows.some((row) => sameId(row) !== undefined);
	if (!hasIds) takeAlike(() => true);
	return rows.map((row) => {
		const id = partners.get(row)?.id;
		return { ...(id !== undefined && { id }), value: row.value };
	});
}

/**
 * Finds the current rows that can have the values of a row. They are kept by their values, because
 * comparing each row with each takes seconds in long tables.
 */
function rowsByValues(current: SentRow[]): (row: SentRow) => SentRow[] {
	const types = typesIn(current);
	const byColumns = new Map<string, Map<string, SentRow[]>>();
	const valuesIn = ({ value }: SentRow, codes: string[]) =>
		JSON.stringify(codes.map((code) => filledValue(value[code], types.get(code) ?? '') ?? ''));
	return (row) => {
		const codes = Object.keys(row.value).sort();
		const columns = JSON.stringify(codes);
		let kept = byColumns.get(columns);
		if (kept === undefined) {
			kept = new Map<string, SentRow[]>();
			for (const one of current) {
				const values = valuesIn(one, codes);
				const same = kept.get(values) ?? [];
				same.push(one);
				kept.set(values, same);
			}
			byColumns.set(columns, kept);
		}
		return kept.get(valuesIn(row, codes)) ?? [];
	};
}

/** The rows to write and the current ones, and which of them have no partner yet. */
type Sides = [Candidate[], Candidate[]];
interface Candidate {
	row: SentRow;
	at: number;
	isOpen: boolean;
}

interface Pair {
	row: SentRow;
	other: SentRow;
	/** How many texts only these two rows have. */
	names: number;
	/** What speaks for the pair, the strongest first. */
	rank: number[];
}

/** What values tell, from the name of a thing to what counts it. */
enum Kind {
	Name,
	DayOrPerson,
	Choice,
	Other,
}
const KINDS = new Map(
	Object.entries({
		[Kind.Name]: ['SINGLE_LINE_TEXT', 'LINK', 'MULTI_LINE_TEXT', 'RICH_TEXT'],
		[Kind.DayOrPerson]: [
			...['DATE', 'TIME', 'DATETIME'],
			...['USER_SELECT', 'ORGANIZATION_SELECT', 'GROUP_SELECT'],
		],
		[Kind.Choice]: ['DROP_DOWN', 'RADIO_BUTTON', 'CHECK_BOX', 'MULTI_SELECT'],
	}).flatMap(([kind, types]) => types.map((type) => [type, Number(kind) as Kind] as const)),
);
/** Texts that are often rewritten: another one doesn't mean another thing. */
const LONG_TEXTS = new Set(['MULTI_LINE_TEXT', 'RICH_TEXT']);

/**
 * Pairs of rows that are about the same thing, the surest first. A text that no other row has says
 * so, such as an article; so do the same texts in as many rows on both sides. Where a short text
 * differs, only columns can say so that tell at least as many rows apart, or a day or person that
 * tells all apart, as in a time sheet: a quantity, a unit, or a single date may be the same by
 * chance. Where none differs, other values can say so that no other row has, unless stronger ones
 * differ, or more than half of all values.
 */
function alike([rows, current]: Sides): Pair[] {
	const types = typesIn(current.map(({ row }) => row));
	const codes = [...new Set(rows.flatMap(({ row }) => Object.keys(row.value)))].sort();
	const isShortText = (code: string) =>
		kindOf(types.get(code)) === Kind.Name && !LONG_TEXTS.has(types.get(code) ?? '');
	const filledOf = ({ row, at, isOpen }: Candidate): Filled => {
		const values = codes.map((code) => filledValue(row.value[code], types.get(code) ?? ''));
		const texts = values.map((value, column) =>
			isShortText(codes[column] ?? '') ? value : undefined,
		);
		return {
			row,
			at,
			isOpen,
			values,
			texts: texts.some(Boolean) ? JSON.stringify(texts) : undefined,
		};
	};
	const sides: [Filled[], Filled[]] = [rows.map(filledOf), current.map(filledOf)];
	const open = sides.map((side) => side.filter(({ isOpen }) => isOpen));
	const textCounts = open.map((side) => countOf(side.map(({ texts }) => texts)));
	const columns = codes.map((code, at) => ({
		kind: kindOf(types.get(code)),
		isShortText: isShortText(code),
		...columnOf(at, sides),
	}));

	/** What speaks for a pair; undefined if too little does. Called for each row with each: nothing is made anew. */
	const rankOf = (one: Filled, other: Filled): { rank: number[]; names: number } | undefined => {
		let shared = 0;
		let various = 0;
		let sharedVarious = 0;
		let textDiffers = false;
		let widestText = 0;
		let strongestOther = Kind.Other;
		for (const [at, column] of columns.entries()) {
			const value = one.values[at];
			if (value === undefined) continue;
			if (!column.isConstant) various += 1;
			const held = other.values[at];
			if (held === value) {
				shared += 1;
				if (!column.isConstant) sharedVarious += 1;
			} else if (held !== undefined) {
				strongestOther = Math.min(strongestOther, column.kind);
				if (column.isShortText) {
					textDiffers = true;
					widestText = Math.max(widestText, column.spread);
				}
			}
		}
		if (shared === 0) return undefined;
		const only = [0, 0, 0, 0];
		let names = 0;
		let keys = 0;
		let inBoth = 0;
		for (const [at, column] of columns.entries()) {
			const value = one.values[at];
			if (value === undefined || other.values[at] !== value) continue;
			const isOnly = column.isOnce(value);
			if (isOnly) only[column.kind] = (only[column.kind] ?? 0) + 1;
			const isName =
				isOnly &&
				column.kind === Kind.Name &&
				(!textDiffers || (!column.isConstant && column.spread >= widestText));
			const isKey = column.kind === Kind.DayOrPerson && column.tellsAllApart;
			if (isName) names += 1;
			if (isKey) keys += 1;
			if (isName || isKey) inBoth = Math.max(inBoth, column.inBoth);
		}
		const isPair = () => {
			if (names + keys > 0) return true;
			if (textDiffers) return false;
			const [ours, theirs] = textCounts.map((count) => count.get(one.texts));
			if (one.texts !== undefined && one.texts === other.texts && ours === theirs) return true;
			// What is the same in all rows says nothing.
			if (sharedVarious * 2 > various) return true;
			const strongest = only.findIndex((count) => count > 0);
			return strongest >= 0 && strongestOther >= strongest;
		};
		if (!isPair()) return undefined;
		const place = one.at === other.at ? 1 : 0;
		return { rank: [names + keys, inBoth, shared, names, ...only.slice(1), place], names };
	};
	const [openRows = [], openCurrent = []] = open;
	const pairs: Pair[] = [];
	for (const one of openRows) {
		for (const other of openCurrent) {
			const found = rankOf(one, other);
			if (found) pairs.push({ row: one.row, other: other.row, ...found });
		}
	}
	return pairs.sort((left, right) =>
		left.rank.reduce((order, value, at) => order || (right.rank[at] ?? 0) - value, 0),
	);
}

interface Filled extends Candidate {
	/** The values as text, in the order of the columns; undefined for empty ones. */
	values: Array<string | undefined>;
	/** All its short texts. */
	texts: string | undefined;
}

/** What a column tells of the rows to write and the current ones. */
function columnOf(at: number, sides: [Filled[], Filled[]]) {
	const values = sides.map((side) => side.map((one) => one.values[at]));
	const counts = values.map(countOf);
	const filled = values.flat().filter((value) => value !== undefined);
	return {
		/** How many rows it tells apart. */
		spread: Math.min(...counts.map((count) => count.size - (count.has(undefined) ? 1 : 0))),
		isConstant: new Set(filled).size < 2,
		/** How many of its values are on both sides. */
		inBoth: [...new Set(values[0])].filter((value) => counts[1]?.has(value)).length,
		tellsAllApart: counts.every(
			(count, side) =>
				count.size > 1 && count.size === values[side]?.length && !count.has(undefined),
		),
		/** Whether one row on each side has the value. */
		isOnce: (value: string | undefined) => counts.every((count) => count.get(value) === 1),
	};
}

function kindOf(type = ''): Kind {
	return KINDS.get(type) ?? Kind.Other;
}

function typesIn(rows: SentRow[]): Map<string, string> {
	return new Map(
		rows.flatMap(({ value }) =>
			Object.entries(value).map(([code, cell]) => [code, (cell as unknown as Cell).type] as const),
		),
	);
}

function countOf<T>(list: T[]): Map<T, number> {
	const counts = new Map<T, number>();
	for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
	return counts;
}

/** A value as text, for comparing; undefined if it is empty. */
function filledValue(cell: unknown, type: string): string | undefined {
	const text = comparable(type, valueOf(cell));
	// The service drops the seconds of a date and time.
	const kept = type === 'DATETIME' ? text.slice(0, 16) : text;
	return kept === '' || kept === '[]' ? undefined : kept;
}
