import type { IDataObject } from 'n8n-workflow';

import type { Draft } from '../../../shared/catalogue';
import { unfitting } from '../../../shared/errors';
import { type QueryParts, queryText } from '../parts';

/** Records a page at the most (facts: limits). */
export const PAGE = 500;

/** Name of the cell that tells how many records match. */
export const TOTAL = '$totalCount';

/** What is to be read. */
export interface Reading {
	/** The records call with `app` in its query. */
	draft: Draft;
	query: QueryParts;
	/** Empty for all fields. */
	fields: readonly string[];
	wanted: number;
	/** Whether each record tells how many there are. The service is slow to count, so only where it is wanted. */
	totalCount: boolean;
}

/** The call for one page. */
export function pageRequest(
	{ draft, fields, totalCount }: Reading,
	parts: QueryParts,
	first: boolean,
): Draft {
	const query = queryText(parts);
	return {
		...draft,
		query: {
			...draft.query,
			...(query && { query }),
			...(fields.length > 0 && { fields: [...fields] }),
			...(totalCount && first && { totalCount: true }),
		},
	};
}

/** The records of a page. Throws `Refusal` for an answer that has none, not even an empty list. */
export function recordsOf(body: unknown): IDataObject[] {
	const { records } = (body ?? {}) as { records?: unknown };
	if (Array.isArray(records)) return records as IDataObject[];
	throw unfitting(true);
}

/** The reading with record IDs, and what takes them out of the records again where nobody wants them. */
export function withIds(reading: Reading): {
	asking: Reading;
	finished: (records: IDataObject[]) => IDataObject[];
} {
	const { fields } = reading;
	const hidden = fields.length > 0 && !fields.includes('$id');
	if (!hidden) return { asking: reading, finished: (records) => records };
	return {
		asking: { ...reading, fields: [...fields, '$id'] },
		finished: (records) => {
			for (const record of records) delete record.$id;
			return records;
		},
	};
}

/** The ID of a record. Throws `Refusal` for an answer without it. */
export function idOf({ $id }: IDataObject): number {
	const id = Number(($id as { value?: unknown } | undefined)?.value ?? NaN);
	if (Number.isSafeInteger(id)) return id;
	throw unfitting(true);
}

/** How many records there are, as the page says that was asked for it. */
export function totalOf(body: unknown): string | undefined {
	return (body as { totalCount?: string | null }).totalCount ?? undefined;
}

/** Puts the number of all records into each record of a page, where it is wanted. */
export function withTotal(
	records: IDataObject[],
	{ totalCount }: Reading,
	total: string | undefined,
): IDataObject[] {
	if (totalCount) for (const record of records) record[TOTAL] = { type: 'NUMBER', value: total };
	return records;
}
