import type { INodeProperties } from 'n8n-workflow';

import type { ItemView, Parameter } from '../../shared/catalogue';
import { userIdOf } from '../values/directory';
import { membersOf, unique } from '../values/references';
import { loginNames, user } from './people';

/** Users only, one a row, or several by their login names. */
export function userList(
	own: Pick<Parameter, 'displayName' | 'name' | 'placeholder' | 'description'> & {
		row: string;
	} & Partial<Parameter>,
): Parameter {
	const { displayName, row, ...rest } = own;
	return {
		displayName,
		type: 'fixedCollection',
		default: {},
		typeOptions: { multipleValues: true },
		options: [
			{
				displayName: row,
				name: 'rows',
				values: [
					{
						displayName: 'Kind',
						name: 'kind',
						type: 'options',
						default: 'user',
						options: [
							{ name: 'User', value: 'user' },
							{ name: 'Users by Login Name', value: 'codes' },
						],
					},
					user as INodeProperties,
					loginNames,
				],
			},
		],
		...rest,
	};
}

/** The users of a list by their IDs, for calls that take no login names; undefined when empty. */
export async function usersById(
	value: unknown,
	item: ItemView,
): Promise<Array<{ type: string; id: string }> | undefined> {
	const found: Array<{ type: string; id: string }> = [];
	for (const member of membersOf(value)) {
		found.push({ type: 'USER', id: await userIdOf(member, item) });
	}
	return found.length > 0 ? unique(found) : undefined;
}
