/** Sign-in kinds of the calls (facts: authentication). */
export const ANY_SIGN_IN = ['Password', 'OAuth2'];

/** Of messages and spaces no OAuth2 scope is known. */
export const PASSWORD_SIGN_IN = ['Password'];

/** What the caller must be allowed to do (facts: operations, rights). */
export const rights = {
	view: 'the right to view the event',
	add: 'the right to add events',
	change: 'the right to change the event',
	remove: 'the right to delete the event',
	administer: 'system administrator, or administrator of the scheduler',
	administerSpaces: 'system administrator, or administrator of the spaces',
	administerWorkflow: 'administrator of the workflow',
	changePresence: 'the right to change the presence of that user',
	notify: 'the right to use the application that notifies',
	readNotifications: 'the right to use the applications that notify',
	readPlugins: 'system administrator, or administrator of the scheduler',
};

/** The same where the pages of the service do not show it (facts: operations, inferred). */
export const probableRights = {
	administerForms: 'probably system administrator, or administrator of the workflow',
	administerMessages: 'probably system administrator, or administrator of the messages',
	administerSettings: 'probably system administrator',
	administerSpaces: 'probably system administrator, or administrator of the spaces',
	readMessage: 'probably to be the sender or a recipient of the message',
	readSpace: 'probably to be a member of the space, or that the space is public',
	writeInSpace: 'probably to be a member of the space',
};
