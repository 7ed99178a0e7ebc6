import type { ItemView, Parameter } from '../../shared/catalogue';
import { userIdOf } from '../values/directory';
import { usersIn, unique } from '../values/references';
import { loginNames, rowsOf, user } from './people';

/** Users only, one a row, or several by their login names. */
export function userList(
	own: Pick<Parameter, 'displayName' | 'name' | 'placeholder' | 'description'> & {
		row: string;
	} & Partial<Parameter>,
): Parameter {
	return rowsOf({
		kinds: { user: 'User', codes: 'Users by Login Name' },
		usual: 'user',
		values: [user, loginNames],
		...own,
	});
}

/** The users of a list by their IDs, for calls that take no login names; undefined when empty. */
export async function usersById(
	item: ItemView,
	path: string,
	label: string,
): Promise<Array<{ type: string; id: string }> | undefined> {
	const found: Array<{ type: string; id: string }> = [];
	for (const member of usersIn(item, path, label)) {
		found.push({ type: 'USER', id: await userIdOf(member, item) });
	}
	return found.length > 0 ? unique(found) : undefined;
}
