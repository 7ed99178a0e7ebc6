import { testAccount } from './credentialTest';
import {
	searchBulletinCategories,
	searchDiscussions,
	searchFacilities,
	searchFacilityGroups,
	searchOrganizations,
	searchSpaces,
	searchTodoCategories,
	searchUsers,
} from './listSearch';

/** The pickers of the editor, by the names that the catalogue uses. */
export const methods = {
	credentialTest: { testAccount },
	listSearch: {
		searchBulletinCategories,
		searchDiscussions,
		searchFacilities,
		searchFacilityGroups,
		searchOrganizations,
		searchSpaces,
		searchTodoCategories,
		searchUsers,
	},
};
