import { changeSettings, readSettings } from '../settingsOperations';
import { rights } from '../requirements';

const PATH = '/k/v1/app/adminNotes.json';

export const getAdminNotes = readSettings({
	id: 'app.adminNotes.get',
	value: 'getAdminNotes',
	name: 'Get Admin Notes',
	action: 'Get admin notes of app',
	description: 'Get the notes for the administrators of an app',
	path: PATH,
	answer: ['content', 'revision'],
	rights: rights.manage,
});

export const updateAdminNotes = changeSettings({
	id: 'app.adminNotes.update',
	value: 'updateAdminNotes',
	name: 'Update Admin Notes',
	action: 'Update admin notes of app',
	description: 'Update the notes for the administrators of an app in its test environment',
	path: PATH,
	parameters: [
		{
			displayName: 'Settings',
			name: 'settings',
			type: 'collection',
			placeholder: 'Add Setting',
			default: {},
			description: 'Settings to change. All others are kept.',
			options: [
				{
					displayName: 'Include in Templates and Duplicates',
					name: 'includeInTemplateAndDuplicates',
					type: 'boolean',
					default: false,
					description: 'Whether to include the notes in app templates and duplicates of the app',
					send: { in: 'body', key: 'includeInTemplateAndDuplicates' },
				},
				{
					displayName: 'Notes',
					name: 'content',
					type: 'string',
					typeOptions: { rows: 5 },
					default: '',
					description: 'New notes, up to 10,000 characters. Leave empty to delete the notes.',
					send: { in: 'body', key: 'content', keepEmpty: true },
				},
			],
		},
	],
});
