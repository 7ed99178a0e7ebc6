import { changeSettings, readSettings } from '../settings';
import { rights } from '../signIn';

const PATH = '/k/v1/app/adminNotes.json';

export const getAdminNotes = readSettings({
	id: 'app.adminNotes.get',
	value: 'getAdminNotes',
	name: 'Get Admin Notes',
	action: 'Get admin notes of app',
	description: 'Read the notes that the administrators of an app keep',
	path: PATH,
	rights: rights.manage,
});

export const updateAdminNotes = changeSettings({
	id: 'app.adminNotes.update',
	value: 'updateAdminNotes',
	name: 'Update Admin Notes',
	action: 'Update admin notes of app',
	description: 'Change the notes that the administrators of an app keep, in its test environment',
	path: PATH,
	parameters: [
		{
			displayName: 'Settings',
			name: 'settings',
			type: 'collection',
			placeholder: 'Add Setting',
			default: {},
			description: 'The settings to change; the others stay as they are',
			options: [
				{
					displayName: 'Include in Templates and Duplicates',
					name: 'includeInTemplateAndDuplicates',
					type: 'boolean',
					default: false,
					description: 'Whether the notes go along when the app is made a template or duplicated',
					send: { in: 'body', key: 'includeInTemplateAndDuplicates' },
				},
				{
					displayName: 'Notes',
					name: 'content',
					type: 'string',
					typeOptions: { rows: 5 },
					default: '',
					description: 'The new notes, 10,000 characters at the most. Empty: there are no notes.',
					send: { in: 'body', key: 'content', keepEmpty: true },
				},
			],
		},
	],
});
