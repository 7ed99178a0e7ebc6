import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { quoteShort } from '../../../shared/messages';
import { isExpression } from '../../../shared/parameterReader';
import { appsOf } from '../../bulk';
import { blankTextsIn, foundNoText } from '../../query/parts';
import { chosenQuery } from '../../query/selection';

/**
 * The condition that selects the records of a write. Throws `InputError` if an expression in the query
 * found nothing, or if the query has a limit or an offset, because the selection would be arbitrary.
 * @param write the write with its article (`a deletion`)
 */
export async function conditionFor(write: string, item: ItemView, advice: string): Promise<string> {
	const { condition, limit, offset } = await chosenQuery(item);
	if (hasExpression(item)) checkFound(condition, item);
	if (limit === undefined && offset === undefined) return condition;
	throw new InputError(`The query of ${write} can't have a limit or an offset`, advice);
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
	if (!foundNoText(condition, item.node.parameters.query, blankTextsIn)) return;
	throw new InputError(
		'An expression in "Query" returned no value, so the query would select other records',
		`Nothing was written. The query was ${quoteShort(condition)}. Correct the expression. To select records with an empty field, write "" without an expression`,
	);
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
