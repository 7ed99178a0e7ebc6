import { testAccount } from './credentialTest';
import { getFileFields, getTargetFileFields } from './files';
import { searchApps } from './listSearch';
import {
	getActions,
	getChoices,
	getConditionFields,
	getSortFields,
	getFieldsToDelete,
	getLookups,
	getOperators,
	getReadableFields,
	getViews,
} from './loadOptions';
import { getAssignees, searchEntities, searchPeople } from './people';
import { getFieldsToCreate, getFieldsToUpdate, getFieldsToUpsert } from './resourceMapping';
import {
	getColumnsToAdd,
	getColumnsToUpdate,
	getKeyFields,
	getRowKeys,
	getRowKeysOfTables,
	getTableColumns,
	getTables,
} from './tables';

/** The editor's pickers by name. */
export const methods = {
	credentialTest: { testAccount },
	listSearch: { searchApps, searchEntities, searchPeople },
	loadOptions: {
		getActions,
		getAssignees,
		getChoices,
		getConditionFields,
		getSortFields,
		getFieldsToDelete,
		getFileFields,
		getLookups,
		getKeyFields,
		getOperators,
		getReadableFields,
		getRowKeys,
		getRowKeysOfTables,
		getTableColumns,
		getTables,
		getTargetFileFields,
		getViews,
	},
	resourceMapping: {
		getColumnsToAdd,
		getColumnsToUpdate,
		getFieldsToCreate,
		getFieldsToUpdate,
		getFieldsToUpsert,
	},
};
