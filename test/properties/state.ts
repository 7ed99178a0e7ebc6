/** What a service holds: each value by its path (`records/3,17/cells/Amount`), as JSON. */
export type State = Map<string, string>;

/** A value that is not what it was. */
export interface Change {
	path: string;
	before: string | undefined;
	after: string | undefined;
}

/** Kept by the sandbox for itself; nothing that a person could see. */
const INNER =
	/^((tenant_state|file_uploads|oauth_\w+|accounts)\/|groupware_event\/\d+\/company_search$)/;
/** What every write moves: counters, who wrote last, and when. */
const MOVING =
	/\/(revision|updated_at|modified_at|modifier|updater|last_record_id|last_row_id|last_comment_id|deploy_(status|until|batch))$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:\d\d)?)$/;
/** When an event is: a moment that people choose, also if it happens to be now. */
const CHOSEN = /^groupware_event(_occurrence)?\/[^/]+\/(start|end)_at$/;
/** Keys that the service draws by lot. */
const LOT = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9A-Za-z-]{30,}/g;
const RECENT_MS = 240_000;
/** Something may be meant to last for a while. */
const SOON_MS = 900_000;

/**
 * Everything in a dump. Times of the last minutes are all the same, and so are keys drawn by lot
 * that are not among the known ones.
 */
export function stateOf(dump: object, now: number, known?: Set<string>): State {
	const state: State = new Map();
	const drawn = (text: string) =>
		known ? text.replace(LOT, (key) => (known.has(key) ? key : 'key')) : text;
	const recent = (text: string) =>
		TIME.test(text) && Date.parse(text) > now - RECENT_MS && Date.parse(text) < now + SOON_MS;
	const walk = (path: string, value: unknown) => {
		if (INNER.test(path)) return;
		const parsed = inText(value);
		if (typeof parsed === 'object') {
			if (parsed === null) return;
			for (const [key, inner] of Object.entries(parsed)) {
				walk(`${path}/${key.replaceAll('/', '|')}`, inner);
			}
		} else if (typeof parsed === 'string' && !CHOSEN.test(path) && recent(parsed))
			state.set(path, '"(now)"');
		else state.set(path, drawn(JSON.stringify(parsed)));
	};
	for (const [table, rows] of Object.entries(dump)) {
		const names = new Set<string>();
		for (const [key, row] of Object.entries(rows as object)) {
			let name = drawn(key);
			while (names.has(name)) name += "'";
			names.add(name);
			walk(`${table}/${name}`, row);
		}
	}
	return state;
}

/** The keys drawn by lot in a state. */
export function lotsOf(state: State): Set<string> {
	const known = new Set<string>();
	for (const [path, value] of state) {
		for (const found of `${path} ${value}`.match(LOT) ?? []) known.add(found);
	}
	return known;
}

/** The groupware's tables keep lists and objects as text. */
function inText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

/** What differs, apart from what is empty in both, and from counters and the like unless they are asked for. */
export function changes(before: State, after: State, moving = false): Change[] {
	if (before === after) return [];
	return [...new Set([...before.keys(), ...after.keys()])]
		.filter(
			(path) =>
				(before.get(path) ?? '""') !== (after.get(path) ?? '""') && (moving || !MOVING.test(path)),
		)
		.map((path) => ({ path, before: before.get(path), after: after.get(path) }));
}

/** Row of a path: its table and key. */
export const rowOf = (path: string) => path.split('/').slice(0, 2).join('/');

/**
 * What became of a world, so that two runs can be compared: rows that are new count by what they
 * hold and not by their IDs, which follow from the order of requests.
 */
export function outcomeOf(before: State, after: State): string[] {
	const known = new Set([...before.keys()].map(rowOf));
	/** The address of a new thing has its ID. */
	const withoutId = (column: string, text: string) =>
		column === 'url' ? text.replace(/=\d+/g, '=new') : text;
	const fresh = new Map<string, string[]>();
	const lines: string[] = [];
	for (const { path, after: value } of changes(before, after)) {
		if (/\/\d+\/id$/.test(path)) continue;
		const row = rowOf(path);
		const plain = value ?? 'gone';
		if (known.has(row)) lines.push(`${path} = ${plain}`);
		else {
			const column = path.slice(row.length + 1);
			const cell = isNumbering(column) ? '' : `${column} = ${withoutId(column, plain)}`;
			fresh.set(row, [...(fresh.get(row) ?? []), cell].filter(Boolean));
		}
	}
	for (const [row, cells] of fresh) {
		lines.push(`new ${row.split('/')[0] ?? ''}: ${cells.sort().join('; ')}`);
	}
	return lines.sort();
}

const isNumbering = (column: string) =>
	/^(id|key|store_key|file_key|position|installation|\w+_id)$|\/id$/.test(column) &&
	column !== 'account_id';
