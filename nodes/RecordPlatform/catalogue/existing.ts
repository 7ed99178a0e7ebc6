import type { Parameter } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';

interface Choice {
	displayName: string;
	name: string;
	/** Which of the two it is where nobody chose. */
	otherwise: 'keep' | 'replace';
	keep: string;
	replace: string;
	description: string;
}

/** The choice between keeping and replacing what is there; it has the same words everywhere. */
export function existing(choice: Choice): Parameter {
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

/** An expression may give anything, and a slip must not cost what is there. */
function checked(value: unknown, displayName: string): undefined {
	if (value === 'keep' || value === 'replace') return undefined;
	throw new Refusal(
		`"${String(value)}" is no value of "${displayName}"`,
		'Possible are keep and replace',
	);
}
