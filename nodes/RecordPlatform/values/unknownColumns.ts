import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { keysIn } from '../../shared/itemPaths';
import { listed, quoteShort } from '../../shared/messages';
import { isObject } from '../../shared/objects';
import { recordIn } from '../route';
import { cellIn } from './cells';
import { foundNothing, isNamedByCode } from './encode';
import { type Field, isWritable } from './form';

/** Fields of a form, or columns of a table, as an item's names see them. */
export interface Names {
	/** What a name fits. */
	fits: (key: string) => Field | undefined;
	/** Fields with this label, in the order of the form. */
	labeled: (key: string) => Field[];
	/** Whether the service fills the field in, so that it isn't written. */
	filledIn: (field: Field) => boolean;
}

/** Where automatic mapping looks for the names of an item. */
export interface Target {
	/** The form, the columns of a table, or both. */
	names: Names[];
	/** Says in a hint what has no such name. */
	where: string;
	/** Begins the error. */
	missing: (keys: string[]) => string;
	/** False where the fields are those stored in the node, which may lack some. */
	isLive: boolean;
	/** Whether an item that was read from a record is written to this record, which keeps what the service filled in. */
	isOwn: boolean;
}

/** Names that are never written, because the node itself gives them to records and rows. */
const OWN_NAMES = new Set(['$id', '$revision', '$rowId']);

/** What writes put out. */
const OUTPUT = ['id', 'revision'];
const OUTPUT_NAMES = new Set([...OUTPUT, 'status', 'url']);

/**
 * Tells of the columns of an automatically mapped item that are not written, and why; with
 * *Unknown Columns* at Stop, throws `InputError` for those that fit no field.
 */
export function checkColumns(values: IDataObject, item: ItemView, target: Target): void {
	const used = keysIn(item.node.parameters);
	const isOutput = OUTPUT.every(
		(key) => key in values && target.names.every(({ fits }) => !fits(key)),
	);
	const isRead = target.isOwn && cellIn(values, '$revision') !== undefined;
	const unknown: string[] = [];
	const filledIn: string[] = [];
	const twice: string[] = [];
	const put: string[] = [];
	for (const key in values) {
		if (isUrlOfWrite(key, values) && target.names.some(({ fits }) => fits(key))) put.push(key);
		if (
			OWN_NAMES.has(key) ||
			(isOutput && OUTPUT_NAMES.has(key)) ||
			isUrlOfWrite(key, values) ||
			foundNothing(values[key]) ||
			used.has(key)
		)
			continue;
		const fitting = target.names.flatMap(({ fits, labeled, filledIn: isFilledIn }) =>
			[fits(key) ?? labeled(key)].flat().map((field) => ({ field, isOurs: !isFilledIn(field) })),
		);
		const ours = fitting.filter(({ isOurs }) => isOurs);
		if (fitting.length === 0) unknown.push(key);
		else if (!isRead && ours.length === 0) filledIn.push(key);
		else if (ours.some(({ field }) => isElsewhere(field, key, values))) twice.push(key);
		else if (!isRead) {
			const [table] = ours.flatMap(({ field }) => (field.columns ? [field] : []));
			filledIn.push(...filledInRows(table, values[key]).map((column) => `${key}: ${column}`));
		}
	}
	const stopping = [...unknown, ...twice];
	if (stopping.length > 0 && stops(item)) {
		throw new InputError(
			unknown.length > 0 ? target.missing(unknown) : `The item has two values for ${listed(twice)}`,
			'Nothing was written for this item. Rename or remove these columns of the item, or set "Unknown Columns" to Ignore',
		);
	}
	if (!target.isLive || stopping.length + filledIn.length + put.length === 0) return;
	const parts = [
		twice.length > 0 && `${listed(twice)} (the item has another value under the field code)`,
		unknown.length > 0 && `${listed(unknown)} (${target.where})`,
		filledIn.length > 0 && `${listed(filledIn)} (filled in by the service)`,
		put.length > 0 && `${listed(put)} (the address of the record in the output of a write)`,
	];
	item.hint(`Not written: ${parts.filter((part) => part !== false).join('; ')}`);
}

/**
 * Whether a value is the address of the record that a write has put out, not one that somebody
 * entered in a field of this name.
 */
export function isUrlOfWrite(key: string, values: IDataObject): boolean {
	if (key !== 'url' || !OUTPUT.every((name) => name in values)) return false;
	const { url, id } = values;
	const found = typeof url === 'string' ? recordIn(url) : undefined;
	// A mere number isn't an address.
	return found?.app !== undefined && found.id === String(id);
}

/** Names of the columns in the rows of a table that the service fills in. */
function filledInRows(table: Field | undefined, value: unknown): string[] {
	const columns = table?.columns?.filter(
		(column) => column.computed === true || !isWritable(column),
	);
	if (columns === undefined || columns.length === 0) return [];
	const rows = isObject(value) ? value.value : value;
	const told = (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
		const cells = isObject(row) && isObject(row.value) ? row.value : row;
		if (!isObject(cells)) return [];
		return columns.flatMap(({ code, label = code }) =>
			[code, label].filter((name) => !foundNothing(cellIn(cells, name))),
		);
	});
	return [...new Set(told)];
}

/** Whether a key is the label of a field that has another value under its code, which counts. */
function isElsewhere(field: Field, key: string, values: IDataObject): boolean {
	if (!isNamedByCode(field, key, values)) return false;
	return JSON.stringify(values[key]) !== JSON.stringify(cellIn(values, field.code));
}

function stops(item: ItemView): boolean {
	const chosen = item.read('options.unknownColumns', 'ignore');
	if (chosen === 'stop' || chosen === 'ignore') return chosen === 'stop';
	throw new InputError(
		`${quoteShort(chosen)} is not a valid value for "Unknown Columns"`,
		'Use ignore or stop',
	);
}
