import type { IDataObject } from 'n8n-workflow';

import type { Draft, Walk } from '../../shared/catalogue';

/** Apps a call at the most (facts: limits). */
export const APPS_A_PAGE = 100;

/** Apps page by page. */
export function walkApps(draft: Draft, wanted: number): Walk {
	const page = (offset: number): Draft => ({
		...draft,
		query: { ...draft.query, offset, limit: Math.min(APPS_A_PAGE, wanted - offset) },
	});
	return {
		first: page(0),
		rows: (body) => (body as { apps: IDataObject[] }).apps,
		next: ({ rows, total }) => (rows === APPS_A_PAGE && total < wanted ? page(total) : undefined),
	};
}
