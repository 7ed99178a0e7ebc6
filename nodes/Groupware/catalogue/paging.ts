import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Parameter, Row, WalkRun } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { PAGE, pages } from '../values/pages';

export const returnAll: Parameter = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: Parameter = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
	send: { in: 'query', key: 'limit', as: pageSize },
};

/** The limit as the size of the first page. Throws `Refusal` for what is no count. */
function pageSize(value: unknown): number {
	const count = typeof value === 'number' ? value : Number(String(value).trim() || NaN);
	if (!Number.isInteger(count) || count < 1) {
		throw new Refusal(
			`"Limit" is no number of results: "${String(value)}"`,
			'Enter a whole number from 1, or turn on Return All',
		);
	}
	return Math.min(count, PAGE);
}

/** A list that is read page by page; rows stand at `key` of the body. */
export function listRun(
	key: string,
	result: (row: IDataObject, item: ItemView) => Row | Row[] = (row) => ({ json: row }),
	emptyHint?: string,
): WalkRun {
	return {
		kind: 'walk',
		walk: (draft) => pages(draft, key),
		result: (item) => (row) => result(row, item),
		...(emptyHint && { emptyHint }),
	};
}
