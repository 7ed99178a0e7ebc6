import type { Send, Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import type { ItemContext } from '../../shared/items';
import { checkSite } from '../connection';
import { appIn, type AppReference, recordIn, noRecord, guestSpaceOf, spaceIn } from '../route';

const APP_IN_URL = '/k/(?:m/)?(?:guest/[0-9]+/(?:m/)?)?[0-9]+';
const RECORD_IN_URL = '[#&?]record=([0-9]+)';

/** Keeps the part of the URL that identifies the record's app. */
const WHOLE_RECORD_URL = '^([\\s\\S]*?[#&?]record=[0-9]+)';

/** A pattern that matches the URL from its scheme and host on, so that both can be compared with the credential. */
export function withHost(pattern: string): string {
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
				typeOptions: {
					searchListMethod: 'searchApps',
					searchable: true,
					slowLoadNotice: {
						message:
							'If the list takes long, choose By ID, and enter the number in the URL of the app',
						timeout: 10_000,
					},
				},
			},
			...modes,
		],
	};
}

/** A thing, by ID or by URL. */
export function locator<const Name extends string, S extends Send>(thing: {
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
export function record<Part extends Send['in'], Key extends string>(where: Part, key: Key) {
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

/** The record ID from an ID or a URL of the same app. Throws `InputError` for anything else. */
export function recordIdOf(
	chosen: unknown,
	item: Pick<ItemContext, 'read' | 'connection'>,
	chosenApp?: AppReference,
): string {
	const found = recordIn(chosen);
	if (found === undefined) throw noRecord(chosen);
	checkSite(chosen, 'record', item.connection);
	if (found.app === undefined) return found.id;
	const app = chosenApp ?? appIn(item.read('app'));
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

const SPACE_IN_URL = '/k/(?:guest/[0-9]+/)?(?:m/)?#/space/[0-9]+';

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
		send: { in: where, key, as: (chosen) => spaceIn(chosen).id },
	});
}
