import {
	searchFacilities,
	searchFacilityGroups,
	searchOrganizations,
	searchUsers,
} from './listSearch';

/** The pickers of the editor, by the names that the catalogue uses. */
export const methods = {
	listSearch: { searchFacilities, searchFacilityGroups, searchOrganizations, searchUsers },
};
