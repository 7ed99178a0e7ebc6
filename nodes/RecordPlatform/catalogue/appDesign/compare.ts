import type { IDataObject } from 'n8n-workflow';

import { isObject, listOf, objectOf, sameData } from '../../../shared/objects';
import { pathText } from '../../jsonShape';

type Path = Array<string | number>;
type Paths = ReadonlySet<string>;
type Thing = IDataObject[string];

/** An object with other values under the same keys; those that become undefined are left out. */
export function mapped(map: unknown, change: (one: Thing, key: string) => unknown): IDataObject {
	const entries = Object.entries(objectOf(map)).map(([key, one]) => [key, change(one, key)]);
	return Object.fromEntries(entries.filter(([, one]) => one !== undefined)) as IDataObject;
}

/** What the map itself has under a key. */
export function at(map: unknown, key: string): Thing {
	return isObject(map) && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** A value in one spelling: keys in their order, numbers as text, and nothing for null. */
export function tidy(value: unknown): unknown {
	if (typeof value === 'number') return String(value);
	if (Array.isArray(value)) return value.map(tidy);
	if (!isObject(value)) return value ?? undefined;
	const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return mapped(Object.fromEntries(sorted), tidy);
}

/** A design without what is at some of the paths (`settings.name`), or with what another one has there. */
export function without<V extends Thing>(value: V, paths: Paths, other?: Thing, to: Path = []): V {
	if (paths.size === 0 || !isObject(value)) return value;
	return mapped({ ...objectOf(other), ...value }, (_one, key) => {
		const [path, now] = [[...to, key], at(other, key)];
		return paths.has(pathText(path)) ? now : without(at(value, key), paths, now, path);
	}) as V;
}

/** A difference between two designs; null where a side doesn't have it. */
export type Difference = Record<'path' | 'here' | 'there', Thing>;

/** What differs between two tidy values. Lists of different lengths differ as a whole. */
export function differences(here: Thing, there: Thing, path: Path = []): Difference[] {
	if (sameData(here, there)) return [];
	if (Array.isArray(here) && Array.isArray(there) && here.length === there.length)
		return here.flatMap((one, index) => differences(one as Thing, there[index], [...path, index]));
	if (!isObject(here) || !isObject(there))
		return [{ path: pathText(path), here: here ?? null, there: there ?? null }];
	const keys = [...new Set([...Object.keys(here), ...Object.keys(there)])].sort();
	return keys.flatMap((key) => differences(at(here, key), at(there, key), [...path, key]));
}

/** Fields that each form has once. They can be changed, but neither added nor deleted. */
export const BUILT_IN =
	/^(RECORD_NUMBER|CREATOR|CREATED_TIME|MODIFIER|UPDATED_TIME|STATUS|STATUS_ASSIGNEE|CATEGORY)$/;

/** What a thing is, if an app has only one of it. */
function uniqueKind(thing: Thing): unknown {
	const { type, builtinType } = objectOf(thing);
	return builtinType ?? (BUILT_IN.test(String(type)) ? type : undefined);
}

/**
 * A design with the keys that another one has for the same built-in fields and views: as the app has it,
 * and with the other codes of fields.
 */
export function aligned(design: IDataObject, there: IDataObject) {
	const own = mapped(design, (part, name) => {
		if (!['fields', 'views'].includes(name)) return part;
		// Something else of the app that has such a key keeps it.
		const isFree = (key: string) => !at(part, key) || uniqueKind(at(part, key)) !== undefined;
		const things = Object.entries(objectOf(there[name])).filter(([key]) => isFree(key));
		const keys = new Map(things.map(([key, one]) => [uniqueKind(one), key]));
		keys.delete(undefined);
		const entries = Object.entries(objectOf(part));
		return Object.fromEntries(entries.map(([key, one]) => [keys.get(uniqueKind(one)) ?? key, one]));
	});
	const codes = Object.entries(objectOf(own.fields)).map(([key, one]) => {
		const code = at(one, 'code');
		return [code, String(at(at(there.fields, key), 'code') ?? code)] as const;
	});
	return { own, here: renamed(own, new Map(codes)) };
}

/** What names fields of the app, and what does so in what leads to another app: a property, a blank, and the `type` beside it. */
const NAMING =
	/^(date|destField|displayFields|expression|fields?|filterCond|lookupPickerFields|related(Key)?Field|sort|srcField) |^code (?!(USER|GROUP|ORGANIZATION|CUSTOM_FIELD)$)|^title CALENDAR$/;
const ELSEWHERE: Record<string, RegExp> = {
	relatedApp: /^field /,
	destApp: /^(filterCond|srcField) /,
};
/** Words of conditions, orders, and formulas; a quoted text is one. */
const WORDS = /"(?:\\.|[^"\\])*"?|[^\s!-#%-\-/:-@[-^`{-~]+/gs;

