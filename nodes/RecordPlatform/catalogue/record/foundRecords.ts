import type { IDataObject } from 'n8n-workflow';

import type { Draft, ItemView } from '../../../shared/catalogue';
import { Refusal } from '../../../shared/errors';
import { isExpression } from '../../../shared/parameterReader';
import { appsOf } from '../../bulk';
import { chosenQuery } from '../../query/choices';

/**
 * The condition that selects the records of a write. Throws `Refusal` if the query has a
 * limit or an offset, because the selection would be arbitrary.
 * @param write the write with its article (`a deletion`)
 */
export async function conditionFor(write: string, item: ItemView, advice: string): Promise<string> {
	const { condition, limit, offset } = await chosenQuery(item);
	if (condition === '' && queryFoundNothing(item)) {
		throw new Refusal(
			'The expression of "Query" found nothing, which would mean all records',
			'Nothing was written. Correct the expression. To mean all records, leave the query empty',
		);
	}
	if (limit === undefined && offset === undefined) return condition;
	throw new Refusal(`The query of ${write} can't have a limit or an offset`, advice);
}

function queryFoundNothing(item: ItemView): boolean {
	return item.read('filterBy', '') === 'query' && isExpression(item.node.parameters.query);
}

/** Whether this is a dry run. */
export function isDryRun(item: ItemView): boolean {
	return item.read('options.dryRun', false) === true;
}

/** The dry-run output of an item, in the same form as for all writes. */
export function dryRunOf(
	{ operation }: ItemView,
	draft: Draft,
	{ records, requests }: { records: number; requests: number },
): IDataObject {
	return {
		dryRun: true,
		operation: operation.name,
		...appsOf([draft]),
		items: 1,
		records,
		requests,
		refused: [],
	};
}
