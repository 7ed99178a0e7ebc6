import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../shared/catalogue';
import { options, oneIdOrNothing } from '../parameters';
import { PASSWORD_ONLY } from '../signIn';

export const create: Operation = {
	id: 'app.create',
	value: 'create',
	name: 'Create',
	action: 'Create app',
	description:
		'Make an empty app in the test environment. It can be used once it has fields and was deployed.',
	method: 'POST',
	answer: ['app'],
	path: '/k/v1/app.json',
	environment: 'preview',
	guestSpace: true,
	rights: 'permission to create apps, in the system or in the space',
	signIn: PASSWORD_ONLY,
	parameters: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			description: 'Name of the app, 64 characters at the most',
			send: { in: 'body', key: 'name' },
		},
		options(
			{
				displayName: 'Space ID',
				name: 'space',
				type: 'string',
				default: '',
				placeholder: 'e.g. 3',
				description: 'The space that the app is made in; none when empty',
				send: { in: 'body', key: 'space', as: oneIdOrNothing },
			},
			{
				displayName: 'Thread ID',
				name: 'thread',
				type: 'string',
				default: '',
				description: 'The thread of the space that the app belongs to',
				send: { in: 'body', key: 'thread', as: oneIdOrNothing },
			},
		),
	],
	run: { kind: 'each', target: 'new', result: (body) => ({ json: body as IDataObject }) },
};
