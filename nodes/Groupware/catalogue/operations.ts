import type { IDataObject } from 'n8n-workflow';

import type {
	ItemContext,
	Operation,
	PaginateRun,
	Parameter,
	PerItemRun,
	Row,
} from '../../shared/catalogue';
import { limit as anyLimit, returnAll } from '../../shared/parameters';
import { PAGE, pages } from '../values/pages';
import { idOf } from '../values/references';

/** What operations of the same name have in common. */
export const verbs = {
	get: { value: 'get', name: 'Get' },
	getAll: { value: 'getAll', name: 'Get Many' },
	getAllAsAdministrator: { value: 'getAllAsAdministrator', name: 'Get Many' },
	create: { value: 'create', name: 'Create' },
	update: { value: 'update', name: 'Update' },
	delete: { value: 'delete', name: 'Delete' },
} satisfies Record<string, Partial<Operation>>;

/** The limit, which is the size of the first page too. */
const limit: Parameter = {
	...anyLimit,
	send: { in: 'query', key: 'limit', as: (value) => Math.min(Number(value), PAGE) },
};

export const paged: Parameter[] = [returnAll, limit];

/**
 * A list that is read page by page; rows stand at `key` of the body.
 * @param isMeant tells the rows that an item wants from others that the service may return
 */
export function listRun(
	key: string,
	result: (row: IDataObject, item: ItemContext) => Row | Row[] = (row) => ({ json: row }),
	emptyHint?: string,
	isMeant: (item: ItemContext) => (row: IDataObject) => boolean = () => () => true,
): PaginateRun {
	return {
		kind: 'paginate',
		pages: (spec, _wanted, item) => {
			const list = pages(spec, key, item);
			const isWanted = isMeant(item);
			return { ...list, rows: (body) => list.rows(body)?.filter(isWanted) };
		},
		result: (item) => (row) => result(row, item),
		...(emptyHint && { emptyHint }),
	};
}

/** The row of what was deleted, by the parameter with its ID. */
export function deletion(parameter: string, noun: string): PerItemRun {
	return {
		kind: 'perItem',
		result: (_body, item) => ({ json: { deleted: true, id: idOf(item.read(parameter), noun) } }),
	};
}
