import type { IDataObject } from 'n8n-workflow';

import { isObject, listOf, objectOf, sameData } from '../../../shared/objects';
import { pathText } from '../../jsonShape';

type Path = Array<string | number>;
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

/** An object without what is at some of the paths (`settings.name`). */
export function without(value: Thing, paths: ReadonlySet<string>, above: Path = []): Thing {
	if (paths.size === 0 || !isObject(value)) return value;
	return mapped(value, (one, key) => {
		const path = [...above, key];
		return paths.has(pathText(path)) ? undefined : without(one, paths, path);
	});
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

/** The parts that another design has, with its names for the same built-in fields and views. */
export function aligned(here: IDataObject, there: IDataObject): IDataObject {
	return mapped(there, (part, name) => {
		const own = at(here, name);
		if (name === 'layout') return renamed(own, kindNames(there.fields));
		if (!['fields', 'views'].includes(name) || !isObject(own)) return own;
		const names = kindNames(part);
		const things = Object.entries(own);
		return Object.fromEntries(things.map(([key, one]) => [names.get(uniqueKind(one)) ?? key, one]));
	});
}

function kindNames(part: unknown): Map<unknown, string> {
	const names = new Map(Object.entries(objectOf(part)).map(([key, one]) => [uniqueKind(one), key]));
	names.delete(undefined);
	return names;
}

/** A part of a layout with other codes of built-in fields. */
function renamed(value: unknown, names: Map<unknown, string>): unknown {
	if (Array.isArray(value)) return value.map((one) => renamed(one, names));
	if (!isObject(value)) return value;
	const code = names.get(uniqueKind(value)) ?? value.code;
	return { ...mapped(value, (one) => renamed(one, names)), ...(code !== undefined && { code }) };
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
	const others = Object.entries(here).filter(([key, one]) => !(key in said) && stays(one, key));
	others.sort(([, one], [, other]) => indexOf(one) - indexOf(other));
	const kept = mapped(Object.fromEntries(others), (one) =>
		isObject(one) && 'index' in one ? { ...one, index: String((last += 1)) } : one,
	);
	return { ...said, ...kept };
}

/**
 * The rows of a layout, and after them those for fields that only the app's layout has.
 * @param exists whether a field is to be there; it also gets whether the app's layout has it
 */
export function mergedLayout(
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
