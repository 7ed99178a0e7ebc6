import type { INodePropertyMode } from 'n8n-workflow';

import type { ItemView, Parameter, Send } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { isOtherSite } from '../connection';
import { appIn, type AppReference, guestSpaceOf, recordIn } from '../route';

/** Part of an app's address that the picker keeps: `12`, `guest/5/12`. */
const APP_IN_URL = '/k/(?:m/)?((?:guest/[0-9]+/(?:m/)?)?[0-9]+)';
const RECORD_IN_URL = '[#&?]record=([0-9]+)';
/** Keeps what says which app the record is of. */
const WHOLE_RECORD_URL = '^([\\s\\S]*?[#&?]record=[0-9]+)';

/** The app, from a searchable list, by ID or by the address of anything in it. */
export function app(where: Send['in'], key = 'app'): Parameter {
	return {
		displayName: 'App',
		name: 'app',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'The app to work with',
		...modes({
			noun: 'an app',
			id: '12',
			url: 'https://example.cybozu.com/k/12/',
			pattern: APP_IN_URL,
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select an app…',
					typeOptions: { searchListMethod: 'searchApps', searchable: true },
				},
			],
		}),
		send: { in: where, key, as: (chosen) => appIn(chosen).id },
	};
}

/** The ways to name a thing: by its ID, and by its address, of which `pattern` keeps a part. */
export function modes(thing: {
	noun: string;
	id: string;
	url: string;
	pattern: string;
	/** What is kept of the address, where that is more than the ID. */
	kept?: string;
	/** Ways that are offered before these. */
	modes?: INodePropertyMode[];
}): Pick<Parameter, 'modes'> {
	const check = (regex: string, errorMessage: string) => [
		{ type: 'regex' as const, properties: { regex, errorMessage } },
	];
	return {
		modes: [
			...(thing.modes ?? []),
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${thing.id}`,
				validation: check('^[0-9]+$', `The ID of ${thing.noun} is a number`),
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: `e.g. ${thing.url}`,
				extractValue: { type: 'regex', regex: thing.kept ?? thing.pattern },
				validation: check(
					`.*${thing.pattern}.*`,
					`The URL of ${thing.noun} looks like ${thing.url}`,
				),
			},
		],
	};
}

/** A record, by ID or by the address of its page. */
export function record(where: Send['in'], key: string): Parameter {
	return {
		displayName: 'Record',
		name: 'recordId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		required: true,
		description: 'The record to work with',
		...modes({
			noun: 'a record',
			id: '17',
			url: 'https://example.cybozu.com/k/12/show#record=17',
			pattern: RECORD_IN_URL,
			kept: WHOLE_RECORD_URL,
		}),
		send: { in: where, key, as: (chosen, item) => recordIdOf(chosen, item) },
	};
}

/**
 * The ID in what a record was chosen by. Throws `Refusal` for anything but a number or an address,
 * and for the address of a record that is elsewhere than the app that is worked with.
 */
export function recordIdOf(
	chosen: unknown,
	item: Pick<ItemView, 'read' | 'connection'>,
	chosenApp?: AppReference,
): string {
	const found = recordIn(chosen);
	if (found === undefined) {
		throw new Refusal(
			`${quoteShort(chosen)} is not a valid record`,
			'Enter the ID of the record (17) or its URL (https://example.cybozu.com/k/12/show#record=17)',
		);
	}
	if (found.host !== undefined && isOtherSite(found.host, item.connection.baseUrl)) {
		const own = new URL(item.connection.baseUrl).host;
		throw elsewhere(found.host, own, 'choose a credential for that site');
	}
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

function elsewhere(found: string, chosen: string, instead: string): Refusal {
	return new Refusal(
		`The record's URL belongs to ${found}, but the node works with ${chosen}`,
		`Use the URL of a record of ${chosen}, or ${instead}`,
	);
}

/** The options of an operation: its own, and the guest space where the call has such a form. */
export function options(...own: Parameter[]): Parameter {
	return optionsInGuestSpace(
		'ID or URL of the guest space that the app is in. Not needed when the app is chosen by its URL.',
		own,
	);
}

export function optionsInGuestSpace(description: string, own: Parameter[]): Parameter {
	const guestSpace: Parameter = {
		displayName: 'Guest Space',
		name: 'guestSpace',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5',
		description,
	};
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, guestSpace].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	};
}

/** The revision that the record must have, so that nobody else's change is lost. */
export function revision(where: Send['in']): Parameter {
	return {
		displayName: 'Revision',
		name: 'revision',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.$revision }}',
		description:
			'Revision that the record must still have. When somebody changed the record since, nothing is written. Empty: not checked.',
		send: { in: where, key: 'revision' },
	};
}

export { limit, returnAll } from '../../shared/paging';

export const simplify: Parameter = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const numbersAsNumbers: Parameter = {
	displayName: 'Numbers as Numbers',
	name: 'numbersAsNumbers',
	type: 'boolean',
	default: false,
	description:
		'Whether to return numbers as numbers instead of decimal text. A number with more digits than a JavaScript number holds stays text.',
};

/** Fields to return, from the form. */
export const returnedFields: Parameter = {
	displayName: 'Field Names or IDs',
	name: 'fields',
	type: 'multiOptions',
	default: [],
	typeOptions: { loadOptionsMethod: 'getReadableFields', loadOptionsDependsOn: ['app.value'] },
	description:
		'Fields to return; all of them when none is chosen. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Attachment fields to take files from, from the form; an expression may give codes separated by commas. */
export function fileFields({ name, what }: { name: string; what: string }): Parameter {
	return {
		displayName: 'Attachment Field Names or IDs',
		name,
		type: 'multiOptions',
		default: [],
		typeOptions: {
			loadOptionsMethod: 'getFileFields',
			loadOptionsDependsOn: ['app.value', 'options.guestSpace'],
		},
		description: `${what}, those in tables included; all of them when none is chosen. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}

/** Live or test side of the app, for calls that have both. */
export const environment: Parameter = {
	displayName: 'Environment',
	name: 'environment',
	type: 'options',
	default: 'production',
	options: [
		{ name: 'Live App', value: 'production' },
		{ name: 'Test Environment', value: 'preview' },
	],
	description:
		'Whether to read the app as it is in use, or with the changes that were not published yet',
};

/** Text with commas or a list, as a list. */
export function list(value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : String(value ?? '').split(/[,\n]/);
	return entries.map((entry) => codeOf(entry).trim()).filter((entry) => entry !== '');
}

/** IDs as a list, left out when empty. Throws `Refusal` for what is no number. */
export function idsOrNothing(value: unknown): string[] | undefined {
	const ids = listOrNothing(value);
	const wrong = ids?.find((id) => !/^\d+$/.test(id));
	if (wrong === undefined) return ids;
	throw new Refusal(`"${wrong}" is no ID`, 'IDs are numbers, separated by commas');
}

/** One ID, left out when empty. Throws `Refusal` for what is no number. */
export function oneIdOrNothing(value: unknown): string | undefined {
	const text = String(value ?? '').trim();
	if (text === '' || /^\d+$/.test(text)) return text || undefined;
	throw new Refusal(`"${text}" is no ID`, 'An ID is a number, for example 3');
}

/** `list`, left out when empty. */
export function listOrNothing(value: unknown): string[] | undefined {
	const entries = list(value);
	return entries.length > 0 ? entries : undefined;
}

function codeOf(entry: unknown): string {
	const { code } = (entry ?? {}) as { code?: unknown };
	return String(code ?? entry ?? '');
}
