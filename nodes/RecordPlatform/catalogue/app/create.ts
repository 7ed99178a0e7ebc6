import type { Operation } from '../../../shared/catalogue';
import { objectOf } from '../../../shared/objects';
import { options, oneIdOrNothing } from '../parameters';
import { PASSWORD_ONLY } from '../requirements';

export const create: Operation = {
	id: 'app.create',
	value: 'create',
	name: 'Create',
	action: 'Create app',
	description:
		'Create an empty app in the test environment. To use the app, add fields and deploy it.',
	method: 'POST',
	answer: ['app'],
	path: '/k/v1/app.json',
	environment: 'preview',
	guestSpace: true,
	rights: 'permission to create apps, in general or in the space',
	signIn: PASSWORD_ONLY,
	parameters: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			description: 'Name of the app, up to 64 characters',
			send: { in: 'body', key: 'name' },
		},
		options(
			{
				displayName: 'Space ID',
				name: 'space',
				type: 'string',
				default: '',
				placeholder: 'e.g. 3',
				description:
					'ID of the space in which to create the app. Leave empty to create it outside of spaces.',
				send: { in: 'body', key: 'space', as: oneIdOrNothing },
			},
			{
				displayName: 'Thread ID',
				name: 'thread',
				type: 'string',
				default: '',
				description: 'ID of the thread in which to create the app',
				send: { in: 'body', key: 'thread', as: oneIdOrNothing },
			},
		),
	],
	run: { kind: 'perItem', target: 'new', result: (body) => ({ json: objectOf(body) }) },
};
