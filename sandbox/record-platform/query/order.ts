import { ServiceError } from '../errors';
import type { FormFields } from '../form';
import { literal } from '../sql';
import type { Sort } from './ast';
import { optionsOf, type Kind } from './field-kinds';
import { findQueried, valueOf, type QueriedField } from './fields';

const NEVER_EMPTY: Kind[] = ['id', 'login', 'instant'];
const LISTS: Kind[] = ['choices', 'categories', 'entities', 'assignees', 'files'];
const TEXTS: Kind[] = ['text', 'long text', 'rich text', 'status', 'login'];

/**
 * What follows `order by`; without parameters, so that counting can do without it. Empty values come first going up
 * and last going down; what is equal goes by record ID, newest first (`$id desc` is the default order, too).
 * Which types the service sorts by is not established, so all that have values can be; choices go as their options do.
 */
export function compileOrder(sorts: Sort[], form: FormFields): string {
	const terms = sorts.map(({ code, descending }) => {
		const target = findQueried(code, form);
		const direction = descending ? 'desc' : 'asc';
		// What is never empty goes without a word on empty values, for then an index can give the order.
		if (NEVER_EMPTY.includes(target.kind)) return `${sortValue(target)} ${direction}`;
		return `${sortValue(target)} ${direction} nulls ${descending ? 'last' : 'first'}`;
	});
	return [...terms, 'r.id desc'].join(', ');
}

function sortValue(target: QueriedField): string {
	if (target.kind === 'nothing') {
		throw new ServiceError('GAIA_IQ03', {
			message: `The field (${target.field.code}), a ${target.field.type}, cannot be sorted by.`,
		});
	}
	const firstRow =
		target.table && `(r.cells #> array[${literal(target.table.code)}, '0', 'value'])`;
	const value = valueOf(target, 'r', firstRow);
	if (target.kind === 'choice') {
		const options = (optionsOf(target.field) ?? []).map(literal);
		return `array_position(array[${options.join(', ')}]::text[], ${value})`;
	}
	if (TEXTS.includes(target.kind)) return `nullif(${value}, '') collate "C"`;
	if (LISTS.includes(target.kind))
		return `nullif(nullif(${value}, '[]'), 'null')::text collate "C"`;
	return value;
}
