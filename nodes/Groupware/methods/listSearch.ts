import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { lookUp } from '../../shared/execute';
import { reading } from '../../shared/request';
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

async function listPage(
	context: ILoadOptionsFunctions,
	path: string,
	query: IDataObject,
): Promise<IDataObject> {
	return await lookUp(context, groupware, () => reading(path, { query }));
}

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A list that the service filters by name. */
function searchThere(path: string, key: string): Search {
	return async function (filter = '', paginationToken = '0') {
		const offset = Number(paginationToken);
		const name = filter.trim();
		const body = await listPage(this, path, { limit: ROWS, offset, ...(name && { name }) });
		return {
			results: (rowsIn(body, key) as unknown as Listed[]).map(choiceOf),
			...(body.hasNext === true && { paginationToken: String(offset + ROWS) }),
		};
	};
}

/** A list that the service does not filter: full pages are read and filtered here. */
function searchHere(path: string, key: string): Search {
	return async function (filter = '', paginationToken = '0') {
		const offset = Number(paginationToken);
		const body = await listPage(this, path, { limit: PAGE, offset });
		return {
			results: matching((rowsIn(body, key) as unknown as Listed[]).map(choiceOf), filter),
			...(body.hasNext === true && { paginationToken: String(offset + PAGE) }),
		};
	};
}

interface Choice {
	name: string;
	value: string;
}

function choiceOf({ id, code = '', name, title }: Listed): Choice {
	const text = name ?? title ?? String(id);
	return { name: ['', text].includes(code) ? text : `${text} (${code})`, value: String(id) };
}

function matching(choices: Choice[], filter: string): Choice[] {
	const wanted = filter.trim().toLowerCase();
	return choices.filter(
		({ name, value }) => name.toLowerCase().includes(wanted) || value === wanted,
	);
}

export const searchUsers = searchThere('/api/v1/base/users', 'users');
export const searchOrganizations = searchThere('/api/v1/base/organizations', 'organizations');
export const searchFacilities = searchThere('/api/v1/schedule/facilities', 'facilities');
export const searchFacilityGroups = searchHere('/api/v1/schedule/facilityGroups', 'facilityGroups');
export const searchSpaces = searchHere('/api/v1/space/spaces', 'spaces');
export const searchTodoCategories = searchHere('/api/v1/todo/categories', 'categories');

/** The discussions of the space that is chosen above. */
export const searchDiscussions: Search = async function (...asked) {
	const { value } = (this.getCurrentNodeParameter('spaceId') ?? {}) as { value?: unknown };
	const space = String(value ?? '').trim();
	if (!/^\d+$/.test(space)) return { results: [] };
	return await searchHere(`/api/v1/space/${space}/discussions`, 'discussions').call(this, ...asked);
};

/** Requests that the list of bulletin categories takes at the most. */
const MOST_CATEGORY_REQUESTS = 30;

/** The categories of the bulletin board, with those that they are in: the service lists one level at a time. */
export const searchBulletinCategories: Search = async function (filter = '') {
	const found: Choice[] = [];
	const waiting: Array<{ parentId?: string; within: string }> = [{ within: '' }];
	for (let requests = 0; requests < MOST_CATEGORY_REQUESTS; requests += 1) {
		const level = waiting.shift();
		if (level === undefined) break;
		const { parentId, within } = level;
		const query = { limit: PAGE, ...(parentId && { parentId }) };
		const body = await listPage(this, '/api/v1/bulletin/categories', query);
		for (const { id, name, hasSubCategories } of rowsIn(body, 'categories')) {
			const full = `${within}${String(name)}`;
			found.push({ name: full, value: String(id) });
			// The root is in front of all others, so that it is left out there.
			const below = parentId === undefined ? '' : `${full} / `;
			if (hasSubCategories === true) waiting.push({ parentId: String(id), within: below });
		}
	}
	return { results: matching(found, filter) };
};
