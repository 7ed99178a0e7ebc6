import type { INodePropertyMode, INodePropertyModeValidation } from 'n8n-workflow';

import type { ItemContext, Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { onlyReads } from '../../shared/request';
import { isVendorHost } from '../connection';
import { idOf } from '../values/references';

interface Kind {
	displayName: string;
	/** Name of the method that lists them (`methods/listSearch.ts`). */
	search: string;
	/** Label of the mode by code, for calls that take a code. */
	byCode?: string;
}

const kinds = {
	user: { displayName: 'User', search: 'searchUsers', byCode: 'By Login Name' },
	organization: { displayName: 'Organization', search: 'searchOrganizations', byCode: 'By Code' },
	facility: { displayName: 'Facility', search: 'searchFacilities', byCode: 'By Code' },
	facilityGroup: { displayName: 'Facility Group', search: 'searchFacilityGroups' },
	space: { displayName: 'Space', search: 'searchSpaces' },
	discussion: { displayName: 'Discussion', search: 'searchDiscussions' },
	bulletinCategory: { displayName: 'Category', search: 'searchBulletinCategories' },
	todoCategory: { displayName: 'Category', search: 'searchTodoCategories' },
} satisfies Record<string, Kind>;

/**
 * One user, organization, facility, space and so on: from a searchable list, by ID, and by code
 * where `withCode` says that it can be used. The value is the ID, or `{ code }`.
 */
export function picker(
	kind: keyof typeof kinds,
	{ withCode = false, ...own }: Partial<Parameter> & { withCode?: boolean } = {},
): Parameter {
	const { displayName, search, byCode }: Kind = kinds[kind];
	const noun = displayName.toLowerCase();
	const advice = `Select a ${noun}`.replace(/ a (?=[aeio])/, ' an ');
	return {
		displayName,
		name: kind,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...(withCode && { holds: 'any' }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `${advice}…`,
				typeOptions: { searchListMethod: search, searchable: true },
			},
			byId(noun),
			...(withCode && byCode !== undefined
				? [{ ...typed, displayName: byCode, name: 'code' }]
				: []),
		],
		...own,
	};
}

/** A picker whose ID goes into the path of the request. */
export function pickerInPath(
	kind: keyof typeof kinds,
	name: string,
	description: string,
): Parameter {
	const noun = kinds[kind].displayName.toLowerCase();
	const send: Parameter['send'] = { in: 'path', key: name, as: (value) => idOf(value, noun) };
	return picker(kind, { name, required: true, description, send });
}

/** Common settings of the modes with a text field. */
const typed = { type: 'string' } as const;

function byId(noun: string): INodePropertyMode {
	return {
		...typed,
		displayName: 'By ID',
		name: 'id',
		placeholder: 'e.g. 12',
		validation: [mustMatch('^[0-9]+$', `The ${noun} ID must be a number`)],
	};
}

function mustMatch(regex: string, errorMessage: string): INodePropertyModeValidation {
	return { type: 'regex', properties: { regex, errorMessage } };
}

/** Limits the time for regular expressions. */
const LONGEST_URL = 8192;

/** Part of an event's address that holds its ID. */
const EVENT_IN_URL = '/schedule/[^#]*[?&]event=[0-9]+';

const OF_EVENT = new RegExp(EVENT_IN_URL);

const EVENT_PARAMETER = /[?&]event=([0-9]+)/g;

/** The name of a package installation, which a URL has before its program. */
const INSTALLATION = /\/([^/]+)\/grn\.(?:cgi|exe)(?:\/|$)/i;

/** The ID of an event that was chosen, by ID or by URL. Throws `InputError` for the URLs of several events. */
export function eventIdOf(
	chosen: unknown,
	item: Pick<ItemContext, 'connection'> & Partial<Pick<ItemContext, 'hint' | 'operation'>>,
): string {
	const text = String(chosen ?? '').trim();
	const words = text.length > LONGEST_URL ? [] : text.split(/\s+/);
	const addresses = words.filter((word) => OF_EVENT.test(word));
	const [address] = addresses;
	if (address === undefined) return idOf(chosen, 'event');
	const ids = addresses.flatMap((one) => [...one.matchAll(EVENT_PARAMETER)].map(([, id]) => id));
	if (new Set(ids).size > 1) {
		throw new InputError(
			`The URL of the event names several events: ${ids.slice(0, 5).join(', ')}`,
			'Use one URL for each item, e.g. with a Split Out node',
		);
	}
	// Text can stand right before the address.
	for (const one of addresses) checkService(one.slice(Math.max(one.search(/https?:/), 0)), item);
	return idOf(ids[0], 'event');
}

/**
 * Another host may be an alias of the same service: a hint names it, and what would change an event is
 * refused, because another service can have another event with this ID.
 */
function checkService(text: string, item: Parameters<typeof eventIdOf>[1]): void {
	if (!URL.canParse(text)) return;
	const [theirs, ours] = [text, item.connection.baseUrl].map(serviceIn);
	if (theirs === ours) return;
	const what = `The URL of the event belongs to ${theirs}, but the credential is for ${ours}`;
	if (item.operation && onlyReads(item.operation)) {
		item.hint?.(
			`${what}. If these are different services, the node uses another event with the same ID`,
		);
		return;
	}
	throw new InputError(
		what,
		'If they are the same service, use the ID of the event, or its URL with the host of the credential',
	);
}

/** The name of a service in the vendor's cloud, in all of its domains; else the host and the installation. */
function serviceIn(url: string): string {
	const { hostname, pathname } = new URL(url);
	if (isVendorHost(url)) return String(hostname.split('.')[0]);
	const installation = INSTALLATION.exec(pathname)?.[1]?.toLowerCase();
	return installation === undefined ? hostname : `${hostname} (${installation})`;
}

/** The event, by ID or by the address of its page. */
export const event: Parameter = {
	displayName: 'Event',
	name: 'eventId',
	type: 'resourceLocator',
	default: { mode: 'id', value: '' },
	required: true,
	send: { in: 'path', key: 'scheduleId', as: eventIdOf },
	modes: [
		byId('event'),
		{
			...typed,
			displayName: 'By URL',
			name: 'url',
			placeholder: 'e.g. https://example.cybozu.com/g/schedule/view.csp?event=123',
			extractValue: { type: 'regex', regex: `(.*${EVENT_IN_URL}.*)` },
			validation: [
				mustMatch(
					`.*${EVENT_IN_URL}.*`,
					'Use a URL such as https://example.cybozu.com/g/schedule/view.csp?event=123',
				),
			],
		},
	],
};
