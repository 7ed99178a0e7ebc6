import { readDateTime } from '../cells/moments';
import { invalid } from '../errors';
import type { Parameters } from '../parameters';

export const HIT_TYPES = [
	'RECORD',
	'RECORD_COMMENT',
	'SPACE',
	'THREAD',
	'THREAD_COMMENT',
	'PEOPLE_COMMENT',
	'MESSAGE_COMMENT',
	'ATTACHMENT',
] as const;
export type HitType = (typeof HIT_TYPES)[number];

const SCOPES = ['SPACE', 'APP', 'PEOPLE', 'MESSAGE'] as const;
const OPERATORS = ['AND', 'OR', 'NOT'] as const;

export interface Condition {
	operator: (typeof OPERATORS)[number];
	keywords: string[];
}

export interface Scope {
	scope: (typeof SCOPES)[number];
	/** Of apps or spaces; undefined for all of them. */
	ids: string[] | undefined;
}

export interface SearchRequest {
	query: Condition[];
	types: HitType[] | undefined;
	scopes: Scope[] | undefined;
	excludeScopes: Scope[];
	createdAfter: Date | undefined;
	createdBefore: Date | undefined;
	creators: string[] | undefined;
	byTime: boolean;
	ascending: boolean;
	limit: number;
	offset: number;
}

/** The search as the types of the public client describe it; the numbers of a page are not known. */
export function readSearch(parameters: Parameters): SearchRequest {
	const query = parameters.elements('query').map(readCondition);
	if (query.length === 0) parameters.missing('query');
	const sort = parameters.inside('sort');
	const byTime = sort?.oneOf('by', ['RELEVANCE', 'CREATED_AT']) === 'CREATED_AT';
	const ascending = sort?.oneOf('order', ['ASC', 'DESC']) === 'ASC';
	if (sort && ascending && !byTime) {
		throw invalid(sort.path('order'), 'must be one of the enum value');
	}
	const types = parameters.texts('types').map((text, index) => {
		const type = HIT_TYPES.find((known) => known === text);
		if (type) return type;
		throw invalid(`${parameters.path('types')}[${index}]`, 'must be one of the enum value');
	});
	const creators = parameters.texts('creators');
	return {
		query,
		types: types.length > 0 ? types : undefined,
		scopes: parameters.has('scopes') ? readScopes(parameters, 'scopes') : undefined,
		excludeScopes: readScopes(parameters, 'excludeScopes'),
		createdAfter: readMoment(parameters, 'createdAfter'),
		createdBefore: readMoment(parameters, 'createdBefore'),
		creators: creators.length > 0 ? creators : undefined,
		byTime,
		ascending,
		limit: parameters.integer('limit', { minimum: 1, maximum: 100, default: 20 }),
		offset: readPage(parameters),
	};
}

function readCondition(given: Parameters): Condition {
	const keywords = given.texts('keywords');
	if (keywords.length === 0) given.missing('keywords');
	return { operator: given.oneOf('operator', OPERATORS) ?? given.missing('operator'), keywords };
}

function readScopes(parameters: Parameters, name: string): Scope[] {
	return parameters.elements(name).map((given) => {
		const scope = given.oneOf('scope', SCOPES) ?? given.missing('scope');
		return { scope, ids: given.has('ids') ? given.ids('ids') : undefined };
	});
}

function readMoment(parameters: Parameters, name: string): Date | undefined {
	const text = parameters.optionalText(name);
	if (text === undefined || text === '') return undefined;
	if (readDateTime(text) === undefined) {
		throw invalid(parameters.path(name), 'Enter a valid date and time.');
	}
	return new Date(text);
}

const PAGE = 'page:';

/** Names the page that begins after so many hits. */
export function pageToken(offset: number): string {
	return Buffer.from(`${PAGE}${offset}`).toString('base64url');
}

function readPage(parameters: Parameters): number {
	const token = parameters.optionalText('pageToken');
	if (token === undefined || token === '') return 0;
	const offset = /^page:(\d{1,9})$/.exec(Buffer.from(token, 'base64url').toString('utf8'))?.[1];
	if (offset === undefined) throw invalid(parameters.path('pageToken'), 'The token is invalid.');
	return Number(offset);
}
