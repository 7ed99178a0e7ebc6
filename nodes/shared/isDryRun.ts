import type { ItemView } from './catalogue';
import { InputError } from './errors';
import { quoteShort } from './messages';
import { isExpression, storedAt } from './parameterReader';

/**
 * Whether a dry run is turned on. An expression often returns its text: variables, forms and
 * query strings know no other values. Throws `InputError` for anything but true or false, because
 * what was meant as a dry run would write.
 */
export function isDryRun(
	item: Pick<ItemView, 'read' | 'node'>,
	name: 'options.dryRun' | 'preview' = 'options.dryRun',
): boolean {
	const value = item.read(name);
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === true || text === 'true') return true;
	if (text === false || text === 'false') return false;
	if (value === undefined && !isExpression(storedAt(item, name))) return false;
	throw new InputError(
		value === undefined
			? 'The expression in "Dry Run" returned no value'
			: `${quoteShort(value)} is not a valid value for "Dry Run"`,
		'Nothing was written. Use true or false',
	);
}
