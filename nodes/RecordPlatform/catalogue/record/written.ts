import type { IDataObject } from 'n8n-workflow';

import type { FinishedRow, Parameter } from '../../../shared/catalogue';
import { inOrder } from '../../../shared/inOrder';
import { isOn, switchParameter } from '../../../shared/parameters';
import { chunks, grouped } from '../../../shared/run/batching';
import { PAGE } from '../../reading/paginate';
import { type Current, identityOf, RECORD_ID, type RecordName } from '../../codec/cells';
import { currentRecords } from '../../reading/current';
import { formOfItem, recordNamedIn } from '../../writing/fromItem';
import { appIn, guestSpaceOf, pathOn, recordPages } from '../../route';
import { recordDecoder } from '../../codec/decode';
import { decodeOptions } from '../parameters';

export const returnRecord: Parameter<'returnRecord'> = switchParameter({
	displayName: 'Return Record',
	name: 'returnRecord',
	description: 'Whether to return all fields of the record after the write',
});

const READS_AT_ONCE = 3;

/** Adds the URL of the record to each row of a write, and its fields where that is chosen. */
export async function finishWritten(rows: FinishedRow[]): Promise<void> {
	const present = rows.filter(({ json }) => !isGone(json));
	for (const row of present) addUrl(row);
	await addRecords(present.filter(({ item }) => isOn(item, 'options.returnRecord')));
}

function isGone({ $action, deleted }: IDataObject): boolean {
	return deleted === true || $action === 'deleted' || $action === 'gone';
}

function addUrl({ json, item }: FinishedRow): void {
	if (json.$id !== undefined) json.$url = recordPages(item)(json.$id);
}

/** The fields of the record as Get puts them out. */
function addFields(row: FinishedRow, cells: Current): void {
	const { json, item } = row;
	if (json.$id === undefined) {
		json.$id = identityOf(cells).id;
		addUrl(row);
	}
	Object.assign(json, recordDecoder(decodeOptions(item))(cells as unknown as IDataObject));
}

type NamedRow = Awaited<ReturnType<typeof recordOfRow>>;

/** Reads the records of the rows, hundreds in a request. */
async function addRecords(rows: FinishedRow[]): Promise<void> {
	const all: NamedRow[] = [];
	for (const row of rows) all.push(await recordOfRow(row));
	for (const some of grouped(all, ({ path, app, by }) => JSON.stringify([path, app, by]))) {
		await inOrder(chunks(some, PAGE), READS_AT_ONCE, async (page) => await readPage(page));
	}
}

/** A row, and how its record is found; a change of one record is answered without its ID. */
async function recordOfRow(row: FinishedRow) {
	const { json, item } = row;
	const { updateKey, id }: RecordName =
		json.$id === undefined
			? recordNamedIn(item, 'update', await formOfItem(item))
			: { id: String(json.$id) };
	return {
		row,
		by: updateKey?.field ?? RECORD_ID,
		key: updateKey?.value ?? id ?? '',
		path: pathOn('/k/v1/records.json', { guestSpace: guestSpaceOf(item) }),
		app: appIn(item.read('app')).id,
	};
}

async function readPage(page: NamedRow[]): Promise<void> {
	const [first] = page;
	if (first === undefined) return;
	const { row, path, app, by } = first;
	const keys = page.map(({ key }) => key);
	try {
		const find = await currentRecords({ path, app, by, keys }, row.item);
		for (const one of page) {
			const cells = find(one.key);
			if (cells) addFields(one.row, cells);
		}
	} catch (problem) {
		// The records are written, and their rows say so: no reason to fail.
		row.item.hint(`Written, but the records could not be read: ${(problem as Error).message}`);
	}
}
