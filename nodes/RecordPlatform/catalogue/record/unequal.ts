import type { ItemView } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { listed, quoteShort } from '../../../shared/messages';
import { listOf, objectOf } from '../../../shared/objects';
import { type Current } from '../../diff/currentRecords';
import { type ConditionRow, excludedValues, type Reading, sentValue } from '../../query/conditions';
import type { QueryField } from '../../query/fields';
import { quoted } from '../../query/literals';
import { queryText } from '../../query/parts';
import { recordsOf } from '../../query/reading/request';
import { chosenRows, readingOf } from '../../query/selection';
import { appIn, guestSpaceOf, pathOn } from '../../route';
import { meantByBlanks, sameEntity, withBlanks } from '../../values/cellTests';
import { HOLDS_CODES } from '../../values/encode';
import { isRefused } from '../../values/form';

/** A condition that excludes values, of which the service may have none. */
interface Unequal {
	field: QueryField;
	values: unknown[];
	/** The same for a field whose values are found to be of another type. */
	differs(field: QueryField): unknown;
}

interface Place {
	item: ItemView;
	path: string;
	app: unknown;
}

type FieldRow = Omit<ConditionRow, 'field'> & { field: QueryField };

/** Whether only the records show what values the field has, because the form can't be read. */
function isUnknown({ type, format }: QueryField): boolean {
	return type === '' || (type === 'CALC' && format === undefined);
}

/** The conditions whose values only the records show to be right. */
export function unequalIn(rows: FieldRow[], item: ItemView): Unequal[] {
	const reading = readingOf(item);
	return rows.flatMap((row): Unequal[] => {
		const { field } = row;
		const isShown = HOLDS_CODES.has(field.type) || ['RECORD_NUMBER', 'STATUS'].includes(field.type);
		const all = excludedValues(row, field, reading);
		const values = isShown || isUnknown(field) ? all : withBlanks(field.type, all);
		const differs = (real: QueryField) =>
			values.find((value) => isOther(value, row, real, reading));
		return values.length === 0 ? [] : [{ field, values, differs }];
	});
}

/** Whether the value is sent otherwise for the real type of the field. Throws `InputError` if it is none of that type. */
function isOther(value: unknown, row: FieldRow, real: QueryField, reading: Reading): boolean {
	const condition = { ...row, field: row.field.code };
	return (
		sentValue(real, value, condition, reading) !== sentValue(row.field, value, condition, reading)
	);
}

/**
 * Throws `InputError` where a record was selected that has what the condition excludes, under another name:
 * the name of a person in place of the login name, or a number that is written otherwise.
 */
export async function refuseMeant(
	records: Current[],
	conditions: Unequal[],
	place: Place,
): Promise<void> {
	for (const { field, values, differs } of conditions) {
		const cells = records.flatMap((record) => cellsOf(record, field));
		const real = isUnknown(field) ? realField(field, cells) : field;
		const unlike = real && differs(real);
		if (unlike !== undefined) {
			const held = cells.find(({ value }) => isFilled(value))?.value;
			throw new InputError(
				`Field "${field.code}" has values such as ${quoteShort(held)}, with which ${quoteShort(unlike)} is not compared`,
				'Nothing was written. Write the value as the service does, or give the credential permission to view the form of the app',
			);
		}
		for (const value of values) {
			const isText = withBlanks(real?.type ?? '', [value]).length > 0;
			const wanted = isText ? String(value) : String(value).trim();
			const known = isText
				? meantByBlanks(
						cells.map((cell) => String(cell.value ?? '')),
						wanted,
					)
				: cells.map((cell) => meantIn(cell, wanted)).find((one) => one !== undefined);
			// Somebody can have the name that is the code of somebody else.
			if (known === undefined || (await isFound(field, wanted, place))) continue;
			throw new InputError(
				HOLDS_CODES.has(real?.type ?? '')
					? `Field "${field.code}" compares login names and codes, and ${quoteShort(wanted)} is none`
					: `No record has the value ${quoteShort(wanted)} in "${field.code}"`,
				`Nothing was written. Use ${quoteShort(known)}`,
			);
		}
	}
}

