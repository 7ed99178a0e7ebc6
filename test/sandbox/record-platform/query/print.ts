import type { Condition, Query, Value } from '../../../../sandbox/record-platform/query/ast';

/** Writes a query as a person would; the inverse of parsing it. */
export function printQuery({ condition, orderBy, limit, offset }: Query): string {
	const sorts = orderBy.map(({ code, descending }) => `${code} ${descending ? 'desc' : 'asc'}`);
	return [
		condition && printCondition(condition),
		sorts.length > 0 && `order by ${sorts.join(', ')}`,
		limit !== undefined && `limit ${limit}`,
		offset !== undefined && `offset ${offset}`,
	]
		.filter(Boolean)
		.join(' ');
}

export function printCondition(condition: Condition): string {
	if (condition.kind !== 'comparison') {
		return condition.parts
			.map((part) =>
				condition.kind === 'and' && part.kind === 'or'
					? `(${printCondition(part)})`
					: printCondition(part),
			)
			.join(` ${condition.kind} `);
	}
	const { field, operator, values } = condition;
	const name = field.list === undefined ? field.code : `${field.list}.${field.code}`;
	if (operator.startsWith('is')) return `${name} ${operator}`;
	const written = values.map(printValue).join(', ');
	return `${name} ${operator} ${operator.endsWith('in') ? `(${written})` : written}`;
}

function printValue(value: Value): string {
	if (value.kind === 'literal') return printString(value.text);
	const given = value.arguments.map(({ kind, text }) =>
		kind === 'string' ? printString(text) : text,
	);
	return `${value.name}(${given.join(', ')})`;
}

export function printString(text: string): string {
	const escaped = text
		.replace(/[\\"]/g, '\\$&')
		.replaceAll('\t', '\\t')
		.replaceAll('\n', '\\n')
		.replaceAll('\r', '\\r');
	return `"${escaped}"`;
}
