import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter, Resource, Send } from '../../shared/catalogue';
import { isBlank } from '../../shared/input/text';
import { objectOf } from '../../shared/objects';
import {
	choices,
	dateParameter,
	isOn,
	listAt,
	switchParameter,
	textParameter,
} from '../../shared/parameters';
import { readInstant } from '../codec/times';
import { api } from '../api';
import { filters, limit, optionsInGuestSpace, returnAll } from './parameters';
import { textsIn } from '../codec/decode';
import { idsFilter } from './lists';

/** Results per page, at most. */
const PAGE = 20;

const searched = scopes('scopes', 'apps', 'spaces');
const excluded = scopes('excludeScopes', 'excludedApps', 'excludedSpaces');

const search: Operation = {
	...api['search'],
	value: 'search',
	name: 'Search',
	action: 'Search records and spaces',
	description:
		'Search records, comments, spaces, threads, and files by words. The service limits how often it searches.',
	readOnly: true,
	parameters: [
		textParameter({
			displayName: 'Keywords',
			name: 'keywords',
			holds: 'codes',
			required: true,
			placeholder: 'e.g. Tokyo Trading, invoice',
			description: 'Words to search for, separated by commas',
			send: { in: 'body', key: 'query', as: conditionsOf },
		}),
		{
			displayName: 'Must Match',
			name: 'keywordMatch',
			...choices('AND', { AND: 'All Keywords', OR: 'Any Keyword' }),
			description: 'Whether results must contain all keywords or at least one',
		},
		returnAll,
		limit,
		{
			displayName: 'Sort',
			name: 'orderBy',
			...choices('RELEVANCE DESC', {
				'RELEVANCE DESC': 'Most Relevant First',
				'CREATED_AT DESC': 'Newest First',
				'CREATED_AT ASC': 'Oldest First',
			}),
			description: 'Order of the results',
			send: {
				in: 'body',
				key: 'sort',
				as: (value) => {
					const [by, order] = String(value).split(' ');
					return { by, order };
				},
			},
		},
		filters(
			idsFilter('App IDs', 'apps', 'Apps to search', searched),
			idsFilter('App IDs to Exclude', 'excludedApps', 'Apps not to search', excluded, {}),
			created('After'),
			created('Before'),
			textParameter({
				displayName: 'Creators',
				name: 'creators',
				holds: 'codes',
				role: 'selects',
				placeholder: 'e.g. sato, suzuki',
				description: 'Login names of the creators, separated by commas',
				send: { in: 'body', key: 'creators' },
			}),
			textParameter({
				displayName: 'Keywords to Exclude',
				name: 'excludedKeywords',
				holds: 'codes',
				placeholder: 'e.g. draft',
				description: 'Words that results must not contain, separated by commas',
			}),
			idsFilter('Space IDs', 'spaces', 'Spaces to search', searched),
			idsFilter('Space IDs to Exclude', 'excludedSpaces', 'Spaces not to search', excluded, {}),
			{
				displayName: 'Types',
				name: 'types',
				type: 'multiOptions',
				default: [],
				options: [
					{ name: 'Comment on a Person', value: 'PEOPLE_COMMENT' },
					{ name: 'Direct Message', value: 'MESSAGE_COMMENT' },
					{ name: 'File', value: 'ATTACHMENT' },
					{ name: 'Record', value: 'RECORD' },
					{ name: 'Record Comment', value: 'RECORD_COMMENT' },
					{ name: 'Space', value: 'SPACE' },
					{ name: 'Thread', value: 'THREAD' },
					{ name: 'Thread Comment', value: 'THREAD_COMMENT' },
				],
				description: 'Types of results to return. Leave empty to return all.',
				send: { in: 'body', key: 'types' },
			},
		),
		optionsInGuestSpace(
			[
				switchParameter({
					displayName: 'All Guest Spaces',
					name: 'allGuestSpaces',
					description: 'Whether to search only in the guest spaces that the user has joined',
				}),
			],
			'ID or URL of the guest space to search',
		),
	],
	run: {
		kind: 'paginate',
		pages: (spec, wanted, item) => ({
			first: {
				...spec,
				...(isOn(item, 'options.allGuestSpaces') && { path: '/k/guest/v1/search.json' }),
				body: { ...spec.body, limit: Math.min(wanted, PAGE) },
			},
			rows: (body) => (body as { hits: IDataObject[] }).hits,
			next: ({ request, body }) => {
				const { nextPageToken: pageToken } = objectOf(body);
				return pageToken ? { ...request, body: { ...request.body, pageToken } } : undefined;
			},
		}),
		result: () => (json) => ({ json }),
		emptyHint: 'Nothing was found that the signed-in user can view',
	},
};

/** The words to find, and those that must not be found. */
function conditionsOf(value: unknown, item: ItemContext): IDataObject[] {
	const unwanted = listAt(item, 'filters.excludedKeywords');
	return [
		{ operator: item.read('keywordMatch'), keywords: textsIn(value) },
		...(unwanted.length > 0 ? [{ operator: 'NOT', keywords: unwanted }] : []),
	] as IDataObject[];
}

/** Apps and spaces of the filters with these names, in one list as the service takes them. */
function scopes(key: string, apps: string, spaces: string): Partial<Send> {
	const scopesIn = (_value: unknown, item: ItemContext) => {
		const scope = (name: string, filter: string) => {
			const ids = listAt(item, `filters.${filter}`);
			return ids.length > 0 ? [{ scope: name, ids }] : [];
		};
		const found = [...scope('APP', apps), ...scope('SPACE', spaces)];
		return found.length > 0 ? found : undefined;
	};
	return { in: 'body', key, as: scopesIn };
}

/** The filter `createdAfter` or `createdBefore`. */
function created(when: 'After' | 'Before'): Parameter {
	const displayName = `Created ${when}`;
	const name = `created${when}`;
	const as = (value: unknown, { timeZone: zone, now }: ItemContext) =>
		isBlank(value) ? undefined : readInstant(value, displayName, { zone, now });
	const description = `Return only results that were created at or ${when.toLowerCase()} this time`;
	return dateParameter({ displayName, name, description, send: { in: 'body', key: name, as } });
}

export const searchResource: Resource = {
	value: 'search',
	name: 'Search',
	description: 'Search by words',
	operations: [search],
};
