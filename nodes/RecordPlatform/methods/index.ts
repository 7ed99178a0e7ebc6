import { searchApps } from './listSearch';
import {
	getActions,
	getChoices,
	getConditionFields,
	getOperators,
	getReadableFields,
	getViews,
} from './loadOptions';
import { getFieldsToCreate, getFieldsToUpdate, getFieldsToUpsert } from './resourceMapping';

/** The pickers of the editor, by the names that the catalogue uses. */
export const methods = {
	listSearch: { searchApps },
	loadOptions: {
		getActions,
		getChoices,
		getConditionFields,
		getOperators,
		getReadableFields,
		getViews,
	},
	resourceMapping: { getFieldsToCreate, getFieldsToUpdate, getFieldsToUpsert },
};
