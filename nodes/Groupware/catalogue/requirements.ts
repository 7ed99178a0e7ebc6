/** Required permissions (see docs/api/groupware.json). */
export const rights = {
	view: 'permission to view the event',
	add: 'permission to add events',
	change: 'permission to change the event',
	remove: 'permission to delete the event',
	administer: 'system administrator or scheduler administrator',
	administerSpaces: 'system administrator or space administrator',
	administerWorkflow: 'workflow administrator',
	changePresence: 'permission to change the presence of that user',
	notify: 'permission to use the application that sends the notification',
	readNotifications: 'permission to use the applications that send notifications',
	readRequest: 'access to the workflow request, e.g. as its applicant or processor',
	readPlugins: 'system administrator or scheduler administrator',
};

/** Required permissions that the service doesn't document. */
export const probableRights = {
	administerForms: 'probably system administrator or workflow administrator',
	administerMessages: 'probably system administrator or message administrator',
	administerSettings: 'probably system administrator',
	administerSpaces: 'probably system administrator or space administrator',
	changeTopic: 'probably creator of the topic, or one of its editors',
	readBulletin: 'probably permission to view the category',
	writeBulletin: 'probably permission to post in the category',
	readMessage: 'probably sender or recipient of the message',
	readSpace: 'probably membership in the space, or a public space',
	writeInSpace: 'probably membership in the space',
};
