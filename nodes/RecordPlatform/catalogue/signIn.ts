/** Sign-in kinds of the calls that take all of them (facts: operations, auth). */
export const ANY_SIGN_IN = ['Password', 'API token', 'OAuth2'];

/** Calls whose pages do not name OAuth2. */
export const NO_OAUTH2 = ['Password', 'API token'];

/** Calls that take neither API tokens nor OAuth2. */
export const PASSWORD_ONLY = ['Password'];

/** What the caller must be allowed to do (facts: operations, permission). */
export const rights = {
	view: 'permission to view the app, its records and fields',
	add: 'permission to add records and to edit each field that is set',
	edit: 'permission to edit the records and each field that is changed',
	upsert: 'permission to add and to edit records, and to edit each field that is set',
	remove: 'permission to delete records',
	sync: 'permission to view, add and edit records and to edit each field that is set; to delete records where others are deleted',
	manage: 'permission to manage the app',
	readSettings: 'permission to view or add records; for the test environment, to manage the app',
	process:
		'permission to view the record, which must have no assignee or the caller among its assignees; an API token counts as the user Administrator',
};
