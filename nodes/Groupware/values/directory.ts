import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { listed, quoteShort } from '../../shared/messages';
import { allRows } from '../../shared/run/paginate';
import { PAGE, pages, reading } from './pages';
import { idOf, type Member, referenceOf, unique, usersIn } from './references';

/** All rows of a list, page by page, read once an execution. */
export async function allOf(
	item: ItemView,
	path: string,
	key: string,
	query: IDataObject = {},
): Promise<IDataObject[]> {
	const spec = reading(path, { query: { ...query, limit: PAGE } });
	return await item.once(
		`${path} ${JSON.stringify(query)}`,
		async () => await allRows(pages(spec, key, item), Infinity, item),
	);
}

const LISTS = {
	user: { path: '/api/v1/base/users', key: 'users', code: 'login name' },
	organization: { path: '/api/v1/base/organizations', key: 'organizations', code: 'code' },
	facility: { path: '/api/v1/schedule/facilities', key: 'facilities', code: 'code' },
};

/** What has a code, else a name that only one has. Throws `InputError` for a name that several have. */
async function rowOf(
	noun: keyof typeof LISTS,
	wanted: string,
	item: ItemView,
): Promise<IDataObject | undefined> {
	const { path, key, code } = LISTS[noun];
	// The service finds users by parts of both names.
	const rows = await allOf(item, path, key, noun === 'user' ? { name: wanted } : {});
	const named = rows.filter(({ name }) => name === wanted);
	const found = rows.find((row) => row.code === wanted) ?? named[0];
	if (named.length < 2 || found?.code === wanted) return found;
	throw new InputError(
		`Several ${key} have the name ${quoteShort(wanted)}`,
		`Use the ${code} instead: ${listed(named.map((row) => String(row.code ?? row.id)))}`,
	);
}

/**
 * The ID of what was chosen by ID or by code, for requests that take IDs only. A name also counts if
 * only one has it. Throws `InputError` if none is found.
 */
export async function idFound(
	noun: keyof typeof LISTS,
	chosen: unknown,
	item: ItemView,
): Promise<string> {
	const reference = referenceOf(chosen, noun);
	if ('id' in reference) return reference.id;
	const found = await rowOf(noun, reference.code, item);
	if (found) return idOf(found.id, noun);
	throw new InputError(
		`No ${noun} has the ${LISTS[noun].code} ${quoteShort(reference.code)}`,
		`Check the spelling, or choose the ${noun} from the list`,
	);
}

/**
 * A list for requests that take login names, with those of users who are named by their display names.
 * Only what has blanks or other letters than login names usually have is looked up.
 */
export async function withLoginNames(item: ItemView, members: Member[]): Promise<Member[]> {
	const found: Member[] = [];
	for (const member of members) {
		const isName = member.type === 'USER' && 'code' in member && /[^!-~]/.test(member.code);
		const row = isName ? await rowOf('user', member.code, item) : undefined;
		found.push(row ? { type: 'USER', ...referenceOf(row, 'user') } : member);
	}
	return unique(found);
}

/** The users of a list by their IDs, for requests that take no login names; undefined when empty. */
export async function usersById(
	item: ItemView,
	path: string,
	label: string,
): Promise<Array<{ type: string; id: string }> | undefined> {
	const found: Array<{ type: string; id: string }> = [];
	for (const member of usersIn(item, path, label)) {
		found.push({ type: 'USER', id: await idFound('user', member, item) });
	}
	return found.length > 0 ? unique(found) : undefined;
}
