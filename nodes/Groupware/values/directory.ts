import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { allRows } from '../../shared/run/paginate';
import { PAGE, pages } from './pages';
import { idOf, referenceOf } from './references';

/** All rows of a list, page by page, read once an execution. */
export async function allOf(
	item: ItemView,
	path: string,
	key: string,
	query: IDataObject = {},
): Promise<IDataObject[]> {
	const spec: RequestSpec = {
		method: 'GET',
		path,
		query: { ...query, limit: PAGE },
		repeatable: true,
	};
	return await item.once(
		`${path} ${JSON.stringify(query)}`,
		async () => await allRows(pages(spec, key, item), Infinity, item),
	);
}

/**
 * The ID of a user who was chosen by ID or by login name. The service finds by part of a name
 * only, so the login name is compared here.
 * Throws `InputError` when nobody has it.
 */
export async function userIdOf(chosen: unknown, item: ItemView): Promise<string> {
	const reference = referenceOf(chosen, 'user');
	if (reference === undefined || 'id' in reference) return idOf(reference?.id, 'user');
	const { code } = reference;
	const users = await allOf(item, '/api/v1/base/users', 'users', { name: code });
	const found = users.find((user) => user.code === code);
	if (found) return String(found.id);
	throw new InputError(
		`No user has the login name ${quoteShort(code)}`,
		'Check the spelling, or choose the user from the list',
	);
}
