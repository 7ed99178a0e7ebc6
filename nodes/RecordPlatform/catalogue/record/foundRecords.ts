import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { quoteShort } from '../../../shared/messages';
import { missingPartOf } from '../../../shared/missingParts';
import { isExpression } from '../../../shared/parameterReader';
import { quotedTexts } from '../../../shared/quotedTexts';
import { appsOf } from '../../bulk';
import type { ConditionRow } from '../../query/conditions';
import { blankTextsIn, foundNoText, leavesQuotes } from '../../query/parts';
import { chosenQuery } from '../../query/selection';
import { chosenView } from '../../query/views';
import { checkStatuses } from './unequal';

/**
 * The condition that selects the records of a write. Throws `InputError` if an expression in the query
 * found nothing, or if the query has a limit or an offset, because the selection would be arbitrary.
 * @param write the write with its article (`a deletion`)
 */
export async function conditionFor(write: string, item: ItemView, advice: string): Promise<string> {
	const { condition, limit, offset } = await chosenQuery(item);
	if (hasExpression(item)) checkFound(condition, item);
	await checkStatuses(item);
	if (item.read('filterBy', '') === 'query') refuseMissingPart(item, 'query', 'Query');
	else refuseMissingPart(item, 'conditions', 'Conditions');
	if (write === 'a deletion' && item.read('filterBy', '') === 'view') await checkView(item);
	if (limit === undefined && offset === undefined) return condition;
	throw new InputError(`The query of ${write} can't have a limit or an offset`, advice);
}

/** Throws `InputError` for a view whose conditions somebody has removed: a deletion would select more records. */
async function checkView(item: ItemView): Promise<void> {
	const { name, condition } = await chosenView(item);
	if (condition !== '') return;
	throw new InputError(
		`The view ${quoteShort(name)} has no conditions, so it would select all records`,
		'Nothing was deleted. Add conditions to the view, or filter by conditions. To select all records, use the condition Record ID Greater Than 0',
	);
}

function hasExpression(item: ItemView): boolean {
	return item.read('filterBy', '') === 'query' && isExpression(item.node.parameters.query);
}

function checkFound(condition: string, item: ItemView): void {
	if (condition === '') {
		throw new InputError(
			'The expression in "Query" returned no value, which would select all records',
			'Nothing was written. Correct the expression. To select all records, leave the query empty',
		);
	}
	const { query } = item.node.parameters;
	if (leavesQuotes(String(item.read('query')), String(query))) {
		throw new InputError(
			'A value in "Query" has a quotation mark or a backslash, so the query would select other records',
			`Nothing was written. The query was ${quoteShort(condition)}. Use conditions, or write the value without quotation marks around it: Name = {{ JSON.stringify($json.name) }}`,
		);
	}
	if (!foundNoText(condition, query, blankTextsIn)) return;
	throw new InputError(
		'An expression in "Query" returned no value, so the query would select other records',
		`Nothing was written. The query was ${quoteShort(condition)}. Correct the expression. To select records with an empty field, write "" without an expression`,
	);
}

/**
 * Throws `InputError` where a part of the value of a condition was not found: the condition would select other
 * records. `ORD-` is in every order number. Outside of the quotes of a query, a part can be left out.
 * @param name the parameter with the conditions
 */
export function refuseMissingPart(item: ItemView, name: string, label: string): void {
	const stored = item.node.parameters[name];
	const values =
		name === 'query' ? quotedTexts(String(stored)).map(({ text }) => `="${text}"`) : texts(stored);
	const [missing] = values.flatMap(
		(text) => missingPartOf(text, (one) => item.parts(one), { isUpdate: false })?.expression ?? [],
	);
	if (missing === undefined) return;
	throw new InputError(
		`The expression ${missing} in "${label}" returned no value, so other records would be selected`,
		'Nothing was written. Correct the expression, or filter out the items without this value',
	);
}

function texts(stored: unknown): string[] {
	if (typeof stored === 'string') return [stored];
	if (typeof stored !== 'object' || stored === null) return [];
	// The editor keeps the value that was entered before Is Empty was chosen.
	const { operator } = stored as ConditionRow;
	return operator === 'empty' || operator === 'notEmpty'
		? []
		: Object.values(stored).flatMap(texts);
}

/** The dry-run output of an item, in the same form as for all writes. */
export function dryRunOf(
	{ operation }: ItemView,
	spec: RequestSpec,
	{ records, requests }: { records: number; requests: number },
): IDataObject {
	return {
		dryRun: true,
		operation: operation.name,
		...appsOf([spec]),
		items: 1,
		records,
		requests,
		refused: [],
	};
}
