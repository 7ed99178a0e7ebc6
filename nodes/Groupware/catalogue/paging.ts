import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Parameter, Row, PaginateRun } from '../../shared/catalogue';
import { countOf, limit as anyLimit, returnAll } from '../../shared/paging';
import { PAGE, pages } from '../values/pages';

export { returnAll };

/** The limit, which is the size of the first page too. */
export const limit: Parameter = {
	...anyLimit,
	send: { in: 'query', key: 'limit', as: (value) => Math.min(countOf(value), PAGE) },
};

/** A list that is read page by page; rows stand at `key` of the body. */
export function listRun(
	key: string,
	result: (row: IDataObject, item: ItemView) => Row | Row[] = (row) => ({ json: row }),
	emptyHint?: string,
): PaginateRun {
	return {
		kind: 'paginate',
		pages: (spec, _wanted, item) => pages(spec, key, item),
		result: (item) => (row) => result(row, item),
		...(emptyHint && { emptyHint }),
	};
}
