import type { ItemView } from '../../../shared/catalogue';
import { counted } from '../../../shared/messages';
import { chunks } from '../../../shared/run/batching';
import { type Current, identityOf, pagesById } from '../../diff/currentRecords';
import type { QueryField } from '../../query/fields';
import { both } from '../../query/parts';
import { PAGE } from '../../query/reading/request';
import { chosenQuery, chosenRows } from '../../query/selection';
import { searchedText, textOfHtml } from '../../values/plainText';
import { cellsOf, isInTable, refuseMeant, unequalIn } from './unequal';

/** Where records are read. */
interface Place {
	path: string;
	app: unknown;
}

/** No record meets it. */
const NONE = { field: '$id|__ID__', operator: 'equals', value: 0 } as const;

/**
 * Looks at selected records again before they are written. Throws `InputError` for a value that
 * excludes none of them although it is meant to, and leaves out records that contain a text that they
 * shouldn't. For Does Not Contain, the service searches for whole words, and doesn't find what was
 * written a moment ago: it selects "keyword" if "key" is not to be contained.
 */
export async function lookAgain(
	records: Current[],
	item: ItemView,
	{ path, app }: Place,
): Promise<Current[]> {
	if (records.length === 0) return records;
	const rows = await chosenRows(item);
	const excluded = rows.filter(({ operator }) => operator === 'notContains');
	const unequal = unequalIn(rows, item);
	const looked = [...excluded, ...unequal];
	if (looked.length === 0) return records;
	const inTable = looked.some(({ field }) => isInTable(field));
	// A column is read with its table, whose code the condition doesn't have.
	const fields = inTable ? [] : ['$id', ...looked.map(({ field }) => field.code)];
	const found = async (ids: string[], condition: string, fields: string[]) => {
		const all: Current[] = [];
		for (const some of chunks(ids, PAGE)) {
			const named = `$id in (${some.map((id) => `"${id}"`).join(', ')})`;
			const read = { path, app, condition: both(condition, named), fields };
			for await (const page of pagesById(read, item)) all.push(...page.records);
		}
		return all;
	};
	const idOf = (record: Current) => identityOf(record).id;
	const again = await found(records.map(idOf), '', fields);
	await refuseMeant(again, unequal, { item, path, app });
	const containing = again.filter((record) =>
		excluded.some(({ field, value }) => contains(record, field, String(value))),
	);
	if (containing.length === 0) return records;
	// With Any, a record can be selected by another condition.
	const { condition } = await chosenQuery(item, (row) =>
		row.operator === 'notContains' ? { ...row, ...NONE } : row,
	);
	const selected = new Set((await found(containing.map(idOf), condition, ['$id'])).map(idOf));
	const kept = new Set(containing.map(idOf).filter((id) => !selected.has(id)));
	if (kept.size > 0) {
		item.hint(
			`Not selected: ${counted(kept.size, 'record')} with the text of "Does Not Contain". The service only searches for whole words, and doesn't find what was written a moment ago`,
		);
	}
	return records.filter((record) => !kept.has(idOf(record)));
}

function contains(record: Current, field: QueryField, text: string): boolean {
	return cellsOf(record, field).some((cell) => searched(textIn(cell)).includes(searched(text)));
}

function textIn({ type, value }: Current[string]): string {
	if (Array.isArray(value)) {
		return (value as Array<{ name?: unknown }>).map(({ name }) => String(name)).join('\n');
	}
	const text = String(value ?? '');
	return type === 'RICH_TEXT' ? textOfHtml(text) : text;
}

/** In one spelling: more records are kept than if case or width counted. */
function searched(text: string): string {
	return searchedText(text.normalize('NFKC')).toLowerCase();
}
