import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { lookUp } from '../../shared/execute';
import { groupware } from '../service';
import { PAGE, rowsIn } from '../values/pages';

/** Rows a page of a picker. */
const ROWS = 100;

interface Listed {
	id: string | number;
	code?: string;
	name?: string;
	/** Discussions have a title instead of a name. */
	title?: string;
}

async function listed(
	context: ILoadOptionsFunctions,
	path: string,
	query: IDataObject,
): Promise<IDataObject> {
	return await lookUp(context, groupware, () => ({ method: 'GET', path, query, repeatable: true }));
}

/** A page of a list that the service filters by name. */
async function search(
	context: ILoadOptionsFunctions,
	path: string,
	key: string,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken);
	const name = filter.trim();
	const body = await listed(context, path, { limit: ROWS, offset, ...(name && { name }) });
	return {
		results: (rowsIn(body, key) as unknown as Listed[]).map(entry),
		...(body.hasNext === true && { paginationToken: String(offset + ROWS) }),
	};
}

function entry({ id, code = '', name, title }: Listed) {
	const text = name ?? title ?? String(id);
	return { name: code === '' ? text : `${text} (${code})`, value: String(id) };
}

export async function searchUsers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await search(this, '/api/v1/base/users', 'users', filter, paginationToken);
}

export async function searchOrganizations(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const path = '/api/v1/base/organizations';
	return await search(this, path, 'organizations', filter, paginationToken);
}

export async function searchFacilities(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await search(this, '/api/v1/schedule/facilities', 'facilities', filter, paginationToken);
}

/** A list that the service does not filter: full pages are read and filtered here. */
async function searchHere(
	context: ILoadOptionsFunctions,
	path: string,
	key: string,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const offset = Number(paginationToken);
	const body = await listed(context, path, { limit: PAGE, offset });
	return {
		results: (rowsIn(body, key) as unknown as Listed[])
			.map(entry)
			.filter(({ name, value }) => name.toLowerCase().includes(wanted) || value === wanted),
		...(body.hasNext === true && { paginationToken: String(offset + PAGE) }),
	};
}

export async function searchFacilityGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const path = '/api/v1/schedule/facilityGroups';
	return await searchHere(this, path, 'facilityGroups', filter, paginationToken);
}

export async function searchSpaces(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchHere(this, '/api/v1/space/spaces', 'spaces', filter, paginationToken);
}

/** The discussions of the space that is chosen above. */
export async function searchDiscussions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { value } = (this.getCurrentNodeParameter('spaceId') ?? {}) as { value?: unknown };
	const space = String(value ?? '').trim();
	if (!/^\d+$/.test(space)) return { results: [] };
	const path = `/api/v1/space/${space}/discussions`;
	return await searchHere(this, path, 'discussions', filter, paginationToken);
}

export async function searchTodoCategories(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchHere(this, '/api/v1/todo/categories', 'categories', filter, paginationToken);
}

/** Requests that the list of bulletin categories takes at the most. */
const MOST_CATEGORY_REQUESTS = 30;

/** The categories of the bulletin board, with those that they are in: the service lists one level at a time. */
export async function searchBulletinCategories(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const path = '/api/v1/bulletin/categories';
	const wanted = filter.trim().toLowerCase();
	const found: Array<{ name: string; value: string }> = [];
	const waiting: Array<{ parentId?: string; within: string }> = [{ within: '' }];
	for (let requests = 0; requests < MOST_CATEGORY_REQUESTS; requests += 1) {
		const level = waiting.shift();
		if (level === undefined) break;
		const { parentId, within } = level;
		const body = await listed(this, path, { limit: PAGE, ...(parentId && { parentId }) });
		for (const { id, name, hasSubCategories } of rowsIn(body, 'categories')) {
			const full = `${within}${String(name)}`;
			found.push({ name: full, value: String(id) });
			// The root is in front of all others, so that it is left out there.
			const below = parentId === undefined ? '' : `${full} / `;
			if (hasSubCategories === true) waiting.push({ parentId: String(id), within: below });
		}
	}
	return {
		results: found.filter(
			({ name, value }) => name.toLowerCase().includes(wanted) || value === wanted,
		),
	};
}
