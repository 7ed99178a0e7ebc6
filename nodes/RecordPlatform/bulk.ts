import type { IDataObject } from 'n8n-workflow';

import type { BulkRule, Draft, ItemView } from '../shared/catalogue';
import { type FailedReply, unfitting } from '../shared/errors';

/** Calls in one bulk request at the most (facts: limits). */
export const BULK_MAX = 20;

/**
 * Several writes as one transaction. All of them must lie in the same space; OAuth2 is not
 * among the sign-in kinds of the call (facts: `bulkRequest`, auth).
 */
export const bulkRequests: BulkRule = {
	max: BULK_MAX,
	allowed: ({ signIn }) => signIn !== 'OAuth2',
	key: ({ path }) => spacePrefix(path),
	wrap: (requests) => ({
		method: 'POST',
		path: `${spacePrefix(requests[0]?.path ?? '')}/bulkRequest.json`,
		body: { requests: requests.map(step) },
		answer: ['results'],
		repeatable: false,
	}),
	unwrap: (body) => resultsOf(body),
	refused,
	words: {
		notAllowed:
			'OAuth2 is not accepted for bulk requests. Sign in with a password or API tokens, or run no more than one call takes',
		apart: 'A bulk request stays in one space. Run the items of each guest space on their own',
	},
};

/** Writes of one space that a request carries: twenty in a transaction where the sign-in allows it. */
export function callsAtOnce({ connection }: Pick<ItemView, 'connection'>): number {
	return bulkRequests.allowed(connection) ? BULK_MAX : 1;
}

/** Sends calls as one request. Gives one body a call; throws `Failed`. */
export async function sendTogether(
	calls: Draft[],
	item: Pick<ItemView, 'ask'>,
): Promise<unknown[]> {
	const [single] = calls;
	if (single === undefined) return [];
	if (calls.length === 1) return [await item.ask(single)];
	const results = bulkRequests.unwrap(await item.ask(bulkRequests.wrap(calls)), calls.length);
	if (results.length !== calls.length) throw unfitting(false);
	return results;
}

/** The apps that requests work on. */
export function appsOf(requests: Draft[]): IDataObject {
	const apps = requests.map(({ body, query }) => body?.app ?? query?.app);
	return { apps: [...new Set(apps.filter((app) => app !== undefined).map(String))] };
}

/** A call as a step of a bulk request; what a DELETE has in its query stands in the payload. */
function step({ method, path, query, body }: Draft): IDataObject {
	return { method, api: path, payload: { ...query, ...body } };
}

/** `/k/guest/5/v1` of `/k/guest/5/v1/records.json`. */
function spacePrefix(path: string): string {
	return /^\/k(?:\/guest\/\d+)?\/v1/.exec(path)?.[0] ?? '/k/v1';
}

/** The step of a failed bulk request that was refused: the only result that is filled. */
function refused(reply: FailedReply): { index: number; reply: FailedReply } | undefined {
	const results = resultsOf(reply.body);
	const index = results.findIndex(isRefusal);
	return index < 0 ? undefined : { index, reply: { ...reply, body: results[index] } };
}

function resultsOf(body: unknown): unknown[] {
	const { results } = (body ?? {}) as { results?: unknown };
	return Array.isArray(results) ? results : [];
}

function isRefusal(result: unknown): boolean {
	return typeof (result as { code?: unknown } | null)?.code === 'string';
}
