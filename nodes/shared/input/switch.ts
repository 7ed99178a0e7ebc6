import { InputError } from '../errors';
import { quoteShort } from '../messages';

/** True or false, also as text (`TRUE` in spreadsheets). Throws `InputError` for anything else. */
export function readSwitch(value: unknown, label: string): boolean {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (text === true || text === 'true') return true;
	if (text === false || text === 'false') return false;
	throw new InputError(
		`${quoteShort(value)} is not a valid value for "${label}"`,
		'Use true or false',
	);
}
