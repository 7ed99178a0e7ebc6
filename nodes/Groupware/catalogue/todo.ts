import type { Operation, Resource } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { momentOf } from '../time/moment';
import { rfc3339 } from '../time/zone';
import { rowWithIds } from '../values/rows';
import { fields } from './event/content';
import { idInPath } from './inPath';
import { picker } from './locators';
import { numberOf } from './naming';
import { limit, listRun, returnAll } from './paging';
import { ANY_SIGN_IN } from './signIn';
import { textUpTo } from './text';
import { frameOf, workflowTimeZone } from './zone';

/** Longest subject (facts: todo.todo.create). */
const LONGEST_SUBJECT = 100;

const common = { since: '6.0', signIn: ANY_SIGN_IN };

const todoRow = rowWithIds('id', 'category');

const get: Operation = {
	...common,
	id: 'todo.todo.get',
	value: 'get',
	name: 'Get',
	action: 'Get todo',
	description: 'Read one of the to-dos of this account',
	method: 'GET',
	path: '/api/v1/todo/todos/{todoId}',
	parameters: [idInPath('To-Do ID', 'todoId', 'to-do', 'ID of the to-do to read')],
	run: { kind: 'each', result: todoRow },
};

const create: Operation = {
	...common,
	id: 'todo.todo.create',
	value: 'create',
	name: 'Create',
	action: 'Create todo',
	description: 'Put something on the to-do list of this account',
	method: 'POST',
	answer: ['id'],
	path: '/api/v1/todo/todos',
	parameters: [
		{
			displayName: 'Title',
			name: 'subject',
			type: 'string',
			default: '',
			required: true,
			description: `What is to be done, in ${LONGEST_SUBJECT} characters at the most`,
			send: { in: 'body', key: 'subject', as: textUpTo('Title', LONGEST_SUBJECT) },
		},
		fields('Additional Fields', 'additionalFields', [
			picker('todoCategory', {
				name: 'category',
				description: 'The category to put it in',
				send: { in: 'body', key: 'category', as: (value) => numberOf(value, 'category') },
			}),
			{
				displayName: 'Due Date',
				name: 'dueDate',
				type: 'dateTime',
				default: '',
				description:
					'When it must be done. A date without a time zone counts in the one chosen here; expressions may give words such as "tomorrow 9:00" too.',
				send: {
					in: 'body',
					key: 'dueDate',
					as: (value, item) => {
						if (value === '' || value === null) return undefined;
						const frame = frameOf(item, item.read('additionalFields.timeZone', ''));
						return rfc3339(momentOf(value, 'Due Date', frame).at, frame.zone);
					},
				},
			},
			{
				displayName: 'Notes',
				name: 'notes',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				send: { in: 'body', key: 'notes', as: (value) => String(value ?? '') },
			},
			{
				displayName: 'Priority',
				name: 'priority',
				type: 'options',
				default: 2,
				options: [
					{ name: 'High', value: 3 },
					{ name: 'Low', value: 1 },
					{ name: 'Normal', value: 2 },
				],
				description: 'How important it is',
				send: { in: 'body', key: 'priority', as: priorityOf },
			},
			workflowTimeZone,
		]),
	],
	run: { kind: 'each', target: 'new', result: todoRow },
};

const getCategories: Operation = {
	...common,
	id: 'todo.category.list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many todo categories',
	description: 'List the categories that this account has for its to-dos',
	method: 'GET',
	path: '/api/v1/todo/categories',
	parameters: [returnAll, limit],
	run: listRun('categories', rowWithIds('id'), 'This account has no categories for to-dos'),
};

export const todoResource: Resource = {
	value: 'todo',
	name: 'To-Do',
	description: 'The to-do list of the account that signs in',
	first: create.value,
	operations: [get, create],
};

export const todoCategoryResource: Resource = {
	value: 'todoCategory',
	name: 'To-Do Category',
	description: 'Categories of the to-do list of the account that signs in',
	first: getCategories.value,
	operations: [getCategories],
};

/** Undefined when nothing was chosen. Throws `Refusal` for what is none (facts: todo.todo.create). */
function priorityOf(value: unknown): number | undefined {
	const text = String(value ?? '').trim();
	if (text === '') return undefined;
	if (/^[123]$/.test(text)) return Number(text);
	throw new Refusal(
		`"Priority" is no priority: ${quoteShort(text)}`,
		'Choose one, or give 1 (low), 2 (normal) or 3 (high)',
	);
}
