import { shared } from '../shared';
import {
	anything,
	either,
	flag,
	formatted,
	listOf,
	long,
	mapOf,
	nothing,
	object,
	oneOf,
	person,
	required,
	revision,
	text,
	textUpTo,
	type OperationSchemas,
} from '../vocabulary';

export const recordSchemas: OperationSchemas = {
	'GET record': {
		request: object({ app: required(long), id: required(long) }),
		response: object({ record: mapOf(shared('Cell')) }),
	},
	'POST record': {
		request: object({ app: required(long), record: required(mapOf(shared('SentCell'))) }),
		response: object({ id: long, revision: long }),
	},
	'PUT record': {
		request: object({
			app: required(long),
			id: long,
			record: mapOf(shared('SentCell')),
			revision: long,
			updateKey: object({ field: required(text), value: required(textUpTo(64)) }),
		}),
		response: revision,
	},
	'GET records': {
		request: object({
			app: required(long),
			query: formatted('query'),
			fields: listOf(text),
			totalCount: flag,
		}),
		response: object({ records: listOf(mapOf(shared('Cell'))), totalCount: long }),
	},
	'POST records': {
		request: object({ app: required(long), records: required(listOf(mapOf(shared('SentCell')))) }),
		response: object({ ids: listOf(long), revisions: listOf(long) }),
	},
	'PUT records': {
		request: object({
			app: required(long),
			records: required(
				listOf(
					object({
						id: long,
						record: mapOf(shared('SentCell')),
						revision: long,
						updateKey: object({ field: required(text), value: required(textUpTo(64)) }),
					}),
				),
			),
			upsert: flag,
		}),
		response: object({
			records: either(
				listOf(object({ id: long, revision: long })),
				listOf(object({ id: long, operation: oneOf('INSERT', 'UPDATE'), revision: long })),
			),
		}),
	},
	'DELETE records': {
		request: object({ app: required(long), ids: required(listOf(long)), revisions: listOf(long) }),
		response: nothing,
	},
	'POST records/cursor': {
		request: object({
			app: required(long),
			fields: listOf(text),
			query: formatted('query'),
			size: long,
		}),
		response: object({ id: text, totalCount: long }),
	},
	'GET records/cursor': {
		request: object({ id: required(text) }),
		response: object({ next: flag, records: listOf(mapOf(shared('Cell'))) }),
	},
	'DELETE records/cursor': {
		request: object({ id: required(text) }),
		response: nothing,
	},
	'GET record/comments': {
		request: object({
			app: required(long),
			offset: long,
			record: required(long),
			limit: long,
			order: oneOf('ASC', 'DESC'),
		}),
		response: object({
			comments: listOf(
				object({
					createdAt: formatted('date-time'),
					creator: person,
					id: long,
					mentions: listOf(object({ code: text, type: oneOf('USER', 'ORGANIZATION', 'GROUP') })),
					text: text,
				}),
			),
			newer: flag,
			older: flag,
		}),
	},
	'POST record/comment': {
		request: object({
			app: required(long),
			comment: required(
				object({
					mentions: listOf(
						object({
							code: required(text),
							type: required(oneOf('USER', 'ORGANIZATION', 'GROUP')),
						}),
					),
					text: required(textUpTo(65535)),
				}),
			),
			record: required(long),
		}),
		response: object({ id: long }),
	},
	'DELETE record/comment': {
		request: object({ app: required(long), record: required(long), comment: required(long) }),
		response: nothing,
	},
	'PUT record/assignees': {
		request: object({
			app: required(long),
			assignees: required(listOf(text)),
			id: required(long),
			revision: long,
		}),
		response: revision,
	},
	'PUT record/status': {
		request: object({
			action: required(text),
			app: required(long),
			assignee: text,
			id: required(long),
			revision: long,
		}),
		response: revision,
	},
	'PUT records/status': {
		request: object({
			app: required(long),
			records: required(
				listOf(
					object({ action: required(text), assignee: text, id: required(long), revision: long }),
				),
			),
		}),
		response: object({ records: listOf(object({ id: long, revision: long })) }),
	},
	'POST bulkRequest': {
		request: object({ requests: required(listOf(shared('BulkCall'))) }),
		response: object({ results: listOf(anything) }),
	},
	'GET records/acl/evaluate': {
		request: object({ app: required(long), ids: required(listOf(long)) }),
		response: object({
			rights: listOf(
				object({
					fields: mapOf(object({ editable: flag, viewable: flag })),
					id: long,
					record: object({ deletable: flag, editable: flag, viewable: flag }),
				}),
			),
		}),
	},
	'GET file': {
		request: object({ fileKey: required(text) }),
		response: anything,
	},
	'POST file': {
		request: object({ file: required(text) }),
		response: object({ fileKey: text }),
	},
};
