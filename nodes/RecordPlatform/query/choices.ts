import type { ItemView } from '../../shared/catalogue';
import { conditionOf, conditionRows, queryField } from './conditions';
import { orderOf, type QueryParts, queryParts, type SortRow } from './parts';

/** The query that the person put together in the node: filter rows or a written query, and the sort rows. */
export function chosenQuery(item: ItemView): QueryParts {
	const written = item.read('filterBy', 'conditions') === 'query';
	const filter: QueryParts = written
		? queryParts(String(item.read('query', '')))
		: { condition: conditionOf(conditionRows(item.read('conditions')), item.timeZone), order: '' };
	const { rows = [] } = item.read('sort', {}) as { rows?: SortRow[] };
	const order = orderOf(rows, (field) => queryField(field).code);
	return { ...filter, order: order || filter.order };
}

/** Codes of the fields to return; empty for all of them. */
export function chosenFields(item: ItemView): string[] {
	const fields = item.read('options.fields', []);
	const list = Array.isArray(fields) ? (fields as unknown[]) : String(fields).split(',');
	return list.map((field) => queryField(field).code).filter((code) => code !== '');
}
