import type { IDataObject } from 'n8n-workflow';

import type { Draft, Walk } from '../../shared/catalogue';
import { unfitting } from '../../shared/errors';

/** Throws `Refusal` if a page equals the previous one, which would never end. */
export function refusingRepeats(): (rows: IDataObject[]) => IDataObject[] {
	let before = '';
	return (rows) => {
		const page = JSON.stringify(rows);
		if (page === before && rows?.length > 0) throw unfitting(true);
		before = page;
		return rows;
	};
}

/**
 * Pages by offset and limit.
 * @param key property of the response with the rows
 * @param size maximum number of rows per request
 */
export function walkPages(key: string, size: number) {
	return (draft: Draft, wanted: number): Walk => {
		const page = (offset: number): Draft => ({
			...draft,
			query: { ...draft.query, offset, limit: Math.min(size, wanted - offset) },
		});
		const checked = refusingRepeats();
		return {
			first: page(0),
			rows: (body) => checked((body as Record<string, unknown>)[key] as IDataObject[]),
			next: ({ rows, total }) => (rows === size && total < wanted ? page(total) : undefined),
		};
	};
}
