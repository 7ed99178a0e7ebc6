import {
	formatted,
	listOf,
	long,
	object,
	oneOf,
	person,
	required,
	text,
	type JsonSchema,
	type OperationSchemas,
	type Properties,
} from '../vocabulary';

const made = { createdAt: formatted('date-time'), creator: person };
const inSpace = { spaceId: long, spaceName: text };
const inThread = { ...inSpace, threadId: long, threadName: text };
const ofRecord = { appId: long, appName: text, recordId: long, recordTitle: text, ...inSpace };
const hitOf = (properties: Properties): JsonSchema => object({ ...properties, ...made });
const scopes = listOf(
	object({ scope: required(oneOf('SPACE', 'APP', 'PEOPLE', 'MESSAGE')), ids: listOf(long) }),
);

export const searchSchemas: OperationSchemas = {
	'POST search': {
		request: object({
			createdAfter: formatted('date-time'),
			createdBefore: formatted('date-time'),
			creators: listOf(text),
			excludeScopes: scopes,
			limit: long,
			pageToken: text,
			query: required(
				listOf(
					object({
						keywords: required(listOf(text)),
						operator: required(oneOf('AND', 'OR', 'NOT')),
					}),
				),
			),
			scopes,
			sort: object({ by: oneOf('RELEVANCE', 'CREATED_AT'), order: oneOf('ASC', 'DESC') }),
			types: listOf(text),
		}),
		response: object({
			hits: listOf(
				object({
					attachment: hitOf({ attachedTo: text, fileKey: text, name: text }),
					record: hitOf({
						...ofRecord,
						matchedFields: listOf(object({ code: text, label: text })),
					}),
					recordComment: hitOf({ ...ofRecord, commentId: long }),
					snippets: listOf(text),
					space: hitOf(inSpace),
					thread: hitOf(inThread),
					threadComment: hitOf({ ...inThread, commentId: long }),
					type: text,
					url: text,
				}),
			),
			nextPageToken: text,
		}),
	},
};
