import { badValue, notAmong } from './errors';
import { idOf, type JsonObject, within } from './values';

/** The parameters of a read, from the query string or, with `X-HTTP-Method-Override`, from the body. */
export class Query {
	private readonly values = new Map<string, string[]>();
	private readonly arrays = new Map<string, string[]>();

	constructor(search: URLSearchParams, body: JsonObject) {
		for (const [name, value] of search) {
			const plain = name.replace(/\[\d*\]$/, '');
			add(plain === name ? this.values : this.arrays, plain, value);
		}
		for (const [name, value] of Object.entries(body)) {
			if (Array.isArray(value)) value.forEach((entry) => addJson(this.arrays, name, entry));
			else addJson(this.values, name, value);
		}
	}

	has(name: string): boolean {
		return this.text(name) !== undefined;
	}

	/** The value, or undefined when it was left out or sent empty. */
	text(name: string): string | undefined {
		const value = this.values.get(name)?.at(-1);
		return value === '' ? undefined : value;
	}

	/** A list sent as `name=1,2`, as `name[]=1&name[]=2` or as a repeated name (docs/api/groupware.md, section 3). */
	list(name: string): string[] {
		return (this.values.get(name) ?? [])
			.flatMap((value) => value.split(','))
			.concat(this.arrays.get(name) ?? [])
			.map((value) => value.trim())
			.filter((value) => value !== '');
	}

	/** Ids sent as a list; undefined when there was none, so that an empty answer needs a real list. */
	ids(name: string): number[] | undefined {
		const list = this.list(name);
		if (list.length === 0) return undefined;
		return list.map((value) => idOf(value, name) ?? 0);
	}

	flag(name: string): boolean | undefined {
		const value = this.text(name)?.toLowerCase();
		if (value === undefined) return undefined;
		if (value === 'true' || value === '1') return true;
		if (value === 'false' || value === '0') return false;
		throw badValue(name);
	}

	oneOf<Allowed extends string>(name: string, allowed: readonly Allowed[]): Allowed | undefined {
		const value = this.text(name);
		if (value === undefined) return undefined;
		const found = allowed.find((candidate) => candidate === value);
		if (found === undefined) throw notAmong(name, allowed);
		return found;
	}

	/** `limit` (1–1000, default 100) and `offset` (0–2147483647; docs/api/groupware.md, section 5). */
	page(leastLimit = 1): Page {
		return {
			limit: this.number('limit', leastLimit, 1000) ?? 100,
			offset: this.number('offset', 0, 2147483647) ?? 0,
		};
	}

	private number(name: string, least: number, most: number): number | undefined {
		const text = this.text(name);
		if (text === undefined) return undefined;
		if (!/^-?\d+$/.test(text)) throw badValue(name);
		return within(Number(text), name, least, most);
	}
}

function add(target: Map<string, string[]>, name: string, value: string): void {
	if (value.includes('\0')) throw badValue(name);
	const list = target.get(name);
	if (list === undefined) target.set(name, [value]);
	else list.push(value);
}

function addJson(target: Map<string, string[]>, name: string, value: unknown): void {
	if (value === null || value === undefined) return;
	if (typeof value === 'object') throw badValue(name);
	add(target, name, String(value));
}

export interface Page {
	limit: number;
	offset: number;
}

/** The properties named in `fields`; all when none is named, and unknown names are passed over. */
export function only(
	reply: Record<string, unknown>,
	fields: readonly string[],
): Record<string, unknown> {
	if (fields.length === 0) return reply;
	return Object.fromEntries(Object.entries(reply).filter(([key]) => fields.includes(key)));
}

/** Cuts the row read ahead off a page that was asked for with `limit + 1`. */
export function cutPage<Row>(rows: Row[], page: Page): { rows: Row[]; hasNext: boolean } {
	return { rows: rows.slice(0, page.limit), hasNext: rows.length > page.limit };
}

/** A pattern for `ILIKE` that finds `text` anywhere. */
export function anywhere(text: string): string {
	return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
