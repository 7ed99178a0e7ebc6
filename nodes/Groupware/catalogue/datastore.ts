import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Parameter, Resource, Row } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { idOf } from '../values/references';
import { event } from './locators';
import { ANY_SIGN_IN, rights } from './signIn';

/** Longest key, and longest value of a key as JSON (facts: schedule model). */
const LONGEST_KEY = 128;
const LONGEST_VALUE = 80000;

const inPath: Parameter = {
	...event,
	send: { in: 'path', key: 'eventId', as: (value) => idOf(value, 'event') },
};

const name: Parameter = {
	displayName: 'Name',
	name: 'itemName',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. com.example.sync',
	description:
		'Name of the custom item, of letters, digits and dots. Choose one that nobody else uses, such as your domain backwards.',
	send: { in: 'path', key: 'itemName', as: nameOf },
};

const value: Parameter = {
	displayName: 'Value (JSON)',
	name: 'value',
	type: 'json',
	default: '{}',
	required: true,
	placeholder: '{ "orderId": "A-17" }',
	description: 'JSON object to keep with the event',
	send: { in: 'body', key: 'value', as: valueOf },
};

const common = {
	path: '/api/v1/schedule/events/{eventId}/datastore/{itemName}',
	since: '5.9',
	signIn: ANY_SIGN_IN,
};

const create: Operation = {
	...common,
	id: 'schedule.datastore.create',
	value: 'create',
	name: 'Create',
	action: 'Create event custom item',
	description: 'Keep a JSON object with an event, for programs only',
	method: 'POST',
	answer: ['value'],
	rights: rights.change,
	parameters: [inPath, name, value],
	run: { kind: 'each', result: itemRow },
};

const get: Operation = {
	...common,
	id: 'schedule.datastore.get',
	value: 'get',
	name: 'Get',
	action: 'Get event custom item',
	description: 'Read the JSON object that was kept with an event under a name',
	method: 'GET',
	rights: rights.view,
	parameters: [inPath, name],
	run: { kind: 'each', result: itemRow },
};

const update: Operation = {
	...common,
	id: 'schedule.datastore.update',
	value: 'update',
	name: 'Update',
	action: 'Update event custom item',
	description: 'Replace the JSON object that was kept with an event under a name',
	method: 'PUT',
	answer: ['value'],
	rights: rights.change,
	parameters: [inPath, name, { ...value, description: 'JSON object that replaces the one kept' }],
	run: { kind: 'each', result: itemRow },
};

const remove: Operation = {
	...common,
	id: 'schedule.datastore.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete event custom item',
	description: 'Delete the JSON object that was kept with an event under a name',
	method: 'DELETE',
	rights: rights.change,
	reply: 'none',
	parameters: [inPath, name],
	run: {
		kind: 'each',
		result: (_body, item) => ({ json: { deleted: true, ...address(item) } }),
	},
};

export const datastoreResource: Resource = {
	value: 'eventCustomItem',
	name: 'Event Custom Item',
	description: 'JSON that programs keep with an event, unseen by people',
	first: get.value,
	operations: [create, get, update, remove],
};

function itemRow(body: unknown, item: ItemView): Row {
	return { json: { ...address(item), value: (body as IDataObject).value } };
}

function address(item: ItemView): IDataObject {
	return { eventId: idOf(item.read('eventId'), 'event'), name: nameOf(item.read('itemName')) };
}

function nameOf(entered: unknown): string {
	const text = String(entered ?? '').trim();
	if (/^[A-Za-z0-9.]+$/.test(text) && !/^\.+$/.test(text)) return text;
	throw new Refusal(
		`${quoteShort(text)} is no name of a custom item`,
		'It consists of letters, digits and dots, for example com.example.sync',
	);
}

function valueOf(entered: unknown): IDataObject {
	const object = parsed(entered);
	for (const [key, content] of Object.entries(object)) {
		if (key.length > LONGEST_KEY) {
			throw new Refusal(
				`A key of "Value (JSON)" is longer than ${LONGEST_KEY} characters: ${quoteShort(key)}`,
				'Choose a shorter key',
			);
		}
		if ((JSON.stringify(content) ?? '').length > LONGEST_VALUE) {
			throw new Refusal(
				`The value of ${quoteShort(key)} is longer than ${LONGEST_VALUE} characters`,
				'Spread it over several keys or names',
			);
		}
	}
	return object;
}

function parsed(entered: unknown): IDataObject {
	const how = 'Write it like { "orderId": "A-17" }';
	const value = typeof entered === 'string' ? jsonOf(entered) : entered;
	if (value instanceof SyntaxError) {
		throw new Refusal(`"Value (JSON)" is no JSON: ${value.message}`, how);
	}
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
		return value as IDataObject;
	}
	throw new Refusal('"Value (JSON)" is no JSON object', how);
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		return error instanceof SyntaxError ? error : new SyntaxError(String(error));
	}
}
