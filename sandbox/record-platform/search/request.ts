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

/** The search as the page of the public client describes it, with its limits (docs/api: search). */
export function readSearch(parameters: Parameters): SearchRequest {
	const query = upTo(parameters, 'query', parameters.elements('query')).map(readCondition);
	if (query.length === 0) parameters.missing('query');
	const keywords = query.reduce((sum, condition) => sum + condition.keywords.length, 0);
	if (keywords > MOST) throw tooMany(parameters, 'query');
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
	const creators = upTo(parameters, 'creators', parameters.texts('creators'));
	const createdAfter = readMoment(parameters, 'createdAfter');
	const createdBefore = readMoment(parameters, 'createdBefore');
	if (createdAfter && createdBefore && createdBefore < createdAfter) {
		throw invalid(parameters.path('createdBefore'), 'must be later than createdAfter');
	}
	return {
		query,
		types: types.length > 0 ? types : undefined,
		scopes: parameters.has('scopes') ? readScopes(parameters, 'scopes') : undefined,
		excludeScopes: readScopes(parameters, 'excludeScopes'),
		createdAfter,
		createdBefore,
		creators: creators.length > 0 ? creators : undefined,
		byTime,
		ascending,
		limit: parameters.integer('limit', { minimum: 1, maximum: MOST, default: MOST }),
		offset: readPage(parameters),
	};
}

/** Entries of each list, keywords in all, and results per page. */
const MOST = 20;
const LONGEST_KEYWORD = 50;

function upTo<Entry>(parameters: Parameters, name: string, list: Entry[]): Entry[] {
	if (list.length > MOST) throw tooMany(parameters, name);
	return list;
}

function tooMany(parameters: Parameters, name: string) {
	return invalid(parameters.path(name), `The maximum number of entries is ${MOST}.`);
}

function readCondition(given: Parameters): Condition {
	const keywords = given.texts('keywords');
	const long = keywords.findIndex((keyword) => keyword.length > LONGEST_KEYWORD);
	if (long >= 0) {
		throw invalid(
			`${given.path('keywords')}[${long}]`,
			`Enter less than ${LONGEST_KEYWORD + 1} characters.`,
		);
	}
	if (keywords.length === 0) given.missing('keywords');
	return { operator: given.oneOf('operator', OPERATORS) ?? given.missing('operator'), keywords };
}

function readScopes(parameters: Parameters, name: string): Scope[] {
	return upTo(parameters, name, parameters.elements(name)).map((given) => {
		const scope = given.oneOf('scope', SCOPES) ?? given.missing('scope');
		const ofPeople = scope === 'PEOPLE' || scope === 'MESSAGE';
		const other = ofPeople ? 'ids' : 'codes';
		if (given.has(other)) throw invalid(given.path(other), `must not be specified for ${scope}`);
		const ids = given.has('ids') ? upTo(given, 'ids', given.ids('ids')) : [];
		return { scope, ids: ids.length > 0 ? ids : undefined };
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
