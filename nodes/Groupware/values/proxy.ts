import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, RequestSpec, Row } from '../../shared/catalogue';
import { type Failure, InputError, RequestError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { listOf, objectOf } from '../../shared/objects';
import { isBlank, textOf } from '../../shared/input/text';
import { isOn } from '../../shared/parameters';
import { picked } from './rows';

/** The lists of a proxy setting, which may hold what nobody else should read. */
export const LISTS = ['parameters', 'headers', 'body'] as const;

/** An entry of a list. In an update, one without a value keeps the value that it has in the service. */
interface Pair extends IDataObject {
	key: string;
	value?: string;
}

/**
 * The rows of a list in the node; a row without a key and a value is none. A list that was added without
 * rows, and one whose rows all give nothing, stays as it is; an expression's empty list has no pairs.
 * Throws `InputError` for a value without a key, which it does not repeat: it may be confidential.
 */
export function pairsOf(value: unknown): Pair[] | undefined {
	const { rows } = objectOf(value);
	const entries = listOf(rows).map(objectOf);
	const given = entries.filter((row) => !isBlank(row.key) || !isBlank(row.value));
	if (given.length === 0 && (entries.length > 0 || !Array.isArray(rows))) return undefined;
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

/** Replaces a secret. A URL can have it in encoded form only. */
const MASK = '…';

/** A URL with nothing but its scheme, host, and port: all other parts may be secrets. */
function masked(url: unknown): string {
	const text = String(url);
	if (!URL.canParse(text)) return MASK;
	const { origin, href } = new URL(text);
	return href === `${origin}/` ? text : `${origin}/${MASK}`;
}

const isMasked = (url: unknown) => String(url).includes(MASK);

/** The URL of a new setting. Throws `InputError` for one that this node has masked. */
export function newUrl(url: string): string {
	if (!isMasked(url)) return url;
	throw new InputError(
		`"URL" is hidden in part: ${quoteShort(masked(url))}`,
		'Enter the whole URL, or add "Show Values" to the node that reads the setting',
	);
}

/** What may be shown of a setting; all else may be a secret. */
const SHOWN = ['status', 'proxyCode', 'method'];

/** A setting as an output row, without what may be a secret unless the person asks for it. */
export function settingRow(body: unknown, item: ItemContext): Row {
	const setting = objectOf(body);
	if (isOn(item, 'options.showValues')) return { json: setting };
	const lists = LISTS.filter((list) => list in setting).map((list) => {
		return [list, listOf(setting[list]).map((pair) => ({ key: objectOf(pair).key }))];
	});
	return {
		json: {
			...picked(setting, SHOWN),
			...('url' in setting && { url: masked(setting.url) }),
			...(Object.fromEntries(lists) as IDataObject),
		},
	};
}

/** Sends a setting. If the service refuses it, its message may repeat secrets. */
export async function sendSetting(item: ItemContext, spec: RequestSpec): Promise<Row> {
	const { url, ...sent } = spec.body ?? {};
	const values = LISTS.flatMap((list) => listOf(sent[list]).map((pair) => objectOf(pair).value));
	const secrets = [url, ...values].map(String).filter(({ length }) => length > 3);
	const body = await item.request(spec).catch((problem: unknown) => {
		const { explanation, ...failure } = problem instanceof RequestError ? problem.failure : {};
		if (!explanation) throw problem;
		const message = secrets.reduce((text, one) => text.replaceAll(one, MASK), explanation.message);
		throw new RequestError({ ...failure, explanation: { ...explanation, message } } as Failure);
	});
	return settingRow(body, item);
}

/**
 * A change as the service takes it. It wants method and URL each time, and takes a status that is left out
 * for inactive; what becomes of lists that are left out is not known. So everything is sent, as it was
 * where nothing else was chosen, or what this node has masked.
 */
export function changedSetting(current: IDataObject, chosen: IDataObject): IDataObject {
	const known = ['status', 'method', 'url', ...LISTS].filter(
		(key) => current[key] !== undefined && current[key] !== null,
	);
	const { url } = chosen;
	const keepsUrl = isMasked(url) && url === masked(current.url);
	const lists = LISTS.filter((list) => chosen[list] !== undefined).map((list) => {
		const stored = listOf(current[list]).map(objectOf);
		return [list, withValues(chosen[list] as Pair[], list, stored)];
	});
	return {
		...Object.fromEntries(known.map((key) => [key, current[key]])),
		...chosen,
		...(url !== undefined && { url: keepsUrl ? current.url : newUrl(String(url)) }),
		...Object.fromEntries(lists),
	};
}

/**
 * A pair without a value gets the value that its key has in the service. If a key occurs several times, its
 * pairs are matched in their order. Throws `InputError` for a key that the service doesn't have.
 */
export function withValues(pairs: Pair[], list: string, stored: IDataObject[] = []): IDataObject[] {
	const spelled = (key: unknown) => (list === 'headers' ? String(key).toLowerCase() : String(key));
	const left = [...stored];
	return pairs.map((pair) => {
		const at = left.findIndex(({ key }) => spelled(key) === spelled(pair.key));
		const [found] = at < 0 ? [] : left.splice(at, 1);
		if (pair.value !== undefined) return pair;
		if (found) return { ...pair, value: found.value };
		throw new InputError(
			`${quoteShort(pair.key)} has no value in the ${list} of the setting`,
			'Enter a value, or correct the key. If the value is an expression, it returned no value',
		);
	});
}
