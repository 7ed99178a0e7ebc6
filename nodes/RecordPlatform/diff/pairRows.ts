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
	pass((row) => [...free].find((other) => equal(row, other)));
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
	const types = typesIn(current);
	const kindOf = (code: string) => KINDS.get(types.get(code) ?? '') ?? Kind.Other;
	const isShortText = (code: string) =>
		kindOf(code) === Kind.Name && !LONG_TEXTS.has(types.get(code) ?? '');
	const written = new Set(rows.flatMap(({ row }) => Object.keys(row.value)));
	const [wanted, present] = [rows, current].map((side) =>
		side.map((one) => {
			const cells = filledCells(one.row, written, types);
			const texts = [...cells].filter(([code]) => isShortText(code)).sort();
			return { ...one, cells, texts: texts.length > 0 ? JSON.stringify(texts) : undefined };
		}),
	) as [Filled[], Filled[]];
	const open = [wanted, present].map((side) => side.filter(({ isOpen }) => isOpen));
	const textCounts = open.map((side) => countOf(side.map(({ texts }) => texts)));
	const columns = new Map([...written].map((code) => [code, columnOf(code, wanted, present)]));

	const pairOf = (one: Filled, other: Filled): Pair | undefined => {
		const both = [...one.cells.keys()].filter((code) => other.cells.has(code));
		const shared = both.filter((code) => one.cells.get(code) === other.cells.get(code));
		const differing = both.filter((code) => !shared.includes(code));
		const otherTexts = differing.filter(isShortText);
		const only = shared.filter((code) => columns.get(code)?.isOnce(one.cells.get(code)));
		const names = only.filter((code) => {
			const { spread = 0, isConstant = true } = columns.get(code) ?? {};
			const isStronger = (text: string) =>
				!isConstant && spread >= (columns.get(text)?.spread ?? 0);
			return kindOf(code) === Kind.Name && otherTexts.every(isStronger);
		});
		const keys = shared.filter(
			(code) => kindOf(code) === Kind.DayOrPerson && columns.get(code)?.tellsAllApart,
		);
		const proofs = [...names, ...keys];
		const isPair = () => {
			if (proofs.length > 0) return true;
			if (otherTexts.length > 0) return false;
			const [ours, theirs] = textCounts.map((count) => count.get(one.texts));
			if (one.texts !== undefined && one.texts === other.texts && ours === theirs) return true;
			// What is the same in all rows says nothing.
			const various = [...one.cells.keys()].filter(
				(code) => columns.get(code)?.isConstant === false,
			);
			if (various.filter((code) => shared.includes(code)).length * 2 > various.length) return true;
			const strongest = Math.min(...only.map(kindOf));
			return only.length > 0 && differing.every((code) => kindOf(code) >= strongest);
		};
		if (!isPair()) return undefined;
		const rank = [
			proofs.length,
			Math.max(0, ...proofs.map((code) => columns.get(code)?.inBoth ?? 0)),
			shared.length,
			names.length,
			...[Kind.DayOrPerson, Kind.Choice, Kind.Other].map(
				(kind) => only.filter((code) => kindOf(code) === kind).length,
			),
			one.at === other.at ? 1 : 0,
		];
		return { row: one.row, other: other.row, names: names.length, rank };
	};
	const [openRows = [], openCurrent = []] = open;
	const pairs = openRows.flatMap((one) => openCurrent.flatMap((other) => pairOf(one, other) ?? []));
	return pairs.sort((left, right) =>
		left.rank.reduce((order, value, at) => order || (right.rank[at] ?? 0) - value, 0),
	);
}

/** What a column tells of the rows to write and the current ones. */
function columnOf(code: string, ...sides: [Filled[], Filled[]]) {
	const values = sides.map((side) => side.map(({ cells }) => cells.get(code)));
	const counts = values.map(countOf);
	const filled = values.flat().filter((value) => value !== undefined);
	return {
		/** How many rows it tells apart. */
		spread: Math.min(...counts.map((count) => count.size - (count.has(undefined) ? 1 : 0))),
		isConstant: new Set(filled).size < 2,
		/** How many of its values are on both sides. */
		inBoth: [...new Set(values[0])].filter((value) => counts[1]?.has(value)).length,
		tellsAllApart: counts.every(
			(count, at) => count.size > 1 && count.size === values[at]?.length && !count.has(undefined),
		),
		/** Whether one row on each side has the value. */
		isOnce: (value: string | undefined) => counts.every((count) => count.get(value) === 1),
	};
}

interface Filled extends Candidate {
	/** Values of the filled cells, as text, by column. */
	cells: Map<string, string>;
	/** All its short texts. */
	texts: string | undefined;
}

function typesIn(current: Candidate[]): Map<string, string> {
	return new Map(
		current.flatMap(({ row }) =>
			Object.entries(row.value).map(
				([code, cell]) => [code, (cell as unknown as Cell).type] as const,
			),
		),
	);
}

function countOf<T>(list: T[]): Map<T, number> {
	const counts = new Map<T, number>();
	for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
	return counts;
}

function filledCells(
	{ value }: SentRow,
	written: Set<string>,
	types: Map<string, string>,
): Map<string, string> {
	const cells = new Map<string, string>();
	for (const [code, cell] of Object.entries(value)) {
		if (!written.has(code)) continue;
		const type = types.get(code) ?? '';
		const text = comparable(type, valueOf(cell));
		// The service drops the seconds of a date and time.
		const kept = type === 'DATETIME' ? text.slice(0, 16) : text;
		if (kept !== '' && kept !== '[]') cells.set(code, kept);
	}
	return cells;
}
