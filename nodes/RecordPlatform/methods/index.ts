import { searchApps } from './listSearch';
import { getActions, getConditionFields, getReadableFields } from './loadOptions';
import { getFieldsToCreate, getFieldsToUpdate, getFieldsToUpsert } from './resourceMapping';

/** The pickers of the editor, by the names that the catalogue uses. */
export const methods = {
	listSearch: { searchApps },
	loadOptions: { getActions, getConditionFields, getReadableFields },
	resourceMapping: { getFieldsToCreate, getFieldsToUpdate, getFieldsToUpsert },
};
