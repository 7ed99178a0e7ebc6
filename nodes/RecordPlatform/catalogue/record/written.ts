import type { IDataObject } from 'n8n-workflow';

import type { FinishedRow, Parameter } from '../../../shared/catalogue';
import { inOrder } from '../../../shared/inOrder';
import { listed, nounFor } from '../../../shared/messages';
import { chunks, grouped } from '../../../shared/run/batching';
import { asCurrent, type Current, identityOf, keyOf } from '../../diff/currentRecords';
import { quoted } from '../../query/literals';
import { queryText } from '../../query/parts';
import { PAGE } from '../../query/paginate';
import { recordsOf } from '../../query/reading/request';
import { appIn, guestSpaceOf, pathOn } from '../../route';
import { cellIn } from '../../values/cells';
import { recordDecoder } from '../../values/decode';
import { fieldsFor, mapped, RECORD_ID } from '../../values/mapping';
import { targetOf, type UpdateKey } from '../../values/matching';
import { decodeChoices } from '../parameters';

export const returnRecord: Parameter<'returnRecord'> = {
	displayName: 'Return Record',
	name: 'returnRecord',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the fields of the record after the write, as Get returns them. Needs the permission to view records, and one more request for every 500 records.',
};

const READS_AT_ONCE = 3;

/** Adds the URL of the record to each row of a write, and its fields where that is chosen. */
export async function finishWritten(rows: FinishedRow[]): Promise<void> {
	await finish(rows, returnsRecord, addFields);
}

/** The same after a change of status, with the status that the record has now. */
export async function finishStatus(rows: FinishedRow[]): Promise<void> {
	await finish(
		rows,
		(row) => isSince11(row) || returnsRecord(row),
		(row, cells) => {
			const status = isSince11(row) ? statusIn(cells) : undefined;
			if (status !== undefined) row.json.status = status;
			if (returnsRecord(row)) addFields(row, cells);
		},
	);
}

type Add = (row: FinishedRow, cells: Current) => void;

async function finish(
	rows: FinishedRow[],
	needsRecord: (row: FinishedRow) => boolean,
	add: Add,
): Promise<void> {
	const present = rows.filter(({ json }) => !isGone(json));
	for (const row of present) addUrl(row);
	await addRecords(present.filter(needsRecord), (row, cells) => {
		if (row.json.id === undefined) {
			row.json.id = identityOf(cells).id;
			addUrl(row);
		}
		add(row, cells);
	});
}

/** Version 1 of the node puts out what it always did. */
function isSince11({ item }: FinishedRow): boolean {
	return item.node.typeVersion >= 1.1;
}

function isGone({ action, deleted }: IDataObject): boolean {
	return deleted === true || action === 'deleted' || action === 'gone';
}

function returnsRecord({ item }: FinishedRow): boolean {
	return item.read('options.returnRecord', false) === true;
}

/** Where a person opens the record. */
function addUrl(row: FinishedRow): void {
	const { json, item } = row;
	if (!isSince11(row) || json.id === undefined) return;
	const guestSpace = guestSpaceOf(item);
	const space = guestSpace === undefined ? '' : `guest/${guestSpace}/`;
	const { id } = appIn(item.read('app'));
	json.url = `${item.connection.baseUrl}/k/${space}${id}/show#record=${String(json.id)}`;
}

function statusIn(cells: Current): unknown {
	return Object.values(cells).find(({ type }) => type === 'STATUS')?.value;
}

/** The fields of the record as Get puts them out, except those that are called like a value of the row. */
function addFields({ json, item }: FinishedRow, cells: Current): void {
	const fields = recordDecoder(decodeChoices(item))(cells as unknown as IDataObject);
	const taken = Object.keys(fields).filter((code) => cellIn(json, code) !== undefined);
	for (const code of taken) delete fields[code];
	Object.assign(json, fields);
	if (taken.length === 0) return;
	item.hint(
		`Not in the output, because the output of the write has values with these names: ${nounFor(taken, 'field')} ${listed(taken)}. Read the record with Get`,
	);
}

/** Rows of one app whose records are found by the same field. */
interface Place {
	path: string;
	app: string;
	by: string;
}

interface Named {
	row: FinishedRow;
	key: string;
	place: Place;
}

/** Reads the records of the rows, hundreds in a request, and hands over the cells of each. */
async function addRecords(rows: FinishedRow[], add: Add): Promise<void> {
	const named: Named[] = [];
	for (const row of rows) {
		try {
			const { field, value } = await keyOfRow(row);
			const path = pathOn('/k/v1/records.json', { guestSpace: guestSpaceOf(row.item) });
			const place: Place = { path, app: appIn(row.item.read('app')).id, by: field };
			named.push({ row, key: value, place });
		} catch (problem) {
			tellUnread(row, problem);
		}
	}
	for (const some of grouped(named, ({ place }) => JSON.stringify(place))) {
		await inOrder(chunks(some, PAGE), READS_AT_ONCE, async (page) => await readPage(page, add));
	}
}

/** How to find the record of a row; a change of one record is answered without its ID. */
async function keyOfRow({ json, item }: FinishedRow): Promise<UpdateKey> {
	if (json.id !== undefined) return { field: RECORD_ID, value: String(json.id) };
	const wanted = mapped(item.read('fields'), item);
	const target = targetOf(wanted, 'update', await fieldsFor(wanted, item));
	return 'id' in target ? { field: RECORD_ID, value: target.id } : target.updateKey;
}

async function readPage(page: Named[], add: Add): Promise<void> {
	const [first] = page;
	if (first === undefined) return;
	const { row, place } = first;
	const { path, app, by } = place;
	const keys = [...new Set(page.map(({ key }) => key))];
	const condition = `${by} in (${keys.map(quoted).join(', ')})`;
	const query = { app, query: queryText({ condition, order: '', limit: PAGE }) };
	try {
		const body = await row.item.request({ method: 'GET', path, query, repeatable: true });
		const records = asCurrent(recordsOf(body));
		const type = records[0]?.[by]?.type ?? '';
		const found = new Map(records.map((cells) => [keyOf(cells[by]), cells]));
		for (const one of page) {
			const cells = found.get(keyOf({ type, value: one.key }));
			if (cells) add(one.row, cells);
		}
	} catch (problem) {
		tellUnread(row, problem);
	}
}

/** The records are written, and their rows say so: no reason to fail. */
function tellUnread({ item }: FinishedRow, problem: unknown): void {
	item.hint(`Written, but the records could not be read: ${(problem as Error).message}`);
}
