import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, Pagination } from '../../shared/catalogue';
import { unexpectedResponse } from '../../shared/errors';

/** Throws `InputError` if a page equals the previous one, which would never end. */
export function refusingRepeats(): (rows: IDataObject[]) => IDataObject[] {
	let before = '';
	return (rows) => {
		const page = JSON.stringify(rows);
		if (page === before && rows?.length > 0) throw unexpectedResponse(true);
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
			rows: (body) => checked((body as Record<string, unknown>)[key] as IDataObject[]),
			next: ({ rows, total }) => (rows === size && total < wanted ? page(total) : undefined),
		};
	};
}