/** The field as its first value shows it; undefined if all are empty. */
function realField(field: QueryField, cells: Current[string][]): QueryField | undefined {
	const cell = cells.find(({ value }) => isFilled(value));
	if (cell === undefined) return undefined;
	const { type, value } = cell;
	return { ...field, type, ...(type === 'CALC' && { format: formatOf(String(value)) }) };
}

function formatOf(held: string): string {
	if (/^-?\d+:\d\d$/.test(held)) return 'HOUR_MINUTE';
	if (/^\d{4}-\d\d-\d\d/.test(held)) return held.includes('T') ? 'DATETIME' : 'DATE';
	return 'NUMBER';
}

function isFilled(value: unknown): boolean {
	return Array.isArray(value) ? value.length > 0 : (value ?? '') !== '';
}

/** The value of the cell that is meant by another one; undefined if none is. */
function meantIn({ type, value }: Current[string], wanted: string): string | undefined {
	if (HOLDS_CODES.has(type)) {
		return sameEntity((Array.isArray(value) ? listOf(value) : [value]).map(objectOf), wanted);
	}
	const held = String(value ?? '');
	const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();
	const number = (text: string) => /\d+$/.exec(plain(text))?.[0];
	const isMeant =
		type === 'RECORD_NUMBER'
			? number(held) === number(wanted)
			: type === 'STATUS' && plain(held) === plain(wanted);
	return isMeant ? held : undefined;
}

/** Whether any record of the app has exactly this value. */
async function isFound(
	{ code }: QueryField,
	value: string,
	{ item, path, app }: Place,
): Promise<boolean> {
	const condition = `${code} in (${quoted(value)})`;
	const query = queryText({ condition, order: '', limit: 1 });
	const body = await item.request({
		method: 'GET',
		path,
		query: { app, query, fields: ['$id'] } as never,
		repeatable: true,
	});
	return recordsOf(body).length > 0;
}

/** Whether the field is or can be a column, whose table is not known. */
export function isInTable({ inTable, type }: QueryField): boolean {
	return inTable || type === '';
}

/** The cells of a field: one, or those of all rows. */
export function cellsOf(record: Current, field: QueryField): Array<Current[string]> {
	const { code } = field;
	const ofRows = isInTable(field)
		? Object.values(record).flatMap(({ type, value }) =>
				type === 'SUBTABLE'
					? (value as Array<{ value: Current }>).map((row) => row.value[code])
					: [],
			)
		: [];
	return [record[code], ...ofRows].filter((cell) => cell !== undefined);
}

/**
 * Throws `InputError` for a status that the app doesn't have (any more): Does Not Equal would select all
 * records. The service refuses unknown choices, but may not refuse an unknown status.
 */
export async function checkStatuses(item: ItemView): Promise<void> {
	const rows = (await chosenRows(item)).filter(({ field }) => field.type === 'STATUS');
	const values = rows.flatMap((row) => excludedValues(row, row.field, readingOf(item)));
	if (values.length === 0) return;
	const known = await statusesOf(item);
	const unknown = values
		.map((value) => String(value).trim())
		.find((one) => known?.includes(one) === false);
	if (unknown === undefined || known === undefined) return;
	throw new InputError(
		`The app has no status ${quoteShort(unknown)}, so all records would be selected`,
		`Nothing was written. Its statuses are ${listed(known)}`,
	);
}

/** The names of the statuses, also in the language of the user; undefined if they can't be read. */
async function statusesOf(item: ItemView): Promise<string[] | undefined> {
	const path = pathOn('/k/v1/app/status.json', { guestSpace: guestSpaceOf(item) });
	const { id: app } = appIn(item.read('app', ''));
	return await item.once(`statuses ${path} ${app}`, async () => {
		const read = async (lang: string) =>
			await item.request({ method: 'GET', path, query: { app, lang }, repeatable: true });
		const bodies = await Promise.all(['default', 'user'].map(read)).catch((problem: unknown) => {
			if (!isRefused(problem)) throw problem;
			item.hint(
				'The statuses of the app could not be read, so the status in the conditions was not checked. Give the credential permission to view or add records of the app',
			);
			return [];
		});
		const names = bodies.flatMap((body) =>
			Object.values(objectOf(objectOf(body).states)).map((state) => String(objectOf(state).name)),
		);
		return names.length === 0 ? undefined : [...new Set(names)];
	});
}
