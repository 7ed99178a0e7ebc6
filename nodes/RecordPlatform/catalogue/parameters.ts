import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext, Options, Parameter, Send } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { isBlank, textOf } from '../../shared/input/text';
import { quoteShort } from '../../shared/messages';
import {
	choices,
	collectionParameter,
	isOn,
	switchParameter,
	textParameter,
} from '../../shared/parameters';
import type { DecodeOptions } from '../codec/decode';

export function existing<const Name extends string>(
	entry: Pick<Parameter<Name>, 'displayName' | 'name' | 'description'> & {
		default: 'keep' | 'replace';
		keep: string;
		replace: string;
	},
): Parameter<Name> {
	const { keep, replace, ...parameter } = entry;
	return {
		...parameter,
		...choices(parameter.default, { keep: ['Keep', keep], replace: ['Replace', replace] }),
		send: { in: 'element', key: entry.name, as: () => undefined },
	};
}

/** The options of an operation: its own, and the guest space if the request supports one. */
export function options<Own extends Parameter[]>(...own: Own): OptionsOf<Own> {
	return optionsInGuestSpace(own);
}

type OptionsOf<Own extends Parameter[]> = Options<Own[number] | Parameter<'guestSpace'>>;

/** The options of an operation with the guest space among them. */
export function optionsInGuestSpace<Own extends Parameter[]>(
	own: Own,
	description?: string,
): OptionsOf<Own> {
	const guestSpace: Parameter<'guestSpace'> = textParameter({
		displayName: 'Guest Space',
		name: 'guestSpace',
		holds: 'id',
		placeholder: 'e.g. 5, or the URL of the space',
		...(description && { description }),
	});
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, guestSpace].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	};
}

/** The options of a space request, with the guest space for its path. */
export function spaceOptions(...own: Parameter[]): Parameter {
	return optionsInGuestSpace(own, 'ID or URL of the space if it is a guest space');
}

/** The expected revision of the record, so that other people's changes are not lost. */
export function revision<Part extends Send['in']>(
	where: Part,
): Parameter<'revision', Send<Part, 'revision', string | undefined>> {
	return textParameter({
		displayName: 'Revision',
		name: 'revision',
		holds: 'id',
		placeholder: 'e.g. {{ $json.$revision }}',
		description: 'Revision that the record must have, so that no change since is overwritten',
		send: { in: where, key: 'revision', as: revisionOf },
	});
}

/** The revision; undefined if the check is to be skipped. Throws `InputError` for anything but a number. */
export function revisionOf(value: unknown): string | undefined {
	if (isBlank(value)) return undefined;
	const text = textOf(value, 'Revision').trim();
	if (/^-?\d+$/.test(text)) return text;
	throw new InputError(
		`${quoteShort(value)} is not a valid revision`,
		'Enter a number, for example 3',
	);
}

export { limit, returnAll } from '../../shared/parameters';

/** A collection of parameters, each of which is added if needed. */
function collection(displayName: string, name: string, one: string, description?: string) {
	return (...parameters: Parameter[]): Parameter =>
		collectionParameter({
			displayName,
			name,
			placeholder: `Add ${one}`,
			...(description && { description }),
			options: parameters,
		});
}

export const additionalFields = collection('Additional Fields', 'additionalFields', 'Field');
export const filters = collection('Filters', 'filters', 'Filter');
export const changedSettings = collection(
	'Settings',
	'settings',
	'Setting',
	'Settings to change. All others are kept.',
);

/** The body of a space or thread. */
export function htmlBody(placeholder: string): Parameter {
	return textParameter({
		displayName: 'Body',
		name: 'body',
		typeOptions: { rows: 5 },
		placeholder,
		description:
			'Body as HTML, up to 65,535 characters, of which the service removes some. Leave empty to clear it.',
		send: { in: 'body', key: 'body', keepEmpty: true },
	});
}

/** A switch that is sent as it is; `key` is also its name. */
export function bodySwitch(displayName: string, key: string, description: string): Parameter {
	return switchParameter({ displayName, name: key, description, send: { in: 'body', key } });
}

/** A text that is sent as it is; `key` is also its name. */
export function bodyText(displayName: string, key: string, description: string): Parameter {
	return textParameter({ displayName, name: key, description, send: { in: 'body', key } });
}

export const simplify: Parameter<'simplify'> = switchParameter({
	displayName: 'Simplify',
	name: 'simplify',
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

export const numbersAsText: Parameter<'numbersAsText'> = switchParameter({
	displayName: 'Numbers as Text',
	name: 'numbersAsText',
	description: 'Whether to return numbers as text',
});

export function decodeOptions(item: ItemContext): DecodeOptions {
	return { numbers: !isOn(item, 'options.numbersAsText') };
}

/** Rows of controls, which the value has under `rows`. */
export function rowsParameter<const Name extends string, S extends Send = Send>(
	row: string,
	values: Parameter[],
	parameter: Omit<Parameter<Name, S>, 'type' | 'default' | 'options'>,
) {
	return {
		...parameter,
		type: 'fixedCollection' as const,
		default: {},
		placeholder: parameter.placeholder ?? `Add ${row}`,
		typeOptions: parameter.typeOptions ?? { multipleValues: true, sortable: true },
		options: [{ displayName: row, name: 'rows', values: values as INodeProperties[] }],
	};
}

export const environment: Parameter<'environment'> = {
	displayName: 'Environment',
	name: 'environment',
	...choices('production', { production: 'Live App', preview: 'Test Environment' }),
	description: 'The live app, or its undeployed changes',
};
