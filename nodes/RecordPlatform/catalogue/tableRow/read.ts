import type { AllItems, ItemView, Prepared, Row } from '../../../shared/catalogue';
import { grouped } from '../../../shared/run/batching';
import type { Current } from '../../diff/currentRecords';
import { meets } from '../../values/cellTests';
import { plainRecord, ROW_ID } from '../../values/decode';
import { RECORD_ID } from '../../values/mapping';
import { rowsIn } from '../../values/rows';
import { parsesNumbers } from '../parameters';
import { chosenTests } from './chosenRows';
import type { Target } from './target';
import { noSuchRecord, noSuchTable, recordsBy } from './write';

/** The record and the table of an item. */
interface Asked {
	target: Target;
	table: string;
}

/** Reads the records of all items together, hundreds per request. */
export async function readRows(prepared: Array<Prepared<Asked>>, whole: AllItems): Promise<void> {
	const groups = grouped(prepared, ({ spec, element }) =>
		JSON.stringify([spec, element.target.by]),
	);
	for (const group of groups) if (!whole.ended) await readGroup(group, whole);
}

async function readGroup(group: Array<Prepared<Asked>>, whole: AllItems): Promise<void> {
	const [first] = group;
	if (first === undefined) return;
	const keys = group.map(({ element }) => element.target.value);
	const tables = group.map(({ element }) => element.table);
	const { by } = first.element.target;
	const found = await recordsBy(by, keys, tables, whole.view(first.index), first.spec).catch(
		(problem: unknown) =>
			whole.refuse(
				group.map(({ index }) => index),
				problem,
			),
	);
	if (!found) return;
	for (const one of group) {
		const { target, table } = one.element;
		try {
			const record = found(target.value);
			if (record === undefined) throw noSuchRecord(target);
			await whole.done(one.index, await rowsOf(record, table, whole.view(one.index)));
		} catch (problem) {
			whole.refuse([one.index], problem);
		}
	}
}

/** The rows that meet the item's conditions, each with the IDs of its record and its own. */
async function rowsOf(record: Current, table: string, item: ItemView): Promise<Row[]> {
	const cell = record[table];
	if (cell?.type !== 'SUBTABLE') throw noSuchTable(table);
	const tests = await chosenTests(item);
	const numbers = parsesNumbers(item);
	return rowsIn(cell)
		.filter(({ value }) => tests.every((test) => meets(value[test.code]?.value, test)))
		.map(({ id, value }) => ({
			json: {
				[RECORD_ID]: record[RECORD_ID]?.value as string,
				[ROW_ID]: id,
				...plainRecord(value, { numbers }),
			},
		}));
}
