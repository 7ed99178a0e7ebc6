import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter, Resource } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { objectOf } from '../../shared/objects';
import { isBlank, textOf } from '../../shared/input/text';
import { switchParameter, textParameter } from '../../shared/parameters';
import { reading } from '../../shared/request';
import { api } from '../api';
import { rowsIn } from '../values/pages';
import { idOf } from '../values/references';
import { rowWithIds } from '../values/rows';
import { fields } from './event/content';
import { picker, pickerInPath } from './locators';
import { deletion, listRun, paged, verbs } from './operations';
import { rights } from './requirements';
import { checkChanges, chosenTexts } from './text';

/** IDs as text, as in all other responses; here the service gives some as numbers. */
const namedRow = rowWithIds('id', 'facilityGroup', 'parentFacilityGroup');

const getFacilities: Operation = {
	...verbs.getAll,
	...api['schedule.facility.list'],
	action: 'Get many facilities',
	description: 'Get the facilities that you can see',
	parameters: [
		...paged,
		fields('Filters', 'filters', [
			filter('Name', 'name', 'Text to search for in facility names. Room 1 also finds Room 10.'),
		]),
	],
	run: listRun('facilities', namedRow, 'There are no facilities that you can see'),
};

const getFacilitiesByGroup: Operation = {
	...api['schedule.facilityGroup.facilities'],
	value: 'getByGroup',
	name: 'Get Many by Group',
	action: 'Get many facilities of group',
	description: 'Get the facilities of a facility group',
	parameters: [
		pickerInPath('facilityGroup', 'facilityGroupId', 'Group whose facilities to return'),
		...paged,
	],
	run: listRun('facilities', namedRow, 'The group has no direct facilities'),
};

const getGroups: Operation = {
	...verbs.getAll,
	...api['schedule.facilityGroup.list'],
	action: 'Get many facility groups',
	description: 'Get the facility groups that you can see',
	parameters: [...paged],
	run: listRun('facilityGroups', namedRow, 'There are no facility groups that you can see'),
};

/** What administrators manage by the same requests: facilities, and their groups. */
interface Managed {
	/** ID of the operations without their ends. */
	id: 'schedule.adminFacility' | 'schedule.adminFacilityGroup';
	kind: 'facility' | 'facilityGroup';
	noun: 'facility' | 'facility group';
	nouns: string;
	/** Key of the lists. */
	key: 'facilities' | 'facilityGroups';
	/** The group that it belongs to. */
	group: { displayName: string; name: string; description: string };
	filters: Parameter[];
}

