import { choice } from '../../input/readers';
import { readDateTime } from '../cells/moments';
import { invalid } from '../errors';
import { type Body, inputErrors } from '../input';

type Sent = Body<'search'>;
export type HitType = NonNullable<Sent['types']>[number];
export type Condition = Sent['query'][number];

export interface SearchScope {
	scope: NonNullable<Sent['scopes']>[number]['scope'];
	/** Of apps or spaces; undefined for all of them. */
	ids: string[] | undefined;
}

export interface SearchRequest {
	query: Condition[];
	types: HitType[] | undefined;
	scopes: SearchScope[] | undefined;
	excludeScopes: SearchScope[];
	createdAfter: Date | undefined;
	createdBefore: Date | undefined;
	creators: string[] | undefined;
	byTime: boolean;
	ascending: boolean;
	limit: number;
	offset: number;
}

/**
 * The search as the page of the public client describes it, with its limits (docs/api: search). Throws
 * CB_VA01.
 */
export function readSearch({
	query,
	sort,
	types = [],
	creators = [],
	limit,
	...sent
}: Sent): SearchRequest {
	const keywords = query.reduce((sum, condition) => sum + condition.keywords.length, 0);
	if (keywords > MOST_KEYWORDS) throw inputErrors.tooMany('query', MOST_KEYWORDS);
	const order = sort?.order && choice(['ASC', 'DESC'])(sort.order, 'sort.order', inputErrors);
	const byTime = sort?.by === 'CREATED_AT';
	const ascending = order === 'ASC';
	if (ascending && !byTime) throw inputErrors.notOffered('sort.order', ['DESC']);
	const createdAfter = momentOf(sent, 'createdAfter');
	const createdBefore = momentOf(sent, 'createdBefore');
	if (createdAfter && createdBefore && createdBefore < createdAfter) {
		throw invalid('createdBefore', 'must be later than createdAfter');
	}
	return {
		query,
		types: types.length > 0 ? types : undefined,
		scopes: sent.scopes?.map((scope, index) => scopeOf(scope, `scopes[${index}]`)),
		excludeScopes: (sent.excludeScopes ?? []).map((scope, index) =>
			scopeOf(scope, `excludeScopes[${index}]`),
		),
		createdAfter,
		createdBefore,
		creators: creators.length > 0 ? creators : undefined,
		byTime,
		ascending,
		limit,
		offset: offsetOf(sent.pageToken),
	};
}

/** In all entries together. */
const MOST_KEYWORDS = 20;

function scopeOf(
	{ scope, ids, codes }: NonNullable<Sent['scopes']>[number],
	path: string,
): SearchScope {
	const ofPeople = scope === 'PEOPLE' || scope === 'MESSAGE';
	const other = ofPeople ? ids && 'ids' : codes && 'codes';
	if (other) throw invalid(`${path}.${other}`, `must not be specified for ${scope}`);
	return { scope, ids: ids?.length ? ids : undefined };
}

function momentOf(sent: Partial<Sent>, name: 'createdAfter' | 'createdBefore'): Date | undefined {
	const text = sent[name];
	if (text === undefined || text === '') return undefined;
	if (readDateTime(text) === undefined) throw invalid(name, 'Enter a valid date and time.');
	return new Date(text);
}

const PAGE = 'page:';

/** Names the page that begins after so many hits. */
export function pageToken(offset: number): string {
	return Buffer.from(`${PAGE}${offset}`).toString('base64url');
}

function offsetOf(token: string | undefined): number {
	if (token === undefined || token === '') return 0;
	const offset = /^page:(\d{1,9})$/.exec(Buffer.from(token, 'base64url').toString('utf8'))?.[1];
	if (offset === undefined) throw invalid('pageToken', 'The token is invalid.');
	return Number(offset);
}
