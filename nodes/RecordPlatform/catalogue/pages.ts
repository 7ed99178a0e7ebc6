import type { IDataObject } from 'n8n-workflow';

import type { Draft, Walk } from '../../shared/catalogue';

/**
 * Pages by offset and limit.
 * @param key where the answer has the rows
 * @param size rows a call at the most (facts: limits)
 */
export function walkPages(key: string, size: number) {
	return (draft: Draft, wanted: number): Walk => {
		const page = (offset: number): Draft => ({
			...draft,
			query: { ...draft.query, offset, limit: Math.min(size, wanted - offset) },
		});
		return {
			first: page(0),
			rows: (body) => (body as Record<string, unknown>)[key] as IDataObject[],
			next: ({ rows, total }) => (rows === size && total < wanted ? page(total) : undefined),
		};
	};
}
