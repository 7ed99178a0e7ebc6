import type { IDataObject } from 'n8n-workflow';

import type {
	ItemContext,
	Operation,
	Parameter,
	RequestSpec,
	Resource,
} from '../../shared/catalogue';
import { InputError, RequestError } from '../../shared/errors';
import { jsonIn } from '../../shared/json';
import { quoteShort } from '../../shared/messages';
import { bodyOf, isObject, objectOf, sameData } from '../../shared/objects';
import { textParameter } from '../../shared/parameters';
import { reading } from '../../shared/request';
import { api } from '../api';
import { event, eventIdOf } from './locators';
import { rights } from './requirements';
import { verbs } from './operations';

/** Longest key, and longest value of a key as JSON. */
const LONGEST_KEY = 128;
const LONGEST_VALUE = 80000;

const LABEL = 'Value (JSON)';

const name: Parameter = textParameter({
	displayName: 'Name',
	name: 'itemName',
	required: true,
	placeholder: 'e.g. com.example.sync',
	description:
		'Name of the custom item (letters, digits, and dots). Use a unique name, such as your reversed domain.',
	send: { in: 'path', key: 'customizeId', as: readItemName },
});

const value: Parameter = {
	displayName: 'Value (JSON)',
	name: 'value',
	type: 'json',
	default: '{}',
	required: true,
	placeholder: '{ "orderId": "A-17" }',
	description:
		'JSON object to store with the event. Use JSON with expressions inside, or an expression that returns an object: JSON.stringify leaves out values that are undefined.',
	send: { in: 'body', key: 'value', as: objectToStore },
};

const create: Operation = {
	...verbs.create,
	...api['schedule.datastore.create'],
	action: 'Create event custom item',
	description: "Store a JSON object with an event. Users don't see it.",
	rights: rights.change,
	parameters: [event, name, value],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			await checkFree(item, spec);
			return itemRow(await item.request(spec), item);
		},
	},
};

/**
 * Throws `InputError` if another object is stored under the name: it isn't known whether the service
 * would replace it.
 */
async function checkFree(item: ItemContext, { path, body }: RequestSpec): Promise<void> {
	const asked = item.request(reading(path, { answer: api['schedule.datastore.get'].answer }));
	const found = await asked.catch((problem: unknown) => {
		if (isRefusal(problem)) return undefined;
		throw problem;
	});
	const stored = objectOf(objectOf(found).value);
	if (Object.keys(stored).length === 0 || sameData(stored, body?.value)) return;
	throw new InputError(
		`The event already has a custom item with the name ${quoteShort(readItemName(item.read('itemName')))}`,
		'To replace it, use Update. To keep it, choose another name',
	);
}

/** Whether the service said that it has no such item, or doesn't show it. An empty object says so, too. */
function isRefusal(problem: unknown): boolean {
	if (!(problem instanceof RequestError)) return false;
	const { explanation, reply } = problem.failure;
	if (reply?.status === 200 && sameData(reply.body, {})) return true;
	const status = reply?.status ?? 0;
	const isSaid = explanation?.code?.startsWith('GRN_') === true || (status >= 400 && status < 500);
	return isSaid && status !== 429 && explanation?.transient !== true;
}

const get: Operation = {
	...verbs.get,
	...api['schedule.datastore.get'],
	action: 'Get event custom item',
	description: 'Get a JSON object stored with an event',
	rights: rights.view,
	parameters: [event, name],
	run: { kind: 'perItem', result: itemRow },
};

const update: Operation = {
	...verbs.update,
	...api['schedule.datastore.update'],
	action: 'Update event custom item',
	description: 'Replace a JSON object stored with an event',
	rights: rights.change,
	parameters: [
		event,
		name,
		{
			...value,
			description:
				'New JSON object, which replaces the stored one. Use JSON with expressions inside, or an expression that returns an object: JSON.stringify leaves out values that are undefined.',
		},
	],
	run: { kind: 'perItem', result: itemRow },
};

const remove: Operation = {
	...verbs.delete,
	...api['schedule.datastore.delete'],
	action: 'Delete event custom item',
	description: 'Delete a JSON object stored with an event',
	rights: rights.change,
	parameters: [event, name],
	run: {
		kind: 'perItem',
		result: (_body, item) => ({ json: { deleted: true, ...address(item) } }),
	},
};

export const datastoreResource: Resource = {
	value: 'eventCustomItem',
	name: 'Event Custom Item',
	admin: true,
	description: 'For programmers: JSON data stored with an event',
	operations: [create, get, update, remove],
};

function itemRow(body: unknown, item: ItemContext): { json: IDataObject } {
	return { json: { ...address(item), value: bodyOf(body).value } };
}

function address(item: ItemContext): IDataObject {
	return {
		eventId: eventIdOf(item.read('eventId'), item),
		name: readItemName(item.read('itemName')),
	};
}

function readItemName(entered: unknown): string {
	const text = String(entered ?? '').trim();
	if (/^[A-Za-z0-9.]+$/.test(text) && !/^\.+$/.test(text)) return text;
	throw new InputError(
		`${quoteShort(text)} is not a valid name for a custom item`,
		'Use letters, digits, and dots, e.g. com.example.sync',
	);
}

function objectToStore(entered: unknown): IDataObject {
	const object = typeof entered === 'string' ? jsonIn(entered, LABEL) : entered;
	if (!isObject(object)) {
		const advice = 'Use JSON such as { "orderId": "A-17" }';
		throw new InputError(`"${LABEL}" is not a JSON object`, advice);
	}
	const lost = lostInJson(object);
	if (lost !== undefined) {
		throw new InputError(
			`"${LABEL}" has an invalid number or date at ${quoteShort(lost.join('.'))}`,
			'Correct the expression. JSON would store null in its place',
		);
	}
	for (const [key, content] of Object.entries(object)) {
		if (key.length > LONGEST_KEY) {
			throw new InputError(
				`A key of "${LABEL}" is longer than ${LONGEST_KEY} characters: ${quoteShort(key)}`,
				'Choose a shorter key',
			);
		}
		if ((JSON.stringify(content) ?? '').length > LONGEST_VALUE) {
			throw new InputError(
				`The value of ${quoteShort(key)} is longer than ${LONGEST_VALUE} characters`,
				'Split it into several keys or custom items',
			);
		}
	}
	return object;
}

/** The path of a value that JSON can't hold and that would become null: NaN, or an invalid date. */
function lostInJson(value: unknown, path: string[] = []): string[] | undefined {
	if (typeof value !== 'object' || value === null || 'toJSON' in value)
		return value !== null && JSON.stringify(value) === 'null' ? path : undefined;
	for (const [key, one] of Object.entries(value)) {
		const lost = lostInJson(one, [...path, key]);
		if (lost) return lost;
	}
	return undefined;
}
