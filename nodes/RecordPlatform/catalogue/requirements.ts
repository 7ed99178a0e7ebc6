/** For requests about the whole service. */
export const byAdministrators = { rights: 'permission to administer the service' };

export const rights = {
	view: 'permission to view the app, its records, and fields',
	add: 'permission to add records and to edit each field that is set',
	edit: 'permission to edit the records and each field that is changed',
	upsert: 'permission to add and to edit records, and to edit each field that is set',
	remove: 'permission to delete records',
	sync: 'permission to view, add, and edit records, to edit each field that is set, and to delete records if "Delete Other Records" is on',
	manage: 'permission to manage the app',
	readSettings: 'permission to view or add records; for the test environment, to manage the app',
	process:
		'permission to view the record, which must have no assignee or be assigned to the signed-in user (API tokens act as the user Administrator)',
};
