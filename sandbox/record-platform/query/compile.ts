import { ServiceError } from '../errors';
import type { FormFields } from '../form';
import type { Comparison, Condition } from './ast';
import { compare, isNegative, positiveOf } from './comparisons';
import type { QueryContext } from './context';
import { allowsOperator, optionsOf } from './field-kinds';
import { findQueried, valueOf, type QueriedField } from './fields';
import { meaningOf } from './literals';
import { findList, keysMatch, type RelatedList } from './related';
import { RowGroups, tableRows, type Rows } from './rows';
import { allOf, anyOf, type Parameters } from './sql';

/** Whose records a condition is about: an app's form and the name its records have in the SQL. */
interface QueryScope {
	form: FormFields;
	alias: string;
	/** Inside a related-record list. */
	related: boolean;
}

/** Turns a condition over `records r` into SQL. The SQL may be NULL where the condition does not hold. */
export function compileCondition(
	condition: Condition | undefined,
	form: FormFields,
	context: QueryContext,
	parameters: Parameters,
): string {
	if (!condition) return 'true';
	const compiler = new ConditionCompiler(context, parameters);
	return compiler.condition(condition, { form, alias: 'r', related: false });
}

class ConditionCompiler {
	constructor(
		private readonly context: QueryContext,
		private readonly parameters: Parameters,
	) {}

	condition(condition: Condition, scope: QueryScope): string {
		if (condition.kind === 'or') {
			return anyOf(condition.parts.map((part) => this.condition(part, scope)));
		}
		return this.conjunction(condition.kind === 'and' ? condition.parts : [condition], scope);
	}

	private conjunction(parts: Condition[], scope: QueryScope): string {
		const groups = new RowGroups();
		const conditions = parts.flatMap((part) => {
			if (part.kind !== 'comparison') return [this.condition(part, scope)];
			if (part.field.list === undefined) return this.own(part, scope, groups);
			return this.related(part, part.field.list, scope, groups);
		});
		return allOf([...conditions, ...groups.conditions()]);
	}

	private own(comparison: Comparison, scope: QueryScope, groups: RowGroups): string[] {
		const target = findQueried(comparison.field.code, scope.form);
		check(comparison, target, scope);
		if (!target.table) return [this.leaf(comparison, target, valueOf(target, scope.alias))];
		const { code } = target.table;
		const group = groups.group(`table ${code}`, () => tableRows(code, scope.alias));
		const value = valueOf(target, scope.alias, group.rows.cells);
		const condition = this.leaf(comparison, target, value);
		return groups.add(group, condition, isNegative(comparison.operator));
	}

	private related(
		comparison: Comparison,
		listCode: string,
		scope: QueryScope,
		groups: RowGroups,
	): string[] {
		if (scope.alias !== 'r') throw new ServiceError('GAIA_IR02');
		const list = findList(listCode, scope.form, this.context);
		const inner: QueryScope = { form: list.form, alias: 'related', related: true };
		const group = groups.group(`list ${listCode}`, () => this.relatedRows(list, scope, inner));
		const field = { list: undefined, code: comparison.field.code };
		const condition = this.condition({ ...comparison, field }, inner);
		return groups.add(group, condition, isNegative(comparison.operator));
	}

	private relatedRows(list: RelatedList, scope: QueryScope, inner: QueryScope): Rows {
		const app = `${inner.alias}.app_id = ${this.parameters.add(list.appId, 'bigint')}`;
		const keys = keysMatch(list, scope.alias, inner.alias);
		const ids = this.context.relatedIds?.[list.appId];
		const seen = ids ? [`${inner.alias}.id = any(${this.parameters.add(ids, 'bigint[]')})`] : [];
		const filter = list.filter ? [this.condition(list.filter, { ...inner, related: false })] : [];
		const from = `records ${inner.alias} where ${allOf([app, keys, ...seen, ...filter])}`;
		return {
			any: `exists (select 1 from ${from})`,
			from,
			cells: `${inner.alias}.cells`,
		};
	}

	private leaf({ operator, values }: Comparison, target: QueriedField, value: string): string {
		const field = { type: target.field.type, kind: target.kind };
		const meanings = values.map((given) => meaningOf(given, field, this.context));
		const positive = compare(target.kind, value, positiveOf(operator), meanings, this.parameters);
		return isNegative(operator) ? `(${positive}) is not true` : positive;
	}
}

/** GAIA_IQ10 comes before GAIA_IQ07 and GAIA_IQ03 (docs/api: record platform, section 4). */
function check(
	{ operator, values }: Comparison,
	{ field, kind, table }: QueriedField,
	scope: QueryScope,
) {
	const options = optionsOf(field);
	for (const value of options ? values : []) {
		if (value.kind === 'literal' && value.text !== '' && !options?.includes(value.text)) {
			throw new ServiceError('GAIA_IQ10', {
				message: `The field (${field.code}) has no option "${value.text}".`,
			});
		}
	}
	const inRows = scope.related || table !== undefined;
	if (inRows && kind !== 'id' && (operator === '=' || operator === '!=')) {
		throw new ServiceError('GAIA_IQ07', {
			message: `The operator ${operator} cannot be used with the field (${field.code}) of a table. Use in or not in.`,
		});
	}
	if (!allowsOperator(field, operator, inRows)) {
		throw new ServiceError('GAIA_IQ03', {
			message: `The operator ${operator} cannot be used with the field (${field.code}), a ${field.type}.`,
		});
	}
}
