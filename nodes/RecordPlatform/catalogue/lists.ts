import type { Send, Parameter } from '../../shared/catalogue';
import { textParameter } from '../../shared/parameters';

type Listed<Name extends string, S extends Send> = Omit<Parameter<Name, S>, 'type' | 'default'> & {
	/** Method of the node that lists the choices. */
	list: string;
	/** Parameters that the list depends on; the app, if left out. */
	dependsOn?: string[];
	default?: string;
};

function fromList(type: 'options' | 'multiOptions', ids: string) {
	const advice = `Choose from the list, or specify ${ids} using an <a href="https://docs.n8n.io/code/expressions/">expression</a>`;
	return <const Name extends string, S extends Send = Send>({
		list: loadOptionsMethod,
		dependsOn: loadOptionsDependsOn = ['app.value'],
		description,
		...own
	}: Listed<Name, S>) =>
		({
			...own,
			type,
			default: own.default ?? (type === 'options' ? '' : []),
			typeOptions: { loadOptionsMethod, loadOptionsDependsOn },
			description: description ? `${description} ${advice}.` : advice,
		}) as Parameter<Name, S>;
}

/** A choice from a list of the editor, and several of them. n8n's advice is added to the description. */
export const listedOption = fromList('options', 'an ID');
export const listedOptions = fromList('multiOptions', 'IDs');
export const returnedFields = listedOptions({
	displayName: 'Field Names or IDs',
	name: 'fields',
	list: 'getReadableFields',
	description: 'Fields to return. Leave empty to return all fields.',
});

/** Attachment fields to take files from; an expression can return codes separated by commas. */
export function fileFields({ name, what }: { name: string; what: string }): Parameter {
	return listedOptions({
		displayName: 'Attachment Field Names or IDs',
		name,
		list: 'getFileFields',
		dependsOn: ['app.value', 'options.guestSpace'],
		description: `${what}, including those in tables. Leave empty to use all of them.`,
	});
}

/** A filter that is a list of IDs in one text. */
export function idsFilter(
	displayName: string,
	name: string,
	description: string,
	send: Partial<Send> = {},
	own: Partial<Parameter> = { role: 'selects' },
): Parameter {
	return textParameter({
		displayName,
		name,
		holds: 'ids',
		placeholder: 'e.g. 12, 15',
		description: `${description}, separated by commas`,
		send: { in: 'query', key: name, ...send },
		...own,
	});
}
