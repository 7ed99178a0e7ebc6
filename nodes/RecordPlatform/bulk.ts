import type { IDataObject } from 'n8n-workflow';

import type { BatchRun, BulkRule, RequestSpec, ItemContext } from '../shared/catalogue';
import { listOf, objectOf, objectsIn } from '../shared/objects';
import { type FailedReply, unexpectedResponse } from '../shared/errors';

/** Maximum number of requests in a bulk request. */
export const BULK_MAX = 20;

/** Several writes as one transaction, all in one space. Bulk requests don't support OAuth2. */
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
	unwrap: resultsOf,
	refused,
	words: {
		notAllowed:
			"Bulk requests don't support OAuth2. Use a credential with a password or API tokens, or run fewer items at once",
		apart:
			'A bulk request can only write to one space. Run the items of each guest space separately',
	},
};

/** Writes per request: twenty in a transaction if the credential supports it. */
export function callsAtOnce({ connection }: Pick<ItemContext, 'connection'>): number {
	return bulkRequests.allowed(connection) ? BULK_MAX : 1;
}

/** Sends requests as one bulk request. Returns one body for each; throws `RequestError`. */
export async function sendTogether(calls: RequestSpec[], item: Pick<ItemContext, 'request'>) {
	const [single] = calls;
	if (single === undefined) return [];
	if (calls.length === 1) return [await item.request(single)];
	const results = bulkRequests.unwrap(await item.request(bulkRequests.wrap(calls)), calls.length);
	if (results.length !== calls.length) throw unexpectedResponse(false);
	return results;
}

export function appsOf(requests: RequestSpec[]): IDataObject {
	const apps = requests.map(({ body, query }) => body?.app ?? query?.app);
	return { apps: [...new Set(apps.filter((app) => app !== undefined).map(String))] };
}

/** A request as a step of a bulk request; the query of a DELETE becomes the payload. */
function step({ method, path, query, body }: RequestSpec): IDataObject {
	return { method, api: path, payload: { ...query, ...body } };
}

/** `/k/guest/5/v1` of `/k/guest/5/v1/records.json`. */
function spacePrefix(path: string): string {
	return /^\/k(?:\/guest\/\d+)?\/v1/.exec(path)?.[0] ?? '/k/v1';
}

/** The refused step of a failed bulk request: the only result that isn't empty. */
function refused(reply: FailedReply): { index: number; reply: FailedReply } | undefined {
	const results = resultsOf(reply.body);
	const index = results.findIndex((result) => typeof objectOf(result).code === 'string');
	return index < 0 ? undefined : { index, reply: { ...reply, body: results[index] } };
}

function resultsOf(body: unknown): unknown[] {
	return listOf(objectOf(body).results);
}

/** The service refuses all records of a request without naming the one that the user must not change. */
export const narrowing: Pick<BatchRun, 'canNarrow'> = {
	canNarrow: ({ code }) => code === 'CB_NO02',
};

export const UPDATE_MAX = 100;

/** How changes of many records are put into requests. */
export const hundredAtOnce = {
	max: UPDATE_MAX,
	bulk: true,
	assemble: (records: unknown[]) => ({ body: { records } }),
	split: (body: unknown) => objectsIn(body, 'records'),
	...narrowing,
};

export const oneByOne = { max: 1, bulk: true, split: (body: unknown) => [objectOf(body)] };
