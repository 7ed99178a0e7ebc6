import type { IDataObject } from 'n8n-workflow';

import type {
	ItemView,
	Operation,
	Parameter,
	RequestSpec,
	Resource,
	Row,
} from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { objectOf } from '../../shared/objects';
import { isBlank } from '../../shared/input/blank';
import { collectionParameter, switchParameter, textParameter } from '../../shared/parameters';
import { textOf } from '../../shared/text';
import { rowsIn } from '../values/pages';
import { idOf } from '../values/references';
import { fields } from './event/content';
import { picker } from './locators';
import { deletion, listRun, paged, verbs } from './operations';
import { rights } from './requirements';
import { checkChanges, choicesOf, chosenTexts } from './text';

const getFacilities: Operation = {
	...verbs.getAll,
	id: 'schedule.facility.list',
	action: 'Get many facilities',
	description: 'Get the facilities that you can see',
	path: '/api/v1/schedule/facilities',
	since: '5.0',
	parameters: [
		...paged,
		fields('Filters', 'filters', [
			textParameter({
				displayName: 'Name',
				name: 'name',
				description: 'Text to search for in facility names. Room 1 also finds Room 10.',
				send: { in: 'query', key: 'name' },
			}),
		]),
	],
	run: listRun('facilities', namedRow, 'There are no facilities that you can see'),
};

const getFacilitiesByGroup: Operation = {
	id: 'schedule.facilityGroup.facilities',
	value: 'getByGroup',
	name: 'Get Many by Group',
	action: 'Get many facilities of group',
	description: 'Get the facilities of a facility group',
	method: 'GET',
	path: '/api/v1/schedule/facilityGroups/{facilityGroupId}/facilities',
	since: '5.0',
	parameters: [
		picker('facilityGroup', {
			name: 'facilityGroupId',
			required: true,
			description: 'Group whose facilities to return',
			send: { in: 'path', key: 'facilityGroupId', as: (value) => idOf(value, 'facility group') },
		}),
		...paged,
	],
	run: listRun('facilities', namedRow, 'The group has no direct facilities'),
};

const getGroups: Operation = {
	...verbs.getAll,
	id: 'schedule.facilityGroup.list',
	action: 'Get many facility groups',
	description: 'Get the facility groups that you can see',
	path: '/api/v1/schedule/facilityGroups',
	since: '5.0',
	parameters: [...paged],
	run: listRun('facilityGroups', namedRow, 'There are no facility groups that you can see'),
};

/** What administrators manage by the same requests: facilities, and their groups. */
interface Managed {
	/** ID of the operations without their ends. */
	id: string;
	kind: 'facility' | 'facilityGroup';
	noun: string;
	nouns: string;
	/** Key of the lists, and name of the path. */
	key: 'facilities' | 'facilityGroups';
	/** The group that it belongs to. */
	group: { displayName: string; name: string; description: string };
	filters: Parameter[];
}

