import { testAccount } from './credentialTest';
import { searchApps } from './listSearch';
import * as loadOptions from './loadOptions';
import { getAssignees, searchEntities, searchPeople } from './people';
import {
	getColumnsToAdd,
	getColumnsToUpdate,
	getFieldsToCreate,
	getFieldsToUpdate,
	getFieldsToUpsert,
} from './resourceMapping';

/** The editor's pickers by name. */
export const methods = {
	credentialTest: { testAccount },
	listSearch: { searchApps, searchEntities, searchPeople },
	loadOptions: { ...loadOptions, getAssignees },
	resourceMapping: {
		getColumnsToAdd,
		getColumnsToUpdate,
		getFieldsToCreate,
		getFieldsToUpdate,
		getFieldsToUpsert,
	},
};
