import type { INodePropertyOptions } from 'n8n-workflow';

import type { ItemView, Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { isBlank } from '../../shared/input/blank';
import { usersById } from '../values/directory';
import { isGiven, usersIn } from '../values/references';
import { userList } from './people';

interface Editing {
	/** The collection that the fields are in. */
	within: string;
	/** What is edited. */
	noun: string;
	/** More choices of who can edit. */
	further?: INodePropertyOptions[];
	/** Whether the service takes users with their type. */
	withType?: boolean;
}

/** Who can edit something, and the users to choose for it. */
export function editorFields(editing: Editing): Parameter[] {
	const { within, noun, further = [] } = editing;
	return [
		userList({
			displayName: 'Editors',
			name: 'operators',
			row: 'Editor',
			placeholder: 'Add Editor',
			description: `Users who can edit the ${noun}, if "Who Can Edit" is Selected Users`,
			send: { in: 'body', key: '', as: (_value, item) => editors(item, editing) },
		}),
		{
			displayName: 'Who Can Edit',
			name: 'operatorType',
			type: 'options',
			default: 'ONLY_SENDER',
			options: [
				...further,
				{ name: 'Only the Sender', value: 'ONLY_SENDER' },
				{ name: 'Selected Users', value: 'SELECT_USERS' },
			],
			description: `Who can edit the ${noun} after it is sent`,
			send: {
				in: 'body',
				key: 'operatorType',
				as: (value, item) => operatorType(value, item, within),
			},
		},
	];
}

const NOT_EDITING = '"Editors" has an effect only if "Who Can Edit" is Selected Users';

/** Editors who are named without a choice of who can edit are to be able to do so. */
async function editors(item: ItemView, { within, withType }: Editing) {
	const path = `${within}.operators`;
	const users = isGiven(item.read(path)) ? await usersById(item, path, 'Editors') : undefined;
	if (users === undefined) return undefined;
	const operators = withType === true ? users : users.map(({ id }) => ({ id }));
	const chosen = item.read(`${within}.operatorType`);
	if (isBlank(chosen)) return { operators, operatorType: 'SELECT_USERS' };
	if (chosen !== 'SELECT_USERS') item.hint(NOT_EDITING);
	return { operators };
}

/** The service asks for editors where only selected users can edit. */
function operatorType(value: unknown, item: ItemView, within: string): unknown {
	if (value !== 'SELECT_USERS') return value;
	if (usersIn(item, `${within}.operators`, 'Editors').length > 0) return value;
	throw new InputError(
		'"Who Can Edit" is Selected Users, but "Editors" is empty',
		'Add at least one editor, or change "Who Can Edit"',
	);
}
