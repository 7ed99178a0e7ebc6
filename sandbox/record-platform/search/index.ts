import type { Context } from '../context';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { Parameters } from '../query/sql';
import { hasWords, wordsOf } from '../query/words';
import { ALL_GUEST_SPACES } from '../request';
import { openSpace, usersOfSpace } from '../spaces/access';
import { listSpaces } from '../spaces/store';
import { type Document, type FoundText, MOST_MATCHES } from './document';
import { recordDocuments } from './records';
import { pageToken, readSearch, type SearchScope, type SearchRequest } from './request';
import { spaceDocuments } from './spaces';

/** Full-text search over what the caller may see. */
async function search(context: Context, sent: Body<'search'>): Promise<object> {
	const request = readSearch(sent);
	// Without a keyword that has to be there nothing is found (docs of the client).
	const wanted = request.query.filter(({ operator }) => operator !== 'NOT');
	if (wanted.length === 0) return { hits: [], nextPageToken: null };
	const starts = wanted.flatMap(({ keywords }) =>
		keywords.flatMap((word) => wordsOf(word)?.start ?? []),
	);
	const documents: Document[] = [];
	for (const one of await searched(context)) {
		const inIt = [...(await recordDocuments(one, starts)), ...(await spaceDocuments(one))];
		for (const document of inIt.filter((document) => isAsked(document, request))) {
			documents.push({ ...document, url: `${guestPath(one)}${document.url}` });
		}
	}
	const found = sorted(await matching(context, documents, request), request);
	const end = request.offset + request.limit;
	return {
		hits: found.slice(request.offset, end).map(({ document, matched }) => ({
			type: document.type,
			url: `${context.tenant.baseUrl}/k/${document.url}`,
			snippets: matched.slice(0, MOST_MATCHES).map(({ text }) => snippet(text)),
			...document.hit(matched),
		})),
		nextPageToken: end < found.length ? pageToken(end) : null,
	};
}

/** Where is searched: outside of guest spaces, in one of them, or in each that the user has joined. */
async function searched(context: Context): Promise<Context[]> {
	const { guestSpaceId } = context;
	if (guestSpaceId === undefined) return [context];
	if (guestSpaceId !== ALL_GUEST_SPACES) {
		await openSpace(context, guestSpaceId, 'member');
		return [context];
	}
	const found: Context[] = [];
	for (const space of await listSpaces(context.sql)) {
		if (!space.isGuest) continue;
		const users = await usersOfSpace(context, space);
		if (users.has(context.person.code)) found.push(context.within(space.id));
	}
	return found;
}

function guestPath({ guestSpaceId }: Context): string {
	return guestSpaceId === undefined ? '' : `guest/${guestSpaceId}/`;
}

const SNIPPET = 200;

function snippet(text: string): string {
	return text.length > SNIPPET ? `${text.slice(0, SNIPPET)}…` : text;
}

function isAsked(document: Document, request: SearchRequest): boolean {
	const { types, scopes, excludeScopes, creators, createdAfter, createdBefore } = request;
	return (
		(types === undefined || types.includes(document.type)) &&
		(scopes === undefined || scopes.some((scope) => isIn(document, scope))) &&
		!excludeScopes.some((scope) => isIn(document, scope)) &&
		(creators === undefined || creators.includes(document.creator)) &&
		(createdAfter === undefined || document.createdAt >= createdAfter) &&
		(createdBefore === undefined || document.createdAt <= createdBefore)
	);
}

function isIn({ owner }: Document, { scope, ids }: SearchScope): boolean {
	return owner.scope === scope && (ids === undefined || ids.includes(owner.id));
}

interface Found {
	document: Document;
	/** The texts that a keyword is in. */
	matched: FoundText[];
}

async function matching(
	context: Context,
	documents: Document[],
	{ query }: SearchRequest,
): Promise<Found[]> {
	const texts = documents.flatMap((document) => document.texts);
	const having = new Map<string, ReadonlySet<FoundText>>();
	for (const keyword of query.flatMap(({ keywords }) => keywords)) {
		having.set(keyword, await textsWith(context, texts, keyword));
	}
	return documents.flatMap((document) => {
		const has = (keyword: string) => document.texts.some((text) => having.get(keyword)?.has(text));
		const fits = query.every(({ operator, keywords }) => {
			if (operator === 'AND') return keywords.every(has);
			return keywords.some(has) === (operator === 'OR');
		});
		if (!fits) return [];
		const matched = document.texts.filter((text) =>
			[...having.values()].some((found) => found.has(text)),
		);
		return [{ document, matched }];
	});
}

async function textsWith(
	context: Context,
	texts: FoundText[],
	keyword: string,
): Promise<ReadonlySet<FoundText>> {
	const words = wordsOf(keyword);
	if (words === undefined) return new Set();
	const parameters = new Parameters(2);
	const rows = await context.sql.query<{ position: number }>(
		`select t.position::int as position from unnest($1::text[]) with ordinality as t (text, position)
		where ${hasWords('t.text', words, parameters)}`,
		[texts.map(({ text }) => text), ...parameters.values],
	);
	return new Set(rows.flatMap(({ position }) => texts[position - 1] ?? []));
}

/** By relevance, that is how many texts have a keyword, or by time; the newer one first where both are alike. */
function sorted(found: Found[], { byTime, ascending }: SearchRequest): Found[] {
	const newer = (left: Found, right: Found) =>
		right.document.createdAt.getTime() - left.document.createdAt.getTime();
	if (byTime)
		return found.sort((left, right) => (ascending ? newer(right, left) : newer(left, right)));
	return found.sort(
		(left, right) => right.matched.length - left.matched.length || newer(left, right),
	);
}

export const searchOperations = {
	search,
} satisfies Handlers;
