export { accountsSchema } from './accounts/schema';
export {
	addAccount,
	findAccountById,
	findAccountByLogin,
	checkPassword,
	listAccounts,
	setLanguage,
	type NewAccount,
} from './accounts/users';
export { addOrganization, listOrganizations, type NewOrganization } from './accounts/organizations';
export { addGroup, everyone, listGroups, type NewGroup } from './accounts/groups';
export {
	changeAccount,
	changeOrganization,
	type ChangedAccount,
	type ChangedOrganization,
} from './accounts/changes';
