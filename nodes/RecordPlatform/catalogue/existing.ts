import type { Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';

interface Choice<Name extends string> {
	displayName: string;
	name: Name;
	/** The default. */
	otherwise: 'keep' | 'replace';
	keep: string;
	replace: string;
	description: string;
}

/** The choice between keeping and replacing existing content. */
export function existing<Name extends string>(choice: Choice<Name>): Parameter<Name> {
	const { displayName, name, otherwise, keep, replace, description } = choice;
	return {
		displayName,
		name,
		type: 'options',
		default: otherwise,
		options: [
			{ name: 'Keep', value: 'keep', description: keep },
			{ name: 'Replace', value: 'replace', description: replace },
		],
		description,
		send: { in: 'element', key: name, as: (value) => checked(value, displayName) },
	};
}

/** An expression can return anything, and a typo must not delete existing content. */
function checked(value: unknown, displayName: string): undefined {
	if (value === 'keep' || value === 'replace') return undefined;
	throw new InputError(
		`${quoteShort(value)} is not a valid value for "${displayName}"`,
		'Use keep or replace',
	);
}
