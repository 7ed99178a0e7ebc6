import type { IDataObject } from 'n8n-workflow';

import type { Row } from '../../shared/catalogue';
import { type Cell, plainCell } from '../values/decode';
import { valueOf } from '../values/compare';
import type { Planned } from './plan';
import { type Current, identityOf } from './read';

/** What the output tells of an item whose record is as it should be. */
export function unchangedRow(step: Planned): Row {
	return { json: { action: 'unchanged', ...about(step), changedFields: [] } };
}

/** What the output tells of an item that was written, from the service's answer. */
export function writtenRow({ id, revision, operation }: IDataObject, step: Planned): Row {
	const created = step.action === 'create' && operation !== 'UPDATE';
	const changedFields = step.action === 'unchanged' ? [] : Object.keys(step.cells);
	const action = created ? 'created' : 'updated';
	return { json: { action, key: keyIn(step), id, revision, changedFields } };
}

/** What the output tells of a record that no item stands for, which is named by the field `by`. */
export function deletedRow(record: Current, by: string): Row {
	return { json: { action: 'deleted', ...named(record, by) } };
}

/** What the output tells of one that is left, because it was changed to this revision after it was read. */
export function keptRow(record: Current, by: string, revision: string): Row {
	const reason = 'Somebody changed the record after it was read';
	return { json: { action: 'kept', ...named(record, by), revision, reason } };
}

/** What the output tells of one that was no longer there. */
export function goneRow(record: Current, by: string): Row {
	const reason = 'Somebody else deleted the record, or it may not be seen any more';
	return { json: { action: 'gone', ...named(record, by), reason } };
}

/** What would become of an item. */
export function previewOf(step: Planned): Row {
	const { action } = step;
	const changes = action !== 'unchanged' && { changes: shownChanges(step) };
	return { json: { action, preview: true, ...about(step), ...changes } };
}

/** What would become of a record that no item stands for. */
export function previewOfOther(record: Current, by: string): Row {
	return { json: { action: 'delete', preview: true, ...named(record, by) } };
}

function named(record: Current, by: string): IDataObject {
	return { key: String(record[by]?.value ?? ''), ...identityOf(record) };
}

/** Key of an item, with ID and revision of its record where there is one. */
function about(step: Planned): IDataObject {
	return { key: keyIn(step), ...(step.action !== 'create' && identityOf(step.current)) };
}

function keyIn(step: Planned): string | undefined {
	return step.item.change.updateKey?.value;
}

/** Values before and after, by field code, as people read them. */
function shownChanges(step: Exclude<Planned, { action: 'unchanged' }>): IDataObject {
	return Object.fromEntries(
		Object.entries(step.cells).map(([code, cell]) => {
			if (step.action === 'create') return [code, { to: valueOf(cell) }];
			const now = step.current[code];
			return [code, { from: now && plainCell(now), to: shown(cell, now) }];
		}),
	) as IDataObject;
}

/** Rows of tables stay as they are sent: their cells have no types. */
function shown(cell: unknown, now: Cell | undefined): unknown {
	const value = valueOf(cell);
	if (now === undefined || now.type === 'SUBTABLE') return value;
	return plainCell({ type: now.type, value });
}
