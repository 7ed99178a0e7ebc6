import type { IDataObject } from 'n8n-workflow';

import type { PaginateRun, Pagination, RequestSpec } from '../../shared/catalogue';
import { unexpectedResponse } from '../../shared/errors';
import { objectsIn } from '../../shared/objects';

type Rows = IDataObject[] | undefined;

/** Throws `InputError` if a page equals the previous one, which would never end. */
export function refusingRepeats(): (rows: Rows) => Rows {
	let before = '';
	return (rows) => {
		const page = JSON.stringify(rows ?? null);
		if (page === before && rows && rows.length > 0) throw unexpectedResponse(true);
		before = page;
		return rows;
	};
}

/**
 * Pages by offset and limit.
 * @param key property of the response with the rows
 * @param size maximum number of rows per request
 */
export function pagesByOffset(key: string, size: number) {
	return (spec: RequestSpec, wanted: number): Pagination => {
		const page = (offset: number): RequestSpec => ({
			...spec,
			query: { ...spec.query, offset, limit: Math.min(size, wanted - offset) },
		});
		const checked = refusingRepeats();
		return {
			first: page(0),
			rows: (body) => checked(objectsIn(body, key)),
			next: ({ rows, total }) => (rows === size && total < wanted ? page(total) : undefined),
		};
	};
}

/** Reads all pages, and puts out their rows unchanged. */
export function listRun(key: string, size: number, emptyHint: string): PaginateRun {
	return {
		kind: 'paginate',
		pages: pagesByOffset(key, size),
		result: () => (json) => ({ json }),
		emptyHint,
	};
}

export const APPS_PER_PAGE = 100;