function administered({ id, kind, noun, nouns, key, group, filters }: Managed): Operation[] {
	const path = `/api/v1/schedule/admin/${key}`;
	const common = { since: '5.15', rights: rights.administer };
	const { name, code } = naming(noun);
	const further = [
		picker('facilityGroup', {
			...group,
			send: { in: 'body', key: group.name, as: groupNumber },
		}),
		...furtherNaming(noun),
	];
	const chosen = `${kind}Id`;
	const inPath = picker(kind, {
		name: chosen,
		required: true,
		description: `${kind === 'facility' ? 'Facility' : 'Facility group'} to work with`,
		send: { in: 'path', key: chosen, as: (value) => idOf(value, noun) },
	});
	return [
		{
			...common,
			...verbs.getAllAsAdministrator,
			id: `${id}.list`,
			action: `Get many ${nouns} as administrator`,
			description: `Get all ${nouns} with their names in each language (administrators only)`,
			path,
			parameters: [
				...paged,
				fields('Filters', 'filters', [...namingFilters(noun, nouns), ...filters]),
			],
			run: listRun(key, namedRow, `No ${nouns} found`),
		},
		{
			...common,
			...verbs.create,
			id: `${id}.create`,
			action: `Create ${noun}`,
			description: `Create a ${noun} (administrators only)`,
			path,
			parameters: [
				{ ...name, required: true },
				{ ...code, required: true },
				fields('Additional Fields', 'additionalFields', further),
			],
			run: { kind: 'perItem', target: (_item, { body }) => String(body?.code), result: namedRow },
		},
		{
			...common,
			...verbs.update,
			id: `${id}.update`,
			action: `Update ${noun}`,
			description: `Update a ${noun} (administrators only). Other values stay unchanged.`,
			path: `${path}/{${chosen}}`,
			parameters: [inPath, fields('Update Fields', 'updateFields', [name, code, ...further])],
			run: {
				kind: 'custom',
				run: async (item, spec) =>
					await updateNamed(item, spec, { path, key, id: idOf(item.read(chosen), noun), noun }),
			},
		},
		{
			...common,
			...verbs.delete,
			id: `${id}.delete`,
			action: `Delete ${noun}`,
			description: `Delete a ${noun} (administrators only)${kind === 'facility' ? '. Check the events that reserve it first.' : ''}`,
			path: `${path}/{${chosen}}`,
			parameters: [inPath],
			run: deletion(chosen, noun),
		},
	];
}

const languages: Array<[displayName: string, name: string, filter: string]> = [
	['Chinese (Simplified) Name', 'zh', 'nameLocaleZh'],
	['Chinese (Traditional) Name', 'zh-tw', 'nameLocaleZhTw'],
	['English Name', 'en', 'nameLocaleEn'],
	['Japanese Name', 'ja', 'nameLocaleJa'],
];

/** Name, code and notes of something new or changed. */
function naming(noun: string): Record<'name' | 'code', Parameter> {
	return {
		name: textParameter({
			displayName: 'Name',
			name: 'name',
			description: `Name of the ${noun}, also used in languages for which no name is set`,
			send: { in: 'body', key: 'name' },
		}),
		code: textParameter({
			displayName: 'Code',
			name: 'code',
			description: `Unique code of the ${noun}`,
			// Without blanks around it, as it is read where a facility is chosen by its code.
			send: { in: 'body', key: 'code', as: (value) => textOf(value, 'Code').trim() || undefined },
		}),
	};
}

/** Notes, and the names per language. */
function furtherNaming(noun: string): Parameter[] {
	return [
		collectionParameter({
			displayName: 'Names by Language',
			name: 'nameLocale',
			placeholder: 'Add Language',
			description: `Names of the ${noun} in other languages`,
			options: languages.map(([displayName, name]) =>
				textParameter({
					displayName,
					name,
				}),
			),
			send: { in: 'body', key: 'nameLocale', as: chosenTexts },
		}),
		textParameter({
			displayName: 'Notes',
			name: 'notes',
			typeOptions: { rows: 3 },
			description: `Notes on the ${noun}`,
			send: { in: 'body', key: 'notes', keepEmpty: true },
		}),
	];
}

/** Filters of the lists for administrators. */
function namingFilters(noun: string, nouns: string): Parameter[] {
	return [
		...languages.map(([displayName, , filter]): Parameter =>
			textParameter({
				displayName,
				name: filter,
				description: searchedIn(`names of ${nouns} in this language`),
				send: { in: 'query', key: filter },
			}),
		),
		textParameter({
			displayName: 'Codes',
			name: 'codes',
			placeholder: 'e.g. room-a, room-b',
			description: `Codes of ${nouns} separated by commas, or a list from an expression`,
			send: {
				in: 'query',
				key: 'codes[]',
				as: (value) => orNothing(choicesOf(value)),
			},
		}),
		textParameter({
			displayName: 'IDs',
			name: 'ids',
			placeholder: 'e.g. 1, 2, 3',
			description: `IDs of ${nouns} separated by commas, or a list from an expression`,
			send: { in: 'query', key: 'id[]', as: idsIn(noun) },
		}),
		textParameter({
			displayName: 'Name',
			name: 'name',
			description: searchedIn(`names of ${nouns}`),
			send: { in: 'query', key: 'name' },
		}),
		textParameter({
			displayName: 'Notes',
			name: 'notes',
			description: searchedIn(`notes on ${nouns}`),
			send: { in: 'query', key: 'notes' },
		}),
	];
}

