import type { IDataObject } from 'n8n-workflow';

import { changedCells } from '../values/compare';
import type { KeyedRecord } from '../values/matching';
import type { Current, Found } from './currentRecords';
import type { LookupKeys } from '../values/lookupsAsRead';
import { emptied, replacesRows, startOf, tablesAnew, withAddedRows } from './meanwhile';
import { fittedTo, trustInIds, withoutRowIds } from './ownRecord';
import type { RowMatching } from './pairRows';

/** An item with the wanted content of a record. */
export interface Incoming {
	index: number;
	/** The key in canonical form (see `keyOf`). */
	key: string;
	change: KeyedRecord;
	/** ID of the record that the item was read from (see `readFrom`). */
	from?: string;
}

/** What to do for an item; `cells` are those that differ. */
export type Planned = { item: Incoming } & (
	| { action: 'create'; cells: IDataObject }
	| { action: 'update'; cells: IDataObject; current: Current }
	| { action: 'unchanged'; current: Current }
);

/**
 * Compares an item with the record that has its key. Throws `InputError` if rows of a table can't
 * be matched.
 * @param tell takes what is to be shown above the output
 */
export function planned(
	item: Incoming,
	find: Found,
	matching: Omit<RowMatching, 'trust'>,
	tell: (message: string) => void,
	keys?: LookupKeys,
): Planned {
	const current = find(item.key);
	const { change, from = '' } = item;
	const { record } = change;
	if (current === undefined) return { item, action: 'create', cells: withoutRowIds(record) };
	const trust = trustInIds(change, from, current);
	const fitted = fittedTo(record, current, { ...matching, trust }, tell, keys);
	return stepOf(item, changedCells(fitted, current), current);
}

function stepOf(item: Incoming, cells: IDataObject, current: Current): Planned {
	return Object.keys(cells).length > 0
		? { item, action: 'update', cells, current }
		: { item, action: 'unchanged', current };
}

/** Whether the item is written for the revision that was read, because its rows belong to it. */
export function isForRead(step: Planned): boolean {
	return step.action === 'update' && replacesRows(step.cells, step.current);
}

/**
 * An item compared again, after others changed the record that was first read for it, or created it.
 * Throws `InputError` like `planned`.
 */
export function plannedAnew(
	step: Exclude<Planned, { action: 'unchanged' }>,
	current: Current,
	matching: Omit<RowMatching, 'trust'>,
	keys?: LookupKeys,
): Planned {
	const { item } = step;
	const first = step.action === 'update' ? step.current : emptied(step.cells);
	const { change, from = '' } = item;
	const compared = tablesAnew(first, current);
	const trust = trustInIds(change, from, current);
	// The hint was shown for the first read.
	const { start, isNew } = startOf(first, current, matching.by);
	const how = { ...matching, trust, ...(isNew && { keepsOthers: true }) };
	const fitted = fittedTo(change.record, start, how, () => {}, keys);
	const cells = changedCells(withAddedRows(fitted, first, current), compared);
	return stepOf(item, cells, current);
}

/** Items that share a key. */
export function sameKeys(incoming: Incoming[]): Incoming[][] {
	const byKey = new Map<string, Incoming[]>();
	for (const item of incoming) {
		const known = byKey.get(item.key);
		if (known) known.push(item);
		else byKey.set(item.key, [item]);
	}
	return [...byKey.values()].filter(({ length }) => length > 1);
}
