import type { Operation } from '../../../shared/catalogue';
import { app, oneIdOrNothing } from '../parameters';
import { appOf } from '../settings';
import { PASSWORD_ONLY } from '../signIn';

export const move: Operation = {
	id: 'app.move',
	value: 'move',
	name: 'Move to Space',
	action: 'Move app to space',
	description: 'Put an app into a space or take it out of its space. It happens to the live app.',
	method: 'POST',
	path: '/k/v1/app/move.json',
	signIn: PASSWORD_ONLY,
	parameters: [
		app('body'),
		{
			displayName: 'Space ID',
			name: 'space',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3',
			description: 'The space that the app is to be in. Empty: in no space.',
			send: { in: 'body', key: 'space', as: oneIdOrNothing },
		},
	],
	run: {
		kind: 'each',
		result: (_body, item) => ({
			json: { app: appOf(item), space: oneIdOrNothing(item.read('space', '')) ?? null },
		}),
	},
};
