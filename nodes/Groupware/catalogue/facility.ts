import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { idOf } from '../values/references';
import { fields } from './event/content';
import { picker } from './locators';
import {
	changedNaming,
	furtherNaming,
	groupNumber,
	namedRow,
	naming,
	namingFilters,
	updateNamed,
} from './naming';
import { limit, listRun, returnAll } from './paging';
import { ANY_SIGN_IN, rights } from './requirements';

const ADMINISTRATOR_PATH = '/api/v1/schedule/admin/facilities';

const administrator = { since: '5.15', rights: rights.administer, signIn: ANY_SIGN_IN };

const { name, code } = naming('facility');
const changed = changedNaming('facility');

const facilityInPath = picker('facility', {
	name: 'facilityId',
	required: true,
	description: 'Facility to work with',
	send: { in: 'path', key: 'facilityId', as: (value) => idOf(value, 'facility') },
});

const group = picker('facilityGroup', {
	description: 'Group of the facility',
	send: {
		in: 'body',
		key: 'facilityGroup',
		as: groupNumber('additionalFields.facilityGroup', 'Facility Group'),
	},
});

const getMany: Operation = {
	id: 'schedule.facility.list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many facilities',
	description: 'Get the facilities that you can see',
	method: 'GET',
	path: '/api/v1/schedule/facilities',
	since: '5.0',
	signIn: ANY_SIGN_IN,
	parameters: [
		returnAll,
		limit,
		fields('Filters', 'filters', [
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'Text to search for in facility names. Room 1 also finds Room 10.',
				send: { in: 'query', key: 'name' },
			},
		]),
	],
	run: listRun('facilities', namedRow, 'There are no facilities that you can see'),
};

const getByGroup: Operation = {
	id: 'schedule.facilityGroup.facilities',
	value: 'getByGroup',
	name: 'Get Many by Group',
	action: 'Get many facilities of group',
	description: 'Get the facilities of a facility group',
	method: 'GET',
	path: '/api/v1/schedule/facilityGroups/{facilityGroupId}/facilities',
	since: '5.0',
	signIn: ANY_SIGN_IN,
	parameters: [
		picker('facilityGroup', {
			name: 'facilityGroupId',
			required: true,
			description: 'Group whose facilities to return',
			send: { in: 'path', key: 'facilityGroupId', as: (value) => idOf(value, 'facility group') },
		}),
		returnAll,
		limit,
	],
	run: listRun('facilities', namedRow, 'The group has no direct facilities'),
};

const groupFilter: Parameter = picker('facilityGroup', {
	description: 'Group whose facilities to return',
	send: {
		in: 'query',
		key: 'facilityGroup[]',
		as: (value, item) => {
			const id = groupNumber('filters.facilityGroup', 'Facility Group')(value, item);
			return id === undefined ? undefined : [id];
		},
	},
});

const getAsAdministrator: Operation = {
	...administrator,
	id: 'schedule.adminFacility.list',
	value: 'getAllAsAdministrator',
	name: 'Get Many (Administrator)',
	action: 'Get many facilities as administrator',
	description: 'Get all facilities with their names in each language (administrators only)',
	method: 'GET',
	path: ADMINISTRATOR_PATH,
	parameters: [
		returnAll,
		limit,
		fields('Filters', 'filters', [...namingFilters('facilities'), groupFilter]),
	],
	run: listRun('facilities', namedRow, 'No facilities found'),
};

const create: Operation = {
	...administrator,
	id: 'schedule.adminFacility.create',
	value: 'create',
	name: 'Create',
	action: 'Create facility',
	description: 'Create a facility (administrators only)',
	method: 'POST',
	answer: ['id'],
	path: ADMINISTRATOR_PATH,
	parameters: [
		{ ...name, required: true },
		{ ...code, required: true },
		fields('Additional Fields', 'additionalFields', [group, ...furtherNaming('facility')]),
	],
	run: { kind: 'perItem', target: (_item, { body }) => String(body?.code), result: namedRow },
};

const update: Operation = {
	...administrator,
	id: 'schedule.adminFacility.update',
	value: 'update',
	name: 'Update',
	action: 'Update facility',
	description: 'Update a facility (administrators only). Other values stay unchanged.',
	method: 'PATCH',
	answer: ['id'],
	path: `${ADMINISTRATOR_PATH}/{facilityId}`,
	parameters: [
		facilityInPath,
		fields('Update Fields', 'updateFields', [
			changed.name,
			changed.code,
			{
				...group,
				send: {
					in: 'body',
					key: 'facilityGroup',
					as: groupNumber('updateFields.facilityGroup', 'Facility Group'),
				},
			},
			...furtherNaming('facility'),
		]),
	],
	run: {
		kind: 'custom',
		run: async (item, spec) =>
			await updateNamed(item, spec, {
				path: ADMINISTRATOR_PATH,
				key: 'facilities',
				id: idOf(item.read('facilityId'), 'facility'),
				noun: 'facility',
			}),
	},
};

const remove: Operation = {
	...administrator,
	id: 'schedule.adminFacility.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete facility',
	description: 'Delete a facility (administrators only). Check the events that reserve it first.',
	method: 'DELETE',
	path: `${ADMINISTRATOR_PATH}/{facilityId}`,
	reply: 'none',
	parameters: [facilityInPath],
	run: {
		kind: 'perItem',
		result: (_body, item) => ({
			json: { deleted: true, id: idOf(item.read('facilityId'), 'facility') },
		}),
	},
};

export const facilityResource: Resource = {
	value: 'facility',
	name: 'Facility',
	description: 'Rooms and equipment that can be reserved for events',
	first: getMany.value,
	operations: [getMany, getByGroup, getAsAdministrator, create, update, remove],
};
