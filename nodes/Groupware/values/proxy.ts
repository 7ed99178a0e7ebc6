import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Row } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { isBlank, textOf } from '../../shared/text';
import { isComputed, isFromModel, storedAt } from '../../shared/parameterReader';
import { isEmpty, listOf, objectOf } from '../../shared/objects';

/** The lists of a proxy setting, which may hold what nobody else should read. */
export const LISTS = ['parameters', 'headers', 'body'] as const;

export interface Pair {
	key: string;
	value: string;
}

/** The rows of a list of an item by its path in the node's parameters. */
export function pairsIn(item: ItemView, path: string): Pair[] | undefined {
	return pairsOf(item.read(path), storedAt(item, path));
}

/** A row of an update. Without a value, the key keeps the value that it has in the service. */
export type ChangedPair = Pick<Pair, 'key'> & Partial<Pair>;

/**
 * The same for an update: undefined also where an AI agent's model left the values of all rows that it
 * was to fill in empty. Throws `InputError` where it left some of them empty. A value that a person left
 * empty is undefined: values are hidden, so nobody could enter them again.
 */
export function changedPairsIn(item: ItemView, path: string): ChangedPair[] | undefined {
	const [rows, stored] = [item.read(path), storedAt(item, path)].map((list) =>
		listOf(objectOf(list).rows).map(objectOf),
	);
	const ofModel = rows?.filter((row, at) => row.key && isFromModel(stored?.[at]?.value)) ?? [];
	const left = ofModel.filter(({ value }) => isBlank(value));
	if (left.length > 0 && left.length === ofModel.length) return undefined;
	if (left[0]) throw lacksValue(left[0]);
	const isLeft = (at: number) => stored?.[at] !== undefined && isEmpty(stored[at].value);
	const entered = rows?.map((row, at) => (isLeft(at) ? { ...row, value: '' } : row));
	const pairs = pairsOf({ rows: entered ?? [] }, storedAt(item, path));
	// The pairs are the rows with a key.
	const named = rows?.flatMap(({ key }, at) => (textOf(key, 'Key').trim() === '' ? [] : [at]));
	return pairs?.map(({ key, value }, at) => (isLeft(named?.[at] ?? -1) ? { key } : { key, value }));
}

function lacksValue({ key }: IDataObject): InputError {
	return new InputError(
		`The value of ${quoteShort(key)} is missing`,
		'Its expression returned no value. Correct the expression, or return empty text to set an empty value',
	);
}

/**
 * The rows of a list in the node; undefined when there is none. Throws `InputError` for a value
 * without a key, which it does not repeat: it may be confidential.
 * @param stored the list as the workflow stores it, which tells expressions
 */
export function pairsOf(value: unknown, stored?: unknown): Pair[] | undefined {
	const given = listOf(objectOf(value).rows).map(objectOf);
	const { rows: kept } = (stored ?? {}) as { rows?: unknown[] };
	const lost = given.findIndex(
		({ key, value: content }, at) => isBlank(key) && isBlank(content) && isComputed(kept?.[at]),
	);
	if (lost >= 0) {
		throw new InputError(
			`List entry ${lost + 1} of ${given.length} has no key, because its expression returned no value`,
			'Correct the expression, or remove the entry',
		);
	}
	const lacking = given.find(
		({ key, value: content }) => key && (content ?? undefined) === undefined,
	);
	if (lacking) throw lacksValue(lacking);
	const pairs = given
		.map(({ key, value: content }) => ({
			key: textOf(key, 'Key').trim(),
			value: textOf(content, String(key ?? '')),
		}))
		.filter(({ key, value: content }) => key !== '' || content !== '');
	if (pairs.some(({ key }) => key === '')) {
		throw new InputError(
			'A list entry has a value, but no key',
			'Enter the key, or remove the entry. If the key is an expression, it returned no value',
		);
	}
	return pairs.length > 0 ? pairs : undefined;
}

/** A setting as an output row, without the values of its lists unless the person asks for them: they may be secrets. */
export function settingRow(body: unknown, item: ItemView): Row {
	const setting = { ...objectOf(body) };
	if (item.read('options.hideValues', true) === false) return { json: setting };
	for (const list of LISTS) {
		const pairs = setting[list];
		if (Array.isArray(pairs)) setting[list] = pairs.map(({ key }) => ({ key }));
	}
	return { json: setting };
}

/**
 * A change as the service takes it. It wants method and URL each time, and takes a status that is
 * left out for inactive; what becomes of lists that are left out is
 * not known. So everything is sent, as it was where nothing else was chosen.
 */
export function changedSetting(current: IDataObject, chosen: IDataObject): IDataObject {
	const { proxyCode: _code, ...kept } = current;
	const known = ['status', 'method', 'url', ...LISTS].filter(
		(key) => kept[key] !== undefined && kept[key] !== null,
	);
	const lists = LISTS.filter((list) => chosen[list] !== undefined).map((list) => {
		const pairs = listOf(chosen[list]).map(objectOf);
		const current = listOf(kept[list]).map(objectOf);
		return [list, withValues(pairs, current, list === 'headers')];
	});
	return {
		...Object.fromEntries(known.map((key) => [key, kept[key]])),
		...chosen,
		...Object.fromEntries(lists),
	};
}

/**
 * A pair without a value gets the value that its key has in the service, or empty text. If a key occurs
 * several times, its pairs are matched in their order.
 */
function withValues(
	pairs: IDataObject[],
	current: IDataObject[],
	ignoresCase: boolean,
): IDataObject[] {
	const spelled = ({ key }: IDataObject) => (ignoresCase ? String(key).toLowerCase() : String(key));
	const left = [...current];
	return pairs.map((pair) => {
		const same = left.findIndex(({ key }) => key === pair.key);
		const at = same < 0 ? left.findIndex((one) => spelled(one) === spelled(pair)) : same;
		const [found] = at < 0 ? [] : left.splice(at, 1);
		return { value: found?.value ?? '', ...pair };
	});
}