/** A design with other codes in all that names fields. The fields themselves keep theirs. */
function renamed(design: IDataObject, codes: Map<unknown, string>): IDataObject {
	const named = (value: unknown, naming = NAMING, property = ''): unknown => {
		if (Array.isArray(value)) return value.map((one) => named(one, naming, property));
		if (typeof value === 'string' && naming.test(property))
			return value.replace(WORDS, (word) => codes.get(word) ?? word);
		if (!isObject(value)) return value;
		const away = Object.keys(ELSEWHERE).find(
			(name) => isAppName(value[name]) && at(value[name], 'app') !== SELF,
		);
		const inside = ELSEWHERE[away ?? ''] ?? naming;
		return mapped(value, (one, key) => named(one, inside, `${key} ${String(value.type)}`));
	};
	return mapped(design, (part, name) => {
		if (name === 'plugins') return part;
		const coded = (one: Thing) => ({ ...objectOf(named(one)), code: at(one, 'code') });
		return name === 'fields' ? mapped(part, coded) : named(part);
	});
}

/** The name of the app itself in a design, because its ID differs between apps. */
export const SELF = 'self';

/** Whether it names an app, and not a field or an action that has such a name. */
export function isAppName(one: unknown): boolean {
	return !at(one, 'type') && (at(one, 'app') ?? at(one, 'code')) !== undefined;
}

/** Properties that are things by name. */
const MAPS = /^(fields|views|reports|actions|plugins|options|states|categories|children)$/;
/** Properties of which the parts that aren't given stay. */
const PARTIAL = /^(lookup|referenceTable|numberPrecision|desktop|mobile)$/;

/**
 * What an app is to have: what the design says, what it doesn't say of a thing, and things that only the
 * app has, after the others.
 * @param stays whether such a thing stays
 * @param isMap whether the values are things by name
 */
export function merged(
	there: IDataObject,
	here: IDataObject,
	stays: (thing: Thing, key: string) => boolean,
	isMap = false,
): IDataObject {
	if (!isMap && ['type', 'chartType'].some((key) => there[key] !== here[key])) return there;
	const said = mapped(there, (one, key) => {
		const now = at(here, key);
		if (!isObject(one) || !isObject(now)) return one;
		if (isMap || MAPS.test(key)) return merged(one, now, stays, !isMap);
		return PARTIAL.test(key) ? { ...now, ...one } : one;
	});
	if (!isMap) return { ...here, ...said };
	const indexOf = (one: Thing) => Number(objectOf(one).index ?? -1);
	let last = Math.max(-1, ...Object.values(there).map(indexOf));
	const others = Object.entries(here).filter(
		([key, one]) => at(said, key) === undefined && stays(one, key),
	);
	others.sort(([, one], [, other]) => indexOf(one) - indexOf(other));
	// Not by their keys: those that are numbers would come first.
	const placed = ([key, one]: [string, Thing]) =>
		isObject(one) && 'index' in one ? [key, { ...one, index: String((last += 1)) }] : [key, one];
	return { ...said, ...Object.fromEntries(others.map(placed)) } as IDataObject;
}

/**
 * The rows of a layout, and after them those for fields that only the app's layout has.
 * @param exists whether a field is to be there; it also gets whether the app's layout has it
 */
export function newLayout(
	there: unknown,
	here: unknown,
	exists: (code: string, isPlaced: boolean) => boolean,
) {
	const before = listOf(here).map(objectOf);
	const types = new Map(before.flatMap(elementsIn).map(({ code, type }) => [code, type]));
	// One of another type is not the same field.
	const isThere = ({ code, type }: IDataObject) =>
		code === undefined ||
		((types.get(code) ?? type) === type && exists(String(code), types.has(code)));
	const rows = listOf(there).flatMap((row) => keptOf(row, isThere));
	const placed = new Set(rows.flatMap(elementsIn).map(({ code }) => code));
	const isLeft = (one: IDataObject) =>
		one.code !== undefined && !placed.has(one.code) && isThere(one);
	const tables = new Map(before.map((row) => [row.type === 'SUBTABLE' && row.code, row]));
	const all = rows.map((row) => {
		const table = row.type === 'SUBTABLE' && tables.get(row.code as string);
		const columns = listOf(objectOf(table).fields).map(objectOf).filter(isLeft);
		return columns.length > 0 ? { ...row, fields: [...listOf(row.fields), ...columns] } : row;
	});
	return [...all, ...before.flatMap((row) => keptOf(row, isLeft))] as IDataObject[];
}

/** A row with the elements that are kept, or the rows of a group that isn't. */
function keptOf(value: unknown, isKept: (element: IDataObject) => boolean): IDataObject[] {
	const row = objectOf(value);
	const all = listOf(row.fields).map(objectOf);
	const fields = all.filter(isKept);
	const layout = listOf(row.layout).flatMap((inner) => keptOf(inner, isKept));
	const isWanted = row.type === 'ROW' && all.length > 0 ? fields.length > 0 : isKept(row);
	return isWanted ? [{ ...row, ...('layout' in row ? { layout } : { fields }) }] : layout;
}

/** The elements with a code in a row of a layout, in its groups and tables, too. */
function elementsIn(row: IDataObject): IDataObject[] {
	const inner = [...listOf(row.fields), ...listOf(row.layout)].map(objectOf).flatMap(elementsIn);
	return row.code === undefined ? inner : [row, ...inner];
}
