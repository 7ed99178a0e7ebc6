import type { Operation, Resource } from '../../shared/catalogue';
import { readDate } from '../../shared/input/date';
import { rfc3339 } from '../time/zone';
import { idOf } from '../values/references';
import { rowWithIds } from '../values/rows';
import { isBlank } from '../../shared/input/text';
import { choices, dateParameter, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { fields } from './event/content';
import { idInPath, textUpTo } from './text';
import { picker } from './locators';
import { listRun, paged, verbs } from './operations';
import { frameOf } from './zone';

/** Longest subject. */
const LONGEST_SUBJECT = 100;

const todoRow = rowWithIds('id', 'category');

const get: Operation = {
	...verbs.get,
	...api['todo.todo.get'],
	action: 'Get to do item',
	description: 'Get one of your to-dos',
	parameters: [idInPath('To-Do ID', 'todoId', 'to-do', 'ID of the to-do to get')],
	run: { kind: 'perItem', result: todoRow },
};

const PRIORITIES: Record<string, number> = { high: 3, normal: 2, low: 1 };

const create: Operation = {
	...verbs.create,
	...api['todo.todo.create'],
	action: 'Create to do item',
	description: 'Create a to-do in your to-do list',
	parameters: [
		textParameter({
			displayName: 'Title',
			name: 'subject',
			required: true,
			description: `Title of the to-do, up to ${LONGEST_SUBJECT} characters`,
			send: { in: 'body', key: 'subject', as: textUpTo('Title', LONGEST_SUBJECT) },
		}),
		fields('Additional Fields', 'additionalFields', [
			picker('todoCategory', {
				name: 'category',
				description: 'Category of the to-do',
				send: {
					in: 'body',
					key: 'category',
					as: (value) => (isBlank(value) ? undefined : Number(idOf(value, 'category'))),
				},
			}),
			dateParameter({
				displayName: 'Due Date',
				name: 'dueDate',
				description: 'Due date of the to-do, e.g. "tomorrow 9:00". A day begins at midnight.',
				send: {
					in: 'body',
					key: 'dueDate',
					as: (value, item) => {
						if (isBlank(value)) return undefined;
						const frame = frameOf(item);
						return rfc3339(readDate(value, 'Due Date', frame).at.toMillis(), frame.zone);
					},
				},
			}),
			textParameter({
				displayName: 'Notes',
				name: 'notes',
				typeOptions: { rows: 3 },
				send: { in: 'body', key: 'notes', keepEmpty: true },
			}),
			{
				displayName: 'Priority',
				name: 'priority',
				...choices('normal', { high: 'High', low: 'Low', normal: 'Normal' }),
				description: 'Priority of the to-do',
				send: { in: 'body', key: 'priority', as: (value) => PRIORITIES[String(value)] },
			},
		]),
	],
	run: { kind: 'perItem', concurrencyKey: 'new', result: todoRow },
};

const getCategories: Operation = {
	...verbs.getAll,
	...api['todo.category.list'],
	action: 'Get many to do categories',
	description: 'Get your to-do categories',
	parameters: [...paged],
	run: listRun('categories', rowWithIds('id'), 'You have no to-do categories'),
};

export const todoResources: Resource[] = [
	{
		value: 'todo',
		name: 'To-Do',
		description: 'Your to-do list',
		operations: [create, get],
	},
	{
		value: 'todoCategory',
		name: 'To-Do Category',
		description: 'Categories of your to-do list',
		operations: [getCategories],
	},
];
