import type { INodeProperties } from 'n8n-workflow';

import type { ItemView, Options, Parameter, Send } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { isBlank } from '../../shared/input/blank';
import { splitList } from '../../shared/input/list';
import { quoteShort } from '../../shared/messages';
import { choices, switchParameter, textParameter } from '../../shared/parameters';
import { textOf } from '../../shared/text';
import { checkSite } from '../connection';
import { appIn, type AppReference, guestSpaceOf, noRecord, recordIn, spaceIn } from '../route';
import { codeOf, type DecodeOptions } from '../record/decode';

const APP_IN_URL = '/k/(?:m/)?(?:guest/[0-9]+/(?:m/)?)?[0-9]+';
const RECORD_IN_URL = '[#&?]record=([0-9]+)';
/** Keeps the part of the URL that identifies the record's app. */
const WHOLE_RECORD_URL = '^([\\s\\S]*?[#&?]record=[0-9]+)';

/** A pattern that matches the URL from its scheme and host on, so that both can be compared with the credential. */
function withHost(pattern: string): string {
	return `((?:https?://[^?#]*)?${pattern})`;
}

/** The app, from a searchable list, by ID or by any URL in the app. */
export function app(where: Send['in'], key = 'app'): Parameter<'app'> {
	const { modes = [], ...located } = locator({
		displayName: 'App',
		noun: 'an app',
		name: 'app',
		id: '12',
		url: 'https://example.cybozu.com/k/12/',
		pattern: APP_IN_URL,
		kept: withHost(APP_IN_URL),
		send: { in: where, key, as: (chosen) => appIn(chosen).id },
	});
	return {
		...located,
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select an app…',
				typeOptions: { searchListMethod: 'searchApps', searchable: true },
			},
			...modes,
		],
	};
}

