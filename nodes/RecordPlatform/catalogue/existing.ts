import type { Parameter } from '../../shared/catalogue';

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
		send: { in: 'element', key: name, as: () => undefined },
	};
}
