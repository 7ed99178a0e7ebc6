import type { RequestSpec, Operation, Resource, Pagination } from '../../shared/catalogue';
import { objectsIn, objectOf } from '../../shared/objects';
import { answerOptions, question, sendAndWait } from '../../shared/sendAndWait';
import { textOf } from '../../shared/input/text';
import { choices, textAt, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { mentions } from './people';
import { refusingRepeats } from './pages';
import { limit, options, returnAll } from './parameters';
import { app, record } from './locators';
import { answerRun, rowRun } from './runs';

/** Maximum number of comments per request. */
const PAGE = 10;

const create: Operation = {
	...api['record.comment.create'],
	value: 'create',
	name: 'Create',
	action: 'Create comment',
	description: 'Add a comment to a record and notify the mentioned people',
	parameters: [
		app('body'),
		record('body', 'record'),
		textParameter({
			displayName: 'Text',
			name: 'text',
			typeOptions: { rows: 3 },
			required: true,
			description: 'Text of the comment. The service adds the mentioned names at the start.',
			send: { in: 'body', key: 'comment.text' },
		}),
		mentions,
		options(),
	],
	run: {
		...answerRun,
		concurrencyKey: (_, { body }) => `${String(body?.app)} ${String(body?.record)}`,
	},
};

const ask: Operation = {
	...create,
	...sendAndWait,
	action: 'Send comment and wait for response',
	description:
		'Ask in a comment on a record, and wait for an answer. Asks once, for the first item.',
	parameters: [
		app('body'),
		record('body', 'record'),
		...question({
			in: 'body',
			key: 'comment.text',
			as: (value, { answerUrl }) => `${textOf(value, 'Message')}\n\n${answerUrl}`,
		}),
		mentions,
		options(...answerOptions),
	],
};

const getMany: Operation = {
	...api['record.comments.get'],
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many comments',
	description: 'Get the comments of a record',
	parameters: [
		app('query'),
		record('query', 'record'),
		returnAll,
		limit,
		options({
			displayName: 'Sort',
			name: 'order',
			...choices('desc', { desc: 'Newest First', asc: 'Oldest First' }),
			description: 'Sort order of the comments',
		}),
	],
	run: {
		kind: 'paginate',
		pages: (spec, wanted, item) => walkComments(spec, wanted, textAt(item, 'options.order')),
		result: () => (comment) => ({ json: comment }),
		emptyHint: 'The record has no comments.',
	},
};

/** Ten comments per page; the response says whether there are older or newer ones. */
function walkComments(spec: RequestSpec, wanted: number, order: string): Pagination {
	const page = (offset: number): RequestSpec => ({
		...spec,
		query: { ...spec.query, order, offset, limit: Math.min(PAGE, wanted - offset) },
	});
	const checked = refusingRepeats();
	return {
		first: page(0),
		rows: (body) => checked(objectsIn(body, 'comments')),
		next: ({ body, rows, total }) => {
			const { older, newer } = objectOf(body);
			const more = order === 'asc' ? newer : older;
			return more && rows > 0 && total < wanted ? page(total) : undefined;
		},
	};
}

const remove: Operation = {
	...api['record.comment.delete'],
	value: 'delete',
	name: 'Delete',
	action: 'Delete comment',
	description:
		'Delete a comment. With an API token, you can only delete comments that were added with an API token.',
	parameters: [
		app('query'),
		record('query', 'record'),
		textParameter({
			displayName: 'Comment ID',
			name: 'commentId',
			holds: 'id',
			required: true,
			placeholder: 'e.g. 3',
			description: 'ID of the comment to delete',
			send: { in: 'query', key: 'comment' },
		}),
		options(),
	],
	run: {
		...rowRun((item) => ({ deleted: true, id: String(item.read('commentId')) })),
		concurrencyKey: (_item, { query }) => `${String(query?.app)} ${String(query?.record)}`,
	},
};

export const commentResource: Resource = {
	value: 'comment',
	name: 'Comment',
	description: 'Comments on a record',
	operations: [create, getMany, remove, ask],
};
