import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Row } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { listOf, objectOf } from '../../shared/objects';
import { isBlank } from '../../shared/input/blank';
import { textOf } from '../../shared/text';

/** The lists of a proxy setting, which may hold what nobody else should read. */
export const LISTS = ['parameters', 'headers', 'body'] as const;

/** An entry of a list. In an update, one without a value keeps the value that it has in the service. */
interface Pair extends IDataObject {
	key: string;
	value?: string;
}

/**
 * The rows of a list in the node; a row without a key and a value is none. Rows that all give nothing leave
 * the list as it is in an update. Throws `InputError` for a value without a key, which it does not repeat: it
 * may be confidential.
 */
export function pairsOf(value: unknown): Pair[] | undefined {
	const rows = listOf(objectOf(value).rows).map(objectOf);
	const given = rows.filter((row) => !isBlank(row.key) || !isBlank(row.value));
	if (given.length === 0 && rows.length > 0) return undefined;
	const pairs = given.map(({ key, value: content }) => ({
		key: textOf(key, 'Key').trim(),
		...(!isBlank(content) && { value: textOf(content, 'Value') }),
	}));
	if (pairs.every(({ key }) => key !== '')) return pairs;
	throw new InputError(
		'A list entry has a value, but no key',
		'Enter the key, or remove the entry. If the key is an expression, it returned no value',
	);
}

/** A setting as an output row, without the values of its lists and its URL unless the person asks for them: they may be secrets. */
export function settingRow(body: unknown, item: ItemView): Row {
	const setting = { ...objectOf(body) };
	if (item.read('options.showValues') === true) return { json: setting };
	for (const list of LISTS) {
		const pairs = setting[list];
		if (Array.isArray(pairs)) setting[list] = pairs.map(({ key }) => ({ key }));
	}
	if (typeof setting.url === 'string') {
		setting.url = setting.url.replace(/([?&][^=&#]*=)[^&#]*/g, '$1…');
	}
	return { json: setting };
}

/**
 * A change as the service takes it. It wants method and URL each time, and takes a status that is
 * left out for inactive; what becomes of lists that are left out is
 * not known. So everything is sent, as it was where nothing else was chosen.
 */
export function changedSetting(current: IDataObject, chosen: IDataObject): IDataObject {
	const known = ['status', 'method', 'url', ...LISTS].filter(
		(key) => current[key] !== undefined && current[key] !== null,
	);
	const lists = LISTS.filter((list) => chosen[list] !== undefined).map((list) => {
		const stored = listOf(current[list]).map(objectOf);
		return [list, withValues(chosen[list] as Pair[], stored, list)];
	});
	return {
		...Object.fromEntries(known.map((key) => [key, current[key]])),
		...chosen,
		...Object.fromEntries(lists),
	};
}

/**
 * A pair without a value gets the value that its key has in the service. If a key occurs several times, its
 * pairs are matched in their order. Throws `InputError` for a key that the service doesn't have.
 */
function withValues(pairs: Pair[], stored: IDataObject[], list: string): IDataObject[] {
	const spelled = (key: unknown) => (list === 'headers' ? String(key).toLowerCase() : String(key));
	const left = [...stored];
	return pairs.map((pair) => {
		const at = left.findIndex(({ key }) => spelled(key) === spelled(pair.key));
		const [found] = at < 0 ? [] : left.splice(at, 1);
		if (pair.value !== undefined) return pair;
		if (found) return { ...pair, value: found.value };
		throw new InputError(
			`${quoteShort(pair.key)} has no value to keep in the ${list} of the setting`,
			'Enter a value, or correct the key',
		);
	});
}
