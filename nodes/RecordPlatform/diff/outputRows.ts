import type { IDataObject } from 'n8n-workflow';

import type { Row } from '../../shared/catalogue';
import { type Cell, plainCell } from '../values/decode';
import { valueOf } from '../values/compare';
import type { Planned } from './compareItems';
import { type Current, identityOf } from './currentRecords';

/** The output of an item whose record needs no change. */
export function unchangedRow(step: Planned): Row {
	return { json: { action: 'unchanged', ...about(step), changedFields: [] } };
}

/** The output of an item that was written, from the service's response. */
export function writtenRow({ id, revision, operation }: IDataObject, step: Planned): Row {
	const created = step.action === 'create' && operation !== 'UPDATE';
	const changedFields = step.action === 'unchanged' ? [] : Object.keys(step.cells);
	const action = created ? 'created' : 'updated';
	return { json: { action, key: keyIn(step), id, revision, changedFields } };
}

/** The output of a deleted record, identified by the field `by`. */
export function deletedRow(record: Current, by: string): Row {
	return { json: { action: 'deleted', ...named(record, by) } };
}

/** The output of a record that was kept, because it was changed after it was read. */
export function keptRow(record: Current, by: string, revision: string): Row {
	const reason = 'Somebody changed the record after it was read';
	return { json: { action: 'kept', ...named(record, by), revision, reason } };
}

/** The output of a record that no longer exists. */
export function goneRow(record: Current, by: string): Row {
	const reason =
		'Somebody else deleted the record, or it is no longer visible to the signed-in user';
	return { json: { action: 'gone', ...named(record, by), reason } };
}

/** The words of a dry run are those of the run itself. */
const DONE = { create: 'created', update: 'updated', unchanged: 'unchanged' } as const;

/** The dry-run output of an item. */
export function previewOf(step: Planned): Row {
	const changes = step.action !== 'unchanged' && { changes: shownChanges(step) };
	return { json: { action: DONE[step.action], dryRun: true, ...about(step), ...changes } };
}

/** The dry-run output of a record that would be deleted. */
export function previewOfOther(record: Current, by: string): Row {
	return { json: { action: 'deleted', dryRun: true, ...named(record, by) } };
}

function named(record: Current, by: string): IDataObject {
	return { key: String(record[by]?.value ?? ''), ...identityOf(record) };
}

/** Key of an item, with ID and revision of its record if it exists. */
function about(step: Planned): IDataObject {
	return { key: keyIn(step), ...(step.action !== 'create' && identityOf(step.current)) };
}

function keyIn(step: Planned): string {
	return step.item.change.updateKey.value;
}

/** Values before and after, by field code, as plain values. */
function shownChanges(step: Exclude<Planned, { action: 'unchanged' }>): IDataObject {
	return Object.fromEntries(
		Object.entries(step.cells).map(([code, cell]) => {
			if (step.action === 'create') return [code, { to: valueOf(cell) }];
			const now = step.current[code];
			return [code, { from: now && plainCell(now), to: shown(cell, now) }];
		}),
	) as IDataObject;
}

/** Table rows are kept as sent, because their cells have no types. */
function shown(cell: unknown, now: Cell | undefined): unknown {
	const value = valueOf(cell);
	if (now === undefined || now.type === 'SUBTABLE') return value;
	return plainCell({ type: now.type, value });
}