/** A thing, by ID or by URL. */
function locator<const Name extends string, S extends Send>(thing: {
	displayName: string;
	noun: string;
	name: Name;
	id: string;
	url: string;
	/** Matches such a URL. */
	pattern: string;
	/** Matches the part of the URL to keep. */
	kept: string;
	send: S;
}): Parameter<Name, S> {
	const { displayName, noun, name, id, url, pattern, kept, send } = thing;
	const check = (regex: string, errorMessage: string) => [
		{ type: 'regex' as const, properties: { regex, errorMessage } },
	];
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		required: true,
		description: `${displayName} to work with`,
		modes: [
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${id}`,
				validation: check('^[0-9]+$', `Not a valid ID of ${noun}. Enter a number.`),
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: `e.g. ${url}`,
				extractValue: { type: 'regex', regex: kept },
				validation: check(
					`.*${pattern}.*`,
					`Not a valid URL of ${noun}. Use a URL such as ${url}.`,
				),
			},
		],
		send,
	};
}

/** A record, by ID or by the URL of its page. */
export function record<Place extends Send['in'], Key extends string>(
	where: Place,
	key: Key,
): Parameter<'recordId', Send<Place, Key, string>> {
	return locator({
		displayName: 'Record',
		noun: 'a record',
		name: 'recordId',
		id: '17',
		url: 'https://example.cybozu.com/k/12/show#record=17',
		pattern: RECORD_IN_URL,
		kept: WHOLE_RECORD_URL,
		send: { in: where, key, as: (chosen, item) => recordIdOf(chosen, item) },
	});
}

/**
 * The record ID from an ID or a URL. Throws `InputError` for anything else,
 * and for the URL of a record in another app.
 */
export function recordIdOf(
	chosen: unknown,
	item: Pick<ItemView, 'read' | 'connection'>,
	chosenApp?: AppReference,
): string {
	const found = recordIn(chosen);
	if (found === undefined) throw noRecord(chosen);
	checkSite(chosen, 'record', item.connection);
	if (found.app === undefined) return found.id;
	const app = chosenApp ?? appIn(item.read('app', ''));
	if (app.id !== '' && BigInt(found.app) !== BigInt(app.id)) {
		throw elsewhere(`app ${found.app}`, `app ${app.id}`, 'choose that app');
	}
	const space = chosenApp ? chosenApp.guestSpace : guestSpaceOf(item);
	if (found.guestSpace && space && BigInt(found.guestSpace) !== BigInt(space)) {
		throw elsewhere(
			`guest space ${found.guestSpace}`,
			`guest space ${space}`,
			'choose that guest space',
		);
	}
	return found.id;
}

function elsewhere(found: string, chosen: string, instead: string): InputError {
	return new InputError(
		`The record URL belongs to ${found}, but the node uses ${chosen}`,
		`Use the URL of a record of ${chosen}, or ${instead}`,
	);
}

/** The choice between keeping and replacing existing content. */
export function existing<const Name extends string>(
	entry: Pick<Parameter<Name>, 'displayName' | 'name' | 'default' | 'description'> & {
		keep: string;
		replace: string;
	},
): Parameter<Name> {
	const { keep, replace, ...parameter } = entry;
	return {
		...parameter,
		type: 'options',
		options: [
			{ name: 'Keep', value: 'keep', description: keep },
			{ name: 'Replace', value: 'replace', description: replace },
		],
		send: { in: 'element', key: entry.name, as: () => undefined },
	};
}

/** The options of an operation: its own, and the guest space if the request supports one. */
export function options<Own extends Parameter[]>(...own: Own): OptionsOf<Own> {
	return optionsInGuestSpace(
		'ID or URL of the guest space that the app belongs to. Not needed if the app is selected by its URL.',
		own,
	);
}

type OptionsOf<Own extends Parameter[]> = Options<Own[number] | Parameter<'guestSpace'>>;

export function optionsInGuestSpace<Own extends Parameter[]>(
	description: string,
	own: Own,
): OptionsOf<Own> {
	const guestSpace: Parameter<'guestSpace'> = textParameter({
		displayName: 'Guest Space',
		name: 'guestSpace',
		holds: 'id',
		placeholder: 'e.g. 5',
		description,
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

const SPACE_IN_URL = '/k/(?:guest/[0-9]+/)?(?:m/)?#/space/[0-9]+';

/** The ID of a space that was selected by ID or URL. */
export function spaceIdOf(chosen: unknown): string {
	return spaceIn(chosen).id;
}

/** A space, by ID or by any URL in the space. */
export function space(where: Send['in'], key: string): Parameter {
	return locator({
		displayName: 'Space',
		noun: 'a space',
		name: 'spaceId',
		id: '12',
		url: 'https://example.cybozu.com/k/#/space/12',
		pattern: SPACE_IN_URL,
		kept: withHost(SPACE_IN_URL),
		send: { in: where, key, as: spaceIdOf },
	});
}

/** The options of a space request, with the guest space for its path. */
export function spaceOptions(...own: Parameter[]): Parameter {
	return optionsInGuestSpace(
		'ID or URL of the space, if it is a guest space. Not needed if the space is selected by its URL.',
		own,
	);
}

/** The expected revision of the record, so that other people's changes are not lost. */
export function revision<Place extends Send['in']>(
	where: Place,
): Parameter<'revision', Send<Place, 'revision', string | undefined>> {
	return textParameter({
		displayName: 'Revision',
		name: 'revision',
		holds: 'id',
		placeholder: 'e.g. {{ $json.$revision }}',
		description:
			'Revision that the record must have. If the record has changed since, nothing is written. Leave empty to skip the check.',
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
	description:
		'Whether to return Number and Calculated fields, in tables too, and the total count as text. Without this option, they are numbers, unless they have too many digits for JavaScript.',
});

/** How cells become plain values. */
export function decodeOptions(item: ItemView): DecodeOptions {
	return { numbers: item.read('options.numbersAsText') !== true };
}

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

/** The codes from `fileFields`; empty for all fields. */
export function fileCodes(name: string, item: ItemView): string[] {
	return list(item.read(`options.${name}`));
}

/** Live app or test environment, for requests that support both. */
export const environment: Parameter<'environment'> = {
	displayName: 'Environment',
	name: 'environment',
	...choices('production', { production: 'Live App', preview: 'Test Environment' }),
	description:
		'Whether to read the live app, or the test environment with changes that are not deployed yet',
};

/** The texts of a list; of an object that the node returned, its code. */
export function list(value: unknown): string[] {
	return splitList(value).map((entry) => textOf(codeOf(entry), 'List entry').trim());
}

/** `list`, left out when empty. */
export function listOrNothing(value: unknown): string[] | undefined {
	const entries = list(value);
	return entries.length > 0 ? entries : undefined;
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
		send: { in: 'query', key: name, as: listOrNothing, ...send },
		...own,
	});
}
