import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec } from '../../shared/catalogue';
import { objectsIn } from '../../shared/objects';
import { unexpectedResponse } from '../../shared/errors';
import { type QueryParts, queryText } from '../query/parts';

/** Maximum number of records per page. */
export const PAGE = 500;

/** Name of the cell with the total number of matching records. */
export const TOTAL = '$totalCount';

export interface Reading {
	/** The records request with `app` in its query. */
	spec: RequestSpec;
	query: QueryParts;
	/** Empty for all fields. */
	fields: readonly string[];
	wanted: number;
	/** Whether to add the total to each record. Only on request, because counting is slow. */
	totalCount: boolean;
}

/** The request for one page; only the first one asks for the total. */
export function pageRequest(
	{ spec, fields, totalCount }: Reading,
	parts: QueryParts,
	first: boolean,
): RequestSpec {
	const query = queryText(parts);
	return {
		...spec,
		query: {
			...spec.query,
			...(query && { query }),
			...(fields.length > 0 && { fields: [...fields] }),
			...(totalCount && first && { totalCount: true }),
		},
	};
}

/** The records of a page. Throws `InputError` for a response without a list of records. */
export function recordsOf(body: unknown): IDataObject[] {
	const records = objectsIn(body, 'records');
	if (records) return records;
	throw unexpectedResponse(true);
}

/** A reading that includes record IDs, and a function that removes them again if they weren't requested. */
export function withIds(reading: Reading) {
	const { fields } = reading;
	const hidden = fields.length > 0 && !fields.includes('$id');
	if (!hidden) return { asking: reading, finished: (records: IDataObject[]) => records };
	return {
		asking: { ...reading, fields: [...fields, '$id'] },
		finished: (records: IDataObject[]) => {
			for (const record of records) delete record.$id;
			return records;
		},
	};
}

/** The ID of a record. Throws `InputError` if it is missing. */
export function idOf({ $id }: IDataObject): number {
	const id = Number(($id as { value?: unknown } | undefined)?.value ?? NaN);
	if (Number.isSafeInteger(id)) return id;
	throw unexpectedResponse(true);
}

export function totalOf(body: unknown): string | undefined {
	return (body as { totalCount?: string | null }).totalCount ?? undefined;
}

/** Adds the total number to each record of a page if requested. */
export function withTotal(
	records: IDataObject[],
	{ totalCount }: Reading,
	total: string | undefined,
): IDataObject[] {
	if (totalCount) for (const record of records) record[TOTAL] = { type: 'NUMBER', value: total };
	return records;
}
