import type { FormFields } from '../form';
import { combine, type Condition, type Value } from './ast';
import { compileCondition } from './compile';
import type { QueryContext } from './context';
import { syntaxError } from './lexer';
import { compileOrder } from './order';
import type { CompiledQuery } from './page';
import { parseQuery } from './parser';
import { Parameters } from './sql';

export type { QueryContext } from './context';
export { type CompiledQuery, pageSql } from './page';
export { conditionFields, relatedApps } from './related';

const DEFAULT_LIMIT = 100;

/**
 * Compiles a query to SQL for PostgreSQL (docs/api: record platform, section 8).
 * @param firstParameter number of the first `$n` that is free
 * @throws ServiceError and nothing else: CB_VA01 with `errors.query` for wrong syntax, GAIA_QU01, GAIA_QU02,
 * GAIA_IQ03, GAIA_IQ07, GAIA_IQ10, GAIA_IQ11, GAIA_IQ23, GAIA_IQ25, GAIA_IL08, GAIA_IR02, GAIA_AP01
 */
export function compileQuery(
	text: string,
	form: FormFields,
	context: QueryContext,
	firstParameter = 1,
): CompiledQuery {
	const query = parseQuery(text);
	const { mode = 'records' } = context;
	if (mode !== 'records' && (query.limit !== undefined || query.offset !== undefined)) {
		throw syntaxError(text.length, 'limit and offset cannot be used here.');
	}
	if (mode === 'condition' && query.orderBy.length > 0) {
		throw syntaxError(text.length, 'order by cannot be used here.');
	}
	const parameters = new Parameters(firstParameter);
	const condition = query.condition && withoutIgnored(query.condition, context);
	// What is ignored must still be right.
	if (condition !== query.condition) {
		compileCondition(query.condition, form, context, new Parameters(1));
	}
	const where = compileCondition(condition, form, context, parameters);
	return {
		where,
		parameters: parameters.values,
		orderBy: compileOrder(query.orderBy, form),
		limit: query.limit ?? DEFAULT_LIMIT,
		offset: query.offset ?? 0,
	};
}

/** A caller without a primary organization has comparisons with it ignored, and gets what the others find. */
function withoutIgnored(condition: Condition, context: QueryContext): Condition | undefined {
	if (context.organizations.length > 0) return condition;
	if (condition.kind === 'comparison') {
		return condition.values.some(isPrimaryOrganization) &&
			condition.values.every(isPrimaryOrganization)
			? undefined
			: condition;
	}
	const parts = condition.parts.flatMap((part) => withoutIgnored(part, context) ?? []);
	return combine(condition.kind, parts);
}

function isPrimaryOrganization(value: Value): boolean {
	return value.kind === 'function' && value.name === 'PRIMARY_ORGANIZATION';
}