function searchedIn(texts: string): string {
	return `Text to search for in the ${texts}. Room 1 also finds Room 10: to change or delete one, use its code or ID.`;
}

function orNothing(entries: string[]): string[] | undefined {
	return entries.length > 0 ? entries : undefined;
}

/** IDs of a filter. Throws `InputError` for what is no number. */
function idsIn(noun: string): (value: unknown) => string[] | undefined {
	return (value) => orNothing(choicesOf(value).map((entry) => idOf(entry, noun)));
}

/** A group as the number that these requests take; undefined where none is chosen. */
function groupNumber(chosen: unknown): number | undefined {
	return isBlank(chosen) ? undefined : Number(idOf(chosen, 'facility group'));
}

/** IDs as text, as in all other calls; here the service writes some as numbers. */
function namedRow(body: unknown): Row {
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
async function updateNamed(
	item: ItemView,
	spec: RequestSpec,
	list: { path: string; key: string; id: string; noun: string },
): Promise<Row> {
	const chosen = spec.body ?? {};
	checkChanges(chosen);
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

export const facilityResource: Resource = {
	value: 'facility',
	name: 'Facility',
	description: 'Rooms and equipment that can be reserved for events',
	operations: [
		getFacilities,
		getFacilitiesByGroup,
		...administered({
			id: 'schedule.adminFacility',
			kind: 'facility',
			noun: 'facility',
			nouns: 'facilities',
			key: 'facilities',
			group: {
				displayName: 'Facility Group',
				name: 'facilityGroup',
				description: 'Group of the facility',
			},
			filters: [
				picker('facilityGroup', {
					description: 'Group whose facilities to return',
					send: {
						in: 'query',
						key: 'facilityGroup[]',
						as: (value) => (isBlank(value) ? undefined : [groupNumber(value)]),
					},
				}),
			],
		}),
	],
};

/** Filters of facility groups only. */
const groupFilters: Parameter[] = [
	textParameter({
		displayName: 'Child Group IDs',
		name: 'childFacilityGroups',
		placeholder: 'e.g. 4, 5',
		description:
			'Return only the direct parents of these groups. Separate several IDs with commas.',
		send: {
			in: 'query',
			key: 'childFacilityGroups[]',
			as: idsIn('facility group'),
		},
	}),
	switchParameter({
		displayName: 'Top Level Only',
		name: 'top',
		description: 'Whether to return only groups without a parent group',
		send: {
			in: 'query',
			key: 'top',
			as: (value) => (value === true ? 1 : undefined),
		},
	}),
	picker('facilityGroup', {
		displayName: 'Parent Group',
		name: 'parentFacilityGroup',
		description: 'Return only the direct children of this group',
		send: {
			in: 'query',
			key: 'parentFacilityGroups',
			as: groupNumber,
		},
	}),
];

export const facilityGroupResource: Resource = {
	value: 'facilityGroup',
	name: 'Facility Group',
	description: 'Groups of facilities',
	operations: [
		getGroups,
		...administered({
			id: 'schedule.adminFacilityGroup',
			kind: 'facilityGroup',
			noun: 'facility group',
			nouns: 'facility groups',
			key: 'facilityGroups',
			group: {
				displayName: 'Parent Group',
				name: 'parentFacilityGroup',
				description: 'Parent group of this group',
			},
			filters: groupFilters,
		}),
	],
};
