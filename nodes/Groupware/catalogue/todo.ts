import type { Operation, Resource } from '../../shared/catalogue';
import { readDate } from '../../shared/input/date';
import { rfc3339 } from '../time/zone';
import { idOf } from '../values/references';
import { rowWithIds } from '../values/rows';
import { isBlank } from '../../shared/input/text';
import { dateParameter, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { fields } from './event/content';
import { idInPath, textUpTo } from './text';
import { picker } from './locators';
import { listRun, paged, verbs } from './operations';
import { frameOf, workflowTimeZone } from './zone';

/** Longest subject. */
const LONGEST_SUBJECT = 100;

const todoRow = rowWithIds('id', 'category');

const get: Operation = {
	...verbs.get,
	...api['todo.todo.get'],
	action: 'Get todo',
	description: 'Get one of your to-dos',
	parameters: [idInPath('To-Do ID', 'todoId', 'to-do', 'ID of the to-do to get')],
	run: { kind: 'perItem', result: todoRow },
};

const create: Operation = {
	...verbs.create,
	...api['todo.todo.create'],
	action: 'Create todo',
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
				description:
					'Due date of the to-do. A day without a time begins at midnight. Dates without a time zone use the time zone of the option Time Zone. Expressions can also return text such as "tomorrow 9:00".',
				send: {
					in: 'body',
					key: 'dueDate',
					as: (value, item) => {
						if (isBlank(value)) return undefined;
						const frame = frameOf(item, item.read('additionalFields.timeZone'));
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
				type: 'options',
				default: 2,
				options: [
					{ name: 'High', value: 3 },
					{ name: 'Low', value: 1 },
					{ name: 'Normal', value: 2 },
				],
				description: 'Priority of the to-do',
				send: { in: 'body', key: 'priority', as: Number },
			},
			workflowTimeZone,
		]),
	],
	run: { kind: 'perItem', concurrencyKey: 'new', result: todoRow },
};

const getCategories: Operation = {
	...verbs.getAll,
	...api['todo.category.list'],
	action: 'Get many todo categories',
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
