import type { ItemView, Operation } from '../../../shared/catalogue';
import { Refusal } from '../../../shared/errors';
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
			displayName: 'Take Out of Space',
			name: 'outOfSpace',
			type: 'boolean',
			default: false,
			description: 'Whether the app leaves its space and is in none afterwards',
			send: { in: 'body', key: '', as: (_value, item) => spaceOf(item) },
		},
		{
			displayName: 'Space ID',
			name: 'space',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 3',
			description: 'The space that the app is to be in',
			displayOptions: { show: { outOfSpace: [false] } },
		},
	],
	run: {
		kind: 'each',
		result: (_body, item) => ({
			json: { app: appOf(item), space: null, ...spaceOf(item) },
		}),
	},
};

/** An expression that gives nothing must not take the app out of its space. */
function spaceOf(item: ItemView): { space?: string } {
	if (item.read('outOfSpace', false) === true) return {};
	const space = oneIdOrNothing(item.read('space', ''));
	if (space !== undefined) return { space };
	throw new Refusal(
		'The parameter "Space ID" is empty',
		'Enter the space, or switch on "Take Out of Space"',
	);
}
