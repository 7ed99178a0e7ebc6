import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { listed } from '../../shared/messages';
import { textOf } from '../../shared/text';
import { cellIn, setCell } from '../values/cells';
import { comparable, differs, valueOf } from '../values/compare';
import type { Cell } from '../values/decode';
import { RECORD_ID } from '../values/mapping';
import { rowsOf, type SentRow } from '../values/rows';
import { type Current, identityOf } from './currentRecords';
import { type LookupKeys, NO_LOOKUPS } from '../values/lookupsAsRead';
import { pairedRows, type TrustInIds } from './pairRows';

/** A record to write; its ID, unless it is found by a key. */
interface Write {
	id?: string;
	record: IDataObject;
}

/** The ID of the record that an item was read from; empty if it has none. */
export function readFrom({ json }: Pick<ItemView, 'json'>): string {
	const id = json[RECORD_ID];
	const plain = (typeof id === 'object' ? valueOf(id) : id) ?? '';
	return typeof plain === 'object' ? '' : textOf(plain, RECORD_ID).trim();
}

/**
 * When the row IDs of a change count. Row IDs are per app, so those of another record say nothing.
 * @param from ID of the record that the item was read from
 */
export function trustInIds({ id }: Pick<Write, 'id'>, from: string, current: Current): TrustInIds {
	if (id !== undefined) return from === '' || from === id ? 'first' : 'never';
	return from !== '' && from === identityOf(current).id ? 'last' : 'never';
}

/** Whether the rows of a change may be those of another record. */
export function mayHaveForeignRows({ id, record }: Write, from: string): boolean {
	if (id !== undefined && (from === '' || from === id)) return false;
	return Object.values(record).some((cell) => rowsIn(cell)?.some((row) => row.id !== undefined));
}

/**
 * The cells for a record that was read: table rows have the IDs of its rows, and keys of lookups
 * that are unchanged are left out, because the service would copy the source's values again.
 * @param tell takes what is to be shown above the output
 */
export function fittedTo(
	record: IDataObject,
	current: Current,
	trust: TrustInIds,
	tell: (message: string) => void,
	keys: LookupKeys = NO_LOOKUPS,
): IDataObject {
	const fields = keys.get('');
	const fitted: IDataObject = {};
	for (const [code, cell] of Object.entries(record)) {
		const now = cellIn(current, code);
		const rows = now?.type === 'SUBTABLE' ? rowsIn(cell) : undefined;
		if (rows) {
			const own = rowsOf(now?.value);
			const paired = pairedRows(rows, own, trust);
			const lost = columnsLost(paired, own);
			if (lost !== '') {
				tell(
					`Table "${code}": rows that match no incoming row are replaced, without their values in columns that you don't write: ${lost}`,
				);
			}
			const sent = paired.map((row) => withoutKeys(row, own, keys.get(code)));
			setCell(fitted, code, { value: sent } as unknown as IDataObject);
		} else if (fields?.has(code) !== true || differs(valueOf(cell), now)) {
			setCell(fitted, code, (trust === 'first' ? cell : withoutIds(cell)) as IDataObject);
		}
	}
	return fitted;
}

/** The unwritten columns with values in rows that go while new ones come; nothing if rows only go. */
function columnsLost(rows: SentRow[], own: SentRow[]): string {
	const kept = new Set(rows.map(({ id }) => id));
	if (!kept.has(undefined)) return '';
	const written = new Set(rows.flatMap(({ value }) => Object.keys(value)));
	const lost = own
		.filter(({ id }) => !kept.has(id))
		.flatMap(({ value }) => Object.entries(value))
		.filter(([code, cell]) => !written.has(code) && isEntered(cell as unknown as Cell))
		.map(([code]) => code);
	return lost.length === 0 ? '' : listed([...new Set(lost)]);
}

function isEntered({ type, value }: Cell): boolean {
	return type !== 'CALC' && !['', '[]'].includes(comparable(type, value));
}

/** The cells for a record without rows: the service would take the IDs for those of its own. */
export function withoutRowIds(record: IDataObject): IDataObject {
	const cells: IDataObject = {};
	for (const [code, cell] of Object.entries(record)) {
		setCell(cells, code, withoutIds(cell) as IDataObject);
	}
	return cells;
}

function withoutIds(cell: unknown): unknown {
	const rows = rowsIn(cell);
	return rows?.some(({ id }) => id !== undefined)
		? { value: rows.map(({ value }) => ({ value })) }
		: cell;
}

function withoutKeys(row: SentRow, own: SentRow[], keys: Set<string> | undefined): SentRow {
	const now = keys && row.id !== undefined ? own.find(({ id }) => id === row.id) : undefined;
	if (now === undefined) return row;
	const kept = Object.entries(row.value).filter(
		([code, cell]) =>
			keys?.has(code) !== true ||
			differs(valueOf(cell), cellIn(now.value as unknown as Current, code)),
	);
	return { ...row, value: Object.fromEntries(kept) as IDataObject };
}

/** Whether a table is among the cells to write. */
export function hasTable(record: IDataObject): boolean {
	return Object.values(record).some((cell) => rowsIn(cell) !== undefined);
}

/** The rows of a cell to write; undefined for the cell of another field. */
function rowsIn(cell: unknown): SentRow[] | undefined {
	const value = valueOf(cell);
	if (!Array.isArray(value)) return undefined;
	const isTable = value.every(
		(row) => typeof row === 'object' && row !== null && typeof row.value === 'object',
	);
	return isTable ? rowsOf(value) : undefined;
}
