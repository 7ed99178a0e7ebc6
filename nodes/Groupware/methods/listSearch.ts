import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { lookUp } from '../../shared/execute';
import { groupware } from '../service';
import { PAGE, rowsIn } from '../values/pages';

/** Rows a page of a picker. */
const ROWS = 100;

interface Listed {
	id: string;
	code: string;
	name: string;
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

function entry({ id, code, name }: Listed) {
	return { name: code === '' ? name : `${name} (${code})`, value: String(id) };
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

/** The service filters no groups, so that full pages are read and filtered here. */
export async function searchFacilityGroups(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const offset = Number(paginationToken);
	const body = await listed(this, '/api/v1/schedule/facilityGroups', { limit: PAGE, offset });
	const groups = rowsIn(body, 'facilityGroups') as unknown as Listed[];
	return {
		results: groups
			.map(entry)
			.filter(({ name, value }) => name.toLowerCase().includes(wanted) || value === wanted),
		...(body.hasNext === true && { paginationToken: String(offset + PAGE) }),
	};
}
