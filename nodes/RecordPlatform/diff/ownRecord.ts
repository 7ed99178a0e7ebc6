import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { listed } from '../../shared/messages';
import { textOf } from '../../shared/text';
import { appIn } from '../route';
import { cellIn, setCell } from '../values/cells';
import { differs, valueOf } from '../values/compare';
import { formReadBefore } from '../values/form';
import { RECORD_ID } from '../values/mapping';
import { rowsOf, type SentRow } from '../values/rows';
import { type Current, identityOf } from './currentRecords';
import { addsFiles } from './files';
import { type LookupKeys, NO_LOOKUPS } from '../values/lookupsAsRead';
import { pairedRows, type RowMatching, type TrustInIds, valuesLost } from './pairRows';

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

/**
 * How the rows of an item find those of its record, apart from their IDs. Throws `InputError` for
 * an unknown column.
 */
export function rowMatching(item: ItemView): Omit<RowMatching, 'trust'> {
	const form = formReadBefore(item, appIn(item.read('app')).id) ?? [];
	const tables = form.filter(({ columns }) => columns !== undefined);
	const columns = tables.flatMap((table) => table.columns ?? []);
	const by = rowKeys(item);
	const unknown =
		form.length === 0 ? undefined : by.find((code) => !columns.some((one) => one.code === code));
	if (unknown === undefined) return { by, columns, keepsFiles: addsFiles(item) };
	throw new InputError(
		`"Match Rows By" names "${unknown}", which is not a table column of the app`,
		'Choose the column from the list. Somebody may have renamed or deleted it',
	);
}

/** Codes of the columns that identify a row; none if the option is not used. */
export function rowKeys(item: Pick<ItemView<'options.matchRowsBy'>, 'read'>): string[] {
	const chosen = item.read('options.matchRowsBy', []);
	const codes: unknown[] = Array.isArray(chosen) ? chosen : String(chosen ?? '').split(/[,\n]/);
	return codes.map((code) => textOf(code, 'Match Rows By').trim()).filter((code) => code !== '');
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
	matching: RowMatching,
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
			const paired = pairedRows(code, rows, own, matching);
			const lost = replacedValues(paired, own, matching);
			if (lost.length > 0) {
				tell(
					`Table "${code}": rows that match no incoming row are replaced, without their values in columns that you don't write: ${listed(lost)}`,
				);
			}
			const sent = paired.map((row) => withoutKeys(row, own, keys.get(code)));
			setCell(fitted, code, { value: sent } as unknown as IDataObject);
		} else if (fields?.has(code) !== true || differs(valueOf(cell), now)) {
			setCell(fitted, code, (matching.trust === 'first' ? cell : withoutIds(cell)) as IDataObject);
		}
	}
	return fitted;
}

/** The unwritten columns with values in rows that go while new ones come; none if rows only go. */
function replacedValues(rows: SentRow[], own: SentRow[], { columns }: RowMatching): string[] {
	const kept = new Set(rows.map(({ id }) => id));
	if (!kept.has(undefined)) return [];
	return valuesLost(
		rows.filter(({ id }) => id === undefined),
		own.filter(({ id }) => !kept.has(id)),
		columns,
	);
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

/** Whether a table with rows that have no ID is among the cells to write. */
export function hasRowsWithoutIds(record: IDataObject): boolean {
	return Object.values(record).some((cell) => rowsIn(cell)?.some(({ id }) => id === undefined));
}

/** The hint where rows are replaced without being matched. */
export const ROWS_NOT_READ =
	"The current rows can't be read, so all rows of the tables are replaced, and so are the values of columns that aren't written";

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
