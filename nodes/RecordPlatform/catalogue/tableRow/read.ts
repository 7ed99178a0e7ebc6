import type { AllItems, ItemContext, Prepared, Row } from '../../../shared/catalogue';
import { grouped } from '../../../shared/run/batching';
import { cellsOfRow, type Current, RECORD_ID, tableRows } from '../../codec/cells';
import { meets } from '../../writing/tables';
import { recordDecoder, ROW_ID } from '../../codec/decode';
import { recordPages } from '../../route';
import { decodeOptions } from '../parameters';
import { cellTests } from './conditions';
import type { AskedTable } from './target';
import { noSuchTable, noSuchTarget, tablesOf } from './write';

/** Reads the records of all items together, hundreds per request. */
export async function readRows(prepared: Array<Prepared<AskedTable>>, whole: AllItems) {
	const groups = grouped(prepared, ({ spec, element }) =>
		JSON.stringify([spec, element.target.by]),
	);
	for (const group of groups) if (!whole.ended) await readGroup(group, whole);
}

async function readGroup(group: Array<Prepared<AskedTable>>, whole: AllItems): Promise<void> {
	const [first] = group;
	if (first === undefined) return;
	const wanted = group.map(({ element }) => element);
	const find = await tablesOf(wanted, whole.itemAt(first.index), first.spec).catch(
		(problem: unknown) =>
			whole.refuse(
				group.map(({ index }) => index),
				problem,
			),
	);
	if (!find) return;
	for (const { index, element } of group) {
		const { target, table } = element;
		try {
			const record = find(target.value);
			if (record === undefined) throw noSuchTarget(target);
			await whole.done(index, await rowsOfTable(record, table, whole.itemAt(index)));
		} catch (problem) {
			whole.refuse([index], problem);
		}
	}
}

/** The rows that meet the item's conditions, each with the IDs of its record and its own, and the record's page. */
async function rowsOfTable(record: Current, table: string, item: ItemContext): Promise<Row[]> {
	const cell = record[table];
	if (cell?.type !== 'SUBTABLE') throw noSuchTable(table);
	const tests = await cellTests(item);
	const decode = recordDecoder(decodeOptions(item));
	const $url = recordPages(item)(record[RECORD_ID]?.value);
	return tableRows(cell.value)
		.filter((row) => tests.every((test) => meets(cellsOfRow(row)[test.code]?.value, test)))
		.map(({ id, value }) => ({
			json: {
				[RECORD_ID]: record[RECORD_ID]?.value as string,
				[ROW_ID]: id as string,
				...decode(value),
				$url,
			},
		}));
}