function administered(managed: Managed): Operation[] {
	const { id, kind, noun, nouns, key, group, filters } = managed;
	const common = { admin: true, rights: rights.administer };
	const { name, code, further } = naming(noun);
	const groupField = picker('facilityGroup', {
		...group,
		send: { in: 'body', key: group.name, as: groupNumber },
	});
	const chosen = `${kind}Id`;
	const inPath = pickerInPath(kind, chosen, `${noun.replace('f', 'F')} to work with`);
	return [
		{
			...common,
			...verbs.getAllAsAdministrator,
			...api[`${id}.list`],
			action: `Get many ${nouns} as administrator`,
			description: `Get all ${nouns} with their names in each language (administrators only)`,
			parameters: [
				...paged,
				fields('Filters', 'filters', [...namingFilters(noun, nouns), ...filters]),
			],
			run: listRun(key, namedRow, `No ${nouns} found`),
		},
		{
			...common,
			...verbs.create,
			...api[`${id}.create`],
			action: `Create ${noun}`,
			description: `Create a ${noun} (administrators only)`,
			parameters: [
				{ ...name, required: true },
				{ ...code, required: true },
				fields('Additional Fields', 'additionalFields', [groupField, ...further]),
			],
			run: {
				kind: 'perItem',
				concurrencyKey: (_item, { body }) => String(body?.code),
				result: namedRow,
			},
		},
		{
			...common,
			...verbs.update,
			...api[`${id}.update`],
			action: `Update ${noun}`,
			description: `Update a ${noun} (administrators only). Other values stay unchanged.`,
			parameters: [
				inPath,
				fields('Update Fields', 'updateFields', [name, code, groupField, ...further]),
			],
			run: {
				kind: 'custom',
				// The service requires name and code, and replaces the names of all languages.
				run: async (item, spec) => {
					const chosen = spec.body ?? {};
					checkChanges(chosen);
					const { name, code, nameLocale: names } = chosen;
					const isComplete = name !== undefined && code !== undefined && names === undefined;
					const current = isComplete ? {} : await readNamed(item, managed);
					const nameLocale = { ...objectOf(current.nameLocale), ...objectOf(names) };
					const required = { name: current.name, code: current.code };
					const body = { ...required, ...chosen, ...(names && { nameLocale }) };
					return namedRow(await item.request({ ...spec, body }));
				},
			},
		},
		{
			...common,
			...verbs.delete,
			...api[`${id}.delete`],
			action: `Delete ${noun}`,
			description: `Delete a ${noun} (administrators only)${kind === 'facility' ? '. Check the events that reserve it first.' : ''}`,
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

/** The fields of something new or changed. */
function naming(noun: string): { name: Parameter; code: Parameter; further: Parameter[] } {
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
		further: [
			{
				...fields(
					'Names by Language',
					'nameLocale',
					languages.map(([displayName, name]) => textParameter({ displayName, name })),
				),
				placeholder: 'Add Language',
				description: `Names of the ${noun} in other languages`,
				send: { in: 'body', key: 'nameLocale', as: chosenTexts },
			},
			textParameter({
				displayName: 'Notes',
				name: 'notes',
				typeOptions: { rows: 3 },
				description: `Notes on the ${noun}`,
				send: { in: 'body', key: 'notes', keepEmpty: true },
			}),
		],
	};
}

function filter(displayName: string, name: string, description: string): Parameter {
	return textParameter({ displayName, name, description, send: { in: 'query', key: name } });
}

/** Filters of the lists for administrators. */
function namingFilters(noun: string, nouns: string): Parameter[] {
	const searched = (displayName: string, name: string, texts: string) =>
		filter(
			displayName,
			name,
			`Text to search for in the ${texts}. Room 1 also finds Room 10: to change or delete one, use its code or ID.`,
		);
	return [
		...languages.map(([displayName, , name]) =>
			searched(displayName, name, `names of ${nouns} in this language`),
		),
		{
			...filter(
				'Codes',
				'codes',
				`Codes of ${nouns} separated by commas, or a list from an expression`,
			),
			holds: 'codes',
			role: 'selects',
			placeholder: 'e.g. room-a, room-b',
			send: { in: 'query', key: 'codes[]' },
		},
		{
			...filter('IDs', 'ids', `IDs of ${nouns} separated by commas, or a list from an expression`),
			holds: 'ids',
			role: 'selects',
			placeholder: 'e.g. 1, 2, 3',
			send: { in: 'query', key: 'id[]', as: eachOf((id) => idOf(id, noun)) },
		},
		searched('Name', 'name', `names of ${nouns}`),
		searched('Notes', 'notes', `notes on ${nouns}`),
	];
}

/** Converts a list of a filter entry by entry; an empty one is left out. */
function eachOf(convert: (entry: unknown) => string): (value: unknown) => string[] | undefined {
	return (value) => {
		const entries = value as unknown[];
		return entries.length > 0 ? entries.map(convert) : undefined;
	};
}

const groupId = (chosen: unknown) => idOf(chosen, 'facility group');

/** A group as the number that these requests take; undefined where none is chosen. */
const groupNumber = (chosen: unknown) => (isBlank(chosen) ? undefined : Number(groupId(chosen)));

async function readNamed(item: ItemContext, managed: Managed): Promise<IDataObject> {
	const { id: operation, kind, key, noun } = managed;
	const id = idOf(item.read(`${kind}Id`), noun);
	const body = await item.request(
		reading(api[`${operation}.list`].path, { query: { 'id[]': [id] } }),
	);
	const found = rowsIn(body, key).find((row) => String(row.id) === id);
	if (found) return found;
	throw new InputError(`No ${noun} with the ID ${id} was found`, 'It may have been deleted');
}

/** Filters of facility groups only. */
const groupFilters: Parameter[] = [
	{
		...filter(
			'Child Group IDs',
			'childFacilityGroups',
			'Return only the direct parents of these groups. Separate several IDs with commas.',
		),
		holds: 'ids',
		role: 'selects',
		placeholder: 'e.g. 4, 5',
		send: { in: 'query', key: 'childFacilityGroups[]', as: eachOf(groupId) },
	},
	switchParameter({
		displayName: 'Top Level Only',
		name: 'top',
		description: 'Whether to return only groups without a parent group',
		send: { in: 'query', key: 'top', as: (value) => (value === true ? 1 : undefined) },
	}),
	picker('facilityGroup', {
		displayName: 'Parent Group',
		name: 'parentFacilityGroup',
		role: 'selects',
		description: 'Return only the direct children of this group',
		send: { in: 'query', key: 'parentFacilityGroups', as: groupNumber },
	}),
];

export const facilityResources: Resource[] = [
	{
		value: 'facility',
		name: 'Facility',
		description: 'Rooms and equipment',
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
						role: 'selects',
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
	},
	{
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
	},
];
