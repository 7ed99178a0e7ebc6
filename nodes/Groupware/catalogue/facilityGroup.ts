import type { Operation, Resource } from '../../shared/catalogue';
import { idOf } from '../values/references';
import { fields } from './event/content';
import { picker } from './locators';
import {
	changedNaming,
	furtherNaming,
	groupNumber,
	idsIn,
	namedRow,
	naming,
	namingFilters,
	updateNamed,
} from './naming';
import { limit, listRun, returnAll } from './paging';
import { ANY_SIGN_IN, rights } from './requirements';

const ADMINISTRATOR_PATH = '/api/v1/schedule/admin/facilityGroups';

const administrator = { since: '5.15', rights: rights.administer, signIn: ANY_SIGN_IN };

const { name, code } = naming('facility group');
const changed = changedNaming('facility group');

const groupInPath = picker('facilityGroup', {
	name: 'facilityGroupId',
	required: true,
	description: 'Facility group to work with',
	send: { in: 'path', key: 'facilityGroupId', as: (value) => idOf(value, 'facility group') },
});

const parent = picker('facilityGroup', {
	displayName: 'Parent Group',
	name: 'parentFacilityGroup',
	description: 'Parent group of this group',
	send: {
		in: 'body',
		key: 'parentFacilityGroup',
		as: groupNumber('additionalFields.parentFacilityGroup', 'Parent Group'),
	},
});

const getMany: Operation = {
	id: 'schedule.facilityGroup.list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many facility groups',
	description: 'Get the facility groups that you can see',
	method: 'GET',
	path: '/api/v1/schedule/facilityGroups',
	since: '5.0',
	signIn: ANY_SIGN_IN,
	parameters: [returnAll, limit],
	run: listRun('facilityGroups', namedRow, 'There are no facility groups that you can see'),
};

const getAsAdministrator: Operation = {
	...administrator,
	id: 'schedule.adminFacilityGroup.list',
	value: 'getAllAsAdministrator',
	name: 'Get Many (Administrator)',
	action: 'Get many facility groups as administrator',
	description: 'Get all facility groups with their names in each language (administrators only)',
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
				description:
					'Return only the direct parents of these groups. Separate several IDs with commas.',
				send: {
					in: 'query',
					key: 'childFacilityGroups[]',
					as: (_value, item) => idsIn(item, 'filters.childFacilityGroups', 'Child Group IDs'),
				},
			},
			{
				displayName: 'Top Level Only',
				name: 'top',
				type: 'boolean',
				default: false,
				description: 'Whether to return only groups without a parent group',
				send: {
					in: 'query',
					key: 'top',
					as: (value) => (value === true ? 1 : undefined),
				},
			},
			picker('facilityGroup', {
				displayName: 'Parent Group',
				name: 'parentFacilityGroup',
				description: 'Return only the direct children of this group',
				send: {
					in: 'query',
					key: 'parentFacilityGroups',
					as: groupNumber('filters.parentFacilityGroup', 'Parent Group'),
				},
			}),
		]),
	],
	run: listRun('facilityGroups', namedRow, 'No facility groups found'),
};

const create: Operation = {
	...administrator,
	id: 'schedule.adminFacilityGroup.create',
	value: 'create',
	name: 'Create',
	action: 'Create facility group',
	description: 'Create a facility group (administrators only)',
	method: 'POST',
	answer: ['id'],
	path: ADMINISTRATOR_PATH,
	parameters: [
		{ ...name, required: true },
		{ ...code, required: true },
		fields('Additional Fields', 'additionalFields', [parent, ...furtherNaming('facility group')]),
	],
	run: { kind: 'perItem', target: (_item, { body }) => String(body?.code), result: namedRow },
};

const update: Operation = {
	...administrator,
	id: 'schedule.adminFacilityGroup.update',
	value: 'update',
	name: 'Update',
	action: 'Update facility group',
	description: 'Update a facility group (administrators only). Other values stay unchanged.',
	method: 'PATCH',
	answer: ['id'],
	path: `${ADMINISTRATOR_PATH}/{facilityGroupId}`,
	parameters: [
		groupInPath,
		fields('Update Fields', 'updateFields', [
			changed.name,
			changed.code,
			{
				...parent,
				send: {
					in: 'body',
					key: 'parentFacilityGroup',
					as: groupNumber('updateFields.parentFacilityGroup', 'Parent Group'),
				},
			},
			...furtherNaming('facility group'),
		]),
	],
	run: {
		kind: 'custom',
		run: async (item, spec) =>
			await updateNamed(item, spec, {
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
	description: 'Delete a facility group (administrators only)',
	method: 'DELETE',
	path: `${ADMINISTRATOR_PATH}/{facilityGroupId}`,
	reply: 'none',
	parameters: [groupInPath],
	run: {
		kind: 'perItem',
		result: (_body, item) => ({
			json: { deleted: true, id: idOf(item.read('facilityGroupId'), 'facility group') },
		}),
	},
};

export const facilityGroupResource: Resource = {
	value: 'facilityGroup',
	name: 'Facility Group',
	description: 'Groups of facilities',
	first: getMany.value,
	operations: [getMany, getAsAdministrator, create, update, remove],
};
