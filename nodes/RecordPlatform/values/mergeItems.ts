import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { isEmpty } from '../../shared/objects';
import { cellIn, setCell } from './cells';
import { contentOf } from './files';

/** The cells of one item of a record. */
export interface ItemCells {
	item: number;
	cells: IDataObject;
}

/**
 * The merged cells of several items for one record. A field that is empty in some items gets the
 * value of the others. Throws `InputError` if two items have different values or files for a field.
 */
export function mergedRecord(parts: ItemCells[]): IDataObject {
	const record: IDataObject = {};
	const from = new Map<string, number>();
	for (const { item, cells } of parts) {
		for (const [code, cell] of Object.entries(cells)) {
			const value = valueOf(cell);
			const before = cellIn(record, code);
			const known = valueOf(before);
			if (before === undefined || isEmpty(known)) {
				setCell(record, code, cell as IDataObject);
				from.set(code, item);
			} else if (!isEmpty(value) && areFiles(known) && areFiles(value)) {
				if (isSame(known.map(contentOf), value.map(contentOf))) continue;
				throw new InputError(
					`Items ${from.get(code)} and ${item} belong to the same record, but have different files in "${code}"`,
					'Put all files of the record in one of its items, or put the files in the table rows',
				);
			} else if (!isEmpty(value) && !isSame(known, value)) {
				throw new InputError(
					`Items ${from.get(code)} and ${item} belong to the same record but have different values for "${code}": ${quoteShort(known)} and ${quoteShort(value)}`,
					'Use the same value in all items of a record, or leave the field empty in all but one',
				);
			}
		}
	}
	return record;
}

function valueOf(cell: unknown): unknown {
	return (cell as { value?: unknown } | null | undefined)?.value;
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function areFiles(value: unknown): value is object[] {
	return Array.isArray(value) && value.some((entry) => Boolean((entry as IDataObject)?.fileKey));
}
