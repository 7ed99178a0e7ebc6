import type { Operation, Resource } from '../../shared/catalogue';
import { idOf } from '../values/references';
import { fields } from './event/content';
import { picker } from './locators';
import {
	furtherNaming,
	idsOf,
	namedRow,
	naming,
	namingFilters,
	numberOf,
	updateNamed,
} from './naming';
import { limit, listRun, returnAll } from './paging';
import { ANY_SIGN_IN, rights } from './signIn';

const ADMINISTRATOR_PATH = '/api/v1/schedule/admin/facilityGroups';

const administrator = { since: '5.15', rights: rights.administer, signIn: ANY_SIGN_IN };

const { name, code } = naming('facility group');

const groupInPath = picker('facilityGroup', {
	name: 'facilityGroupId',
	required: true,
	description: 'The facility group to work with',
	send: { in: 'path', key: 'facilityGroupId', as: (value) => idOf(value, 'facility group') },
});

const parent = picker('facilityGroup', {
	displayName: 'Parent Group',
	name: 'parentFacilityGroup',
	description: 'The group above this one',
	send: {
		in: 'body',
		key: 'parentFacilityGroup',
		as: (value) => numberOf(value, 'facility group'),
	},
});

const getMany: Operation = {
	id: 'schedule.facilityGroup.list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many facility groups',
	description: 'List the facility groups that this account may see',
	method: 'GET',
	path: '/api/v1/schedule/facilityGroups',
	since: '5.0',
	signIn: ANY_SIGN_IN,
	parameters: [returnAll, limit],
	run: listRun('facilityGroups', namedRow, 'There is no facility group that this account may see'),
};

const getAsAdministrator: Operation = {
	...administrator,
	id: 'schedule.adminFacilityGroup.list',
	value: 'getAllAsAdministrator',
	name: 'Get Many (Administrator)',
	action: 'Get many facility groups as administrator',
	description: 'List all facility groups with their names per language',
	method: 'GET',
	path: ADMINISTRATOR_PATH,
	parameters: [
		returnAll,
		limit,
		fields('Filters', 'filters', [
			...namingFilters('facility groups'),
			{
				displayName: 'Child Group IDs',
				name: 'childFacilityGroups',
				type: 'string',
				default: '',
				placeholder: 'e.g. 4, 5',
				description: 'IDs of groups directly below those to return, separated by commas',
				send: {
					in: 'query',
					key: 'childFacilityGroups[]',
					as: (value) => idsOf(value, 'Child Group IDs'),
				},
			},
			{
				displayName: 'First Level Only',
				name: 'top',
				type: 'boolean',
				default: false,
				description: 'Whether to return only groups that have no parent',
				send: { in: 'query', key: 'top', as: (value) => (value === true ? 1 : undefined) },
			},
			picker('facilityGroup', {
				displayName: 'Parent Group',
				name: 'parentFacilityGroup',
				description: 'The group directly above those to return',
				send: {
					in: 'query',
					key: 'parentFacilityGroups',
					as: (value) => numberOf(value, 'facility group'),
				},
			}),
		]),
	],
	run: listRun('facilityGroups', namedRow, 'No facility group matches'),
};

const create: Operation = {
	...administrator,
	id: 'schedule.adminFacilityGroup.create',
	value: 'create',
	name: 'Create',
	action: 'Create facility group',
	description: 'Register a facility group, as administrator',
	method: 'POST',
	answer: ['id'],
	path: ADMINISTRATOR_PATH,
	parameters: [
		{ ...name, required: true },
		{ ...code, required: true },
		fields('Additional Fields', 'additionalFields', [parent, ...furtherNaming('facility group')]),
	],
	run: { kind: 'each', target: (_item, { body }) => String(body?.code), result: namedRow },
};

const update: Operation = {
	...administrator,
	id: 'schedule.adminFacilityGroup.update',
	value: 'update',
	name: 'Update',
	action: 'Update facility group',
	description: 'Change a facility group, as administrator. What is not named stays as it is.',
	method: 'PATCH',
	answer: ['id'],
	path: `${ADMINISTRATOR_PATH}/{facilityGroupId}`,
	parameters: [
		groupInPath,
		fields('Update Fields', 'updateFields', [
			name,
			code,
			parent,
			...furtherNaming('facility group'),
		]),
	],
	run: {
		kind: 'own',
		run: async (item, draft) =>
			await updateNamed(item, draft, {
				path: ADMINISTRATOR_PATH,
				key: 'facilityGroups',
				id: idOf(item.read('facilityGroupId'), 'facility group'),
				noun: 'facility group',
			}),
	},
};

const remove: Operation = {
	...administrator,
	id: 'schedule.adminFacilityGroup.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete facility group',
	description: 'Delete a facility group, as administrator',
	method: 'DELETE',
	path: `${ADMINISTRATOR_PATH}/{facilityGroupId}`,
	reply: 'none',
	parameters: [groupInPath],
	run: {
		kind: 'each',
		result: (_body, item) => ({
			json: { deleted: true, id: idOf(item.read('facilityGroupId'), 'facility group') },
		}),
	},
};

export const facilityGroupResource: Resource = {
	value: 'facilityGroup',
	name: 'Facility Group',
	description: 'Groups that facilities are sorted into',
	first: getMany.value,
	operations: [getMany, getAsAdministrator, create, update, remove],
};
