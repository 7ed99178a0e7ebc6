import type { Resource } from '../../shared/catalogue';
import { find } from './record/find';
import { deleteByConditions } from './record/deleteByConditions';
import { updateAssignees, updateStatus, updateStatusOfOne } from './record/process';
import { count, get, getMany, getPermissions } from './record/read';
import { sync } from './record/sync';
import { updateByConditions } from './record/updateByConditions';
import { updateLookups, updateLookupsByConditions } from './record/updateLookups';
import { createWithTable, upsertWithTable } from './record/withTable';
import { create, createOne, remove, update, updateOne, upsert } from './record/write';

export const recordResource: Resource = {
	value: 'record',
	name: 'Record',
	description: 'Records of an app',
	operations: [
		getMany,
		create,
		update,
		upsert,
		get,
		find,
		remove,
		count,
		updateStatus,
		updateAssignees,
		sync,
		createWithTable,
		upsertWithTable,
		updateByConditions,
		deleteByConditions,
		createOne,
		updateOne,
		updateStatusOfOne,
		updateLookups,
		updateLookupsByConditions,
		getPermissions,
	],
};
