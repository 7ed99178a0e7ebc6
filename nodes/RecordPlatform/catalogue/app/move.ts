import type { ItemView, Operation } from '../../../shared/catalogue';
import { app, oneIdOrNothing } from '../parameters';
import { appOf } from '../settingsOperations';
import { PASSWORD_ONLY } from '../requirements';

export const move: Operation = {
	id: 'app.move',
	value: 'move',
	name: 'Move to Space',
	action: 'Move app to space',
	description: 'Move an app to a space or out of its space. This changes the live app immediately.',
	method: 'POST',
	answer: [],
	path: '/k/v1/app/move.json',
	signIn: PASSWORD_ONLY,
	parameters: [
		app('body'),
		{
			displayName: 'Take Out of Space',
			name: 'outOfSpace',
			type: 'boolean',
			default: false,
			description: 'Whether to remove the app from its space without moving it to another one',
			send: { in: 'body', key: '', as: (_value, item) => spaceOf(item) },
		},
		{
			displayName: 'Space ID',
			name: 'space',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 3',
			description: 'Space to move the app to',
			displayOptions: { show: { outOfSpace: [false] } },
		},
	],
	run: {
		kind: 'perItem',
		result: (_body, item) => ({
			json: { app: appOf(item), space: null, ...spaceOf(item) },
		}),
	},
};

function spaceOf(item: ItemView): { space?: string } {
	if (item.read('outOfSpace', false) === true) return {};
	const space = oneIdOrNothing(item.read('space'));
	return space === undefined ? {} : { space };
}
