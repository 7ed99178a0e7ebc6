import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView, Parameter, Row } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { entriesIn, isChosen } from '../values/entered';
import { rowsIn } from '../values/pages';
import { idOf } from '../values/references';
import { halfWidth, isBlank, textOf } from '../../shared/text';
import { objectOf } from '../../shared/objects';
import { chosenTexts } from './text';

/** What facilities and facility groups have alike in the calls for administrators. */

const languages: Array<[displayName: string, name: string, filter: string]> = [
	['Chinese (Simplified) Name', 'zh', 'nameLocaleZh'],
	['Chinese (Traditional) Name', 'zh-tw', 'nameLocaleZhTw'],
	['English Name', 'en', 'nameLocaleEn'],
	['Japanese Name', 'ja', 'nameLocaleJa'],
];

/** Name, code and notes of something new or changed. */
export function naming(noun: string): Record<'name' | 'code', Parameter> {
	return {
		name: {
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			description: `Name of the ${noun}, also used in languages for which no name is set`,
			send: { in: 'body', key: 'name' },
		},
		code: {
			displayName: 'Code',
			name: 'code',
			type: 'string',
			default: '',
			description: `Unique code of the ${noun}`,
			// Without blanks around it, as it is read where a facility is chosen by its code.
			send: { in: 'body', key: 'code', as: (value) => textOf(value, 'Code').trim() || undefined },
		},
	};
}

/** The same for an update, where neither can be empty. */
export function changedNaming(noun: string): Record<'name' | 'code', Parameter> {
	const { name, code } = naming(noun);
	const changed = (parameter: Parameter, fitted = (text: string) => text): Parameter => ({
		...parameter,
		send: {
			in: 'body',
			key: parameter.name,
			as: (value, item) =>
				isChosen(item, `updateFields.${parameter.name}`, parameter.displayName)
					? fitted(textOf(value, parameter.displayName))
					: undefined,
		},
	});
	return { name: changed(name), code: changed(code, (text) => text.trim()) };
}

/** Notes, and the names per language. */
export function furtherNaming(noun: string): Parameter[] {
	return [
		{
			displayName: 'Names by Language',
			name: 'nameLocale',
			type: 'collection',
			placeholder: 'Add Language',
			default: {},
			description: `Names of the ${noun} in other languages`,
			options: languages.map(([displayName, name]) => ({
				displayName,
				name,
				type: 'string',
				default: '',
			})),
			send: { in: 'body', key: 'nameLocale', as: chosenTexts },
		},
		{
			displayName: 'Notes',
			name: 'notes',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			description: `Notes on the ${noun}`,
			send: { in: 'body', key: 'notes', keepEmpty: true },
		},
	];
}

/** Filters of the lists for administrators. */
export function namingFilters(noun: string): Parameter[] {
	return [
		...languages.map(([displayName, , filter]): Parameter => ({
			displayName,
			name: filter,
			type: 'string',
			default: '',
			description: searchedIn(`names of ${noun} in this language`),
			send: { in: 'query', key: filter },
		})),
		{
			displayName: 'Codes',
			name: 'codes',
			type: 'string',
			default: '',
			placeholder: 'e.g. room-a, room-b',
			description: `Codes of ${noun} separated by commas, or a list from an expression`,
			send: {
				in: 'query',
				key: 'codes[]',
				as: (_value, item) => orNothing(filterIn(item, 'filters.codes', 'Codes')),
			},
		},
		{
			displayName: 'IDs',
			name: 'ids',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1, 2, 3',
			description: `IDs of ${noun} separated by commas, or a list from an expression`,
			send: { in: 'query', key: 'id[]', as: (_value, item) => idsIn(item, 'filters.ids', 'IDs') },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			description: searchedIn(`names of ${noun}`),
			send: { in: 'query', key: 'name' },
		},
		{
			displayName: 'Notes',
			name: 'notes',
			type: 'string',
			default: '',
			description: searchedIn(`notes on ${noun}`),
			send: { in: 'query', key: 'notes' },
		},
	];
}

function searchedIn(texts: string): string {
	return `Text to search for in the ${texts}. Room 1 also finds Room 10: to change or delete one, use its code or ID.`;
}

/** Empty text filters nothing. */
function filterIn(item: ItemView, path: string, label: string): string[] {
	return item.read(path) === '' ? [] : entriesIn(item, path, label);
}

function orNothing(entries: string[]): string[] | undefined {
	return entries.length > 0 ? entries : undefined;
}

/** IDs of a filter; throws `InputError` for what is no number, and for an expression that finds none. */
export function idsIn(item: ItemView, path: string, label: string): string[] | undefined {
	const entries = filterIn(item, path, label).map(halfWidth);
	const wrong = entries.find((entry) => !/^\d+$/.test(entry));
	if (wrong === undefined) return orNothing(entries.map((entry) => idOf(entry, 'ID')));
	throw new InputError(
		`"${label}" contains an invalid ID: ${quoteShort(wrong)}`,
		'Use numbers separated by commas',
	);
}

/**
 * The ID of a group that is set or that a filter names. Throws `InputError` for an expression that
 * finds none: it would leave the group, or return all.
 * @param path the parameter in the node
 */
export function groupNumber(
	path: string,
	label: string,
): (value: unknown, item: ItemView) => number | undefined {
	return (value, item) =>
		isChosen(item, path, label) ? numberOf(value, 'facility group') : undefined;
}

/** An ID as the number that the calls for administrators take. */
export function numberOf(chosen: unknown, noun: string): number | undefined {
	if (isBlank(chosen)) return undefined;
	return Number(idOf(chosen, noun));
}

/** IDs as text, as in all other calls; here the service writes some as numbers. */
export function namedRow(body: unknown): Row {
	const row = { ...objectOf(body) };
	for (const key of ['id', 'facilityGroup', 'parentFacilityGroup']) {
		if (typeof row[key] === 'number') row[key] = String(row[key]);
	}
	return { json: row };
}

/**
 * Updates only the chosen values. The service requires name and code, and replaces all names by
 * language: values that were not chosen are read before and sent unchanged.
 */
export async function updateNamed(
	item: ItemView,
	spec: RequestSpec,
	list: { path: string; key: string; id: string; noun: string },
): Promise<Row> {
	const chosen = spec.body ?? {};
	if (Object.keys(chosen).length === 0) {
		throw new InputError(
			'There are no changes to make',
			'Add at least one field under "Update Fields"',
		);
	}
	const complete =
		chosen.name !== undefined && chosen.code !== undefined && chosen.nameLocale === undefined;
	const current = complete ? {} : await readNamed(item, list);
	const body = {
		name: current.name,
		code: current.code,
		...chosen,
		...(chosen.nameLocale !== undefined && {
			nameLocale: {
				...(current.nameLocale as IDataObject | undefined),
				...(chosen.nameLocale as IDataObject),
			},
		}),
	};
	return namedRow(await item.request({ ...spec, body }));
}

async function readNamed(
	item: ItemView,
	{ path, key, id, noun }: { path: string; key: string; id: string; noun: string },
): Promise<IDataObject> {
	const body = await item.request({
		method: 'GET',
		path,
		query: { 'id[]': [id] },
		repeatable: true,
	});
	const found = rowsIn(body, key).find((row) => String(row.id) === id);
	if (found) return found;
	throw new InputError(`No ${noun} with the ID ${id} was found`, 'It may have been deleted');
}
