import type { IDataObject } from 'n8n-workflow';

import type { Draft, ItemView, Operation, Parameter, Prepared, Send, Service } from './catalogue';
import { Refusal } from './errors';
import { onceThere } from './soon';

/**
 * Builds an item's request from the parameters that the person sees.
 * Throws `Refusal` for input that cannot be sent.
 */
export async function prepare(
	service: Service,
	operation: Operation,
	item: ItemView,
): Promise<Prepared> {
	const parts: Parts = { path: {}, query: {}, body: {}, element: {}, file: {} };
	for (const parameter of operation.parameters) {
		if (shown(parameter, item)) {
			const placing = place(parameter, item.read(parameter.name, parameter.default), item, parts);
			if (placing) await placing;
		}
	}
	const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = parts.path[name];
		if (value === undefined || value === '') throw new Refusal(`The parameter "${name}" is empty`);
		return encodeURIComponent(String(value));
	});
	const [[field, property] = []] = Object.entries(parts.file);
	const draft: Draft = {
		method: operation.method,
		path: service.route(operation, path, item.connection, item),
		repeatable: operation.method === 'GET' || operation.readOnly === true,
		...(Object.keys(parts.query).length > 0 && { query: parts.query }),
		...(hasBody(operation, parts) && { body: parts.body }),
		...(operation.reply && { reply: operation.reply }),
		...(field !== undefined && { file: { field, property: String(property), item: item.index } }),
	};
	return { index: item.index, draft, element: parts.element[''] ?? parts.element };
}

/** GET never has a body here, DELETE only when something is sent in it. */
function hasBody({ method }: Operation, { body, file }: Parts): boolean {
	if (Object.keys(file).length > 0 || method === 'GET') return false;
	return method !== 'DELETE' || Object.keys(body).length > 0;
}

type Parts = Record<Send['in'], IDataObject>;

/** Puts what is sent of a parameter in its place, in most cases at once. */
function place(
	parameter: Parameter,
	value: unknown,
	item: ItemView,
	parts: Parts,
): void | Promise<void> {
	if (parameter.send) {
		const { as, keepEmpty } = parameter.send;
		if (parameter.required && isMissing(parameter, value)) {
			throw new Refusal(`The parameter "${parameter.displayName}" is empty`);
		}
		const target = parts[parameter.send.in];
		const { key } = parameter.send;
		return onceThere(as ? as(value, item) : written(parameter, value), (sent) => {
			if (sent === undefined || sent === null) return;
			if (keepEmpty || as || !isEmpty(sent)) put(target, key, sent);
		});
	}
	if (parameter.type === 'collection' && isObject(value) && Object.keys(value).length > 0) {
		return placeOptions(parameter, value, item, parts);
	}
}

async function placeOptions(
	parameter: Parameter,
	chosen: IDataObject,
	item: ItemView,
	parts: Parts,
): Promise<void> {
	for (const option of parameter.options ?? []) {
		if ('type' in option && option.name in chosen) {
			await place(option, item.read(`${parameter.name}.${option.name}`), item, parts);
		}
	}
}

/** Sets `a.b` inside `target`; an empty key stands for the target itself. */
function put(target: IDataObject, key: string, value: unknown): void {
	if (key === '' && isObject(value)) {
		Object.assign(target, value);
		return;
	}
	const steps = key.split('.');
	const last = steps.pop() ?? '';
	let place = target;
	for (const step of steps) place = (place[step] ??= {}) as IDataObject;
	place[last] = value as IDataObject[string];
}

/** Whether the person sees the parameter with what else is chosen for the item. */
export function shown(parameter: Parameter, item: ItemView): boolean {
	if (parameter.displayOptions === undefined) return true;
	const { show = {}, hide = {} } = parameter.displayOptions;
	const meets = ([name, wanted]: [string, unknown]) =>
		name.startsWith('@') ||
		(Array.isArray(wanted) && wanted.includes(item.read(name.replace(/^\//, ''), undefined)));
	return Object.entries(show).every(meets) && !Object.entries(hide).some(meets);
}

/** In JSON an empty list says something: that nothing of what the list holds is to be left. */
function isMissing({ type }: Parameter, value: unknown): boolean {
	if (type !== 'json') return isEmpty(value);
	return (value ?? '') === '' || (typeof value === 'string' && value.trim() === '');
}

/** What stands in a control for text is text, also where an expression gives a number. */
function written({ type }: Parameter, value: unknown): unknown {
	return type === 'string' && ['number', 'boolean'].includes(typeof value) ? String(value) : value;
}

function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values of plain data are equal; most drafts of a run are. */
export function sameData(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (!isData(one) || !isData(other)) return false;
	const keys = Object.keys(one);
	if (keys.length !== Object.keys(other).length) return false;
	return keys.every((key) => Object.hasOwn(other, key) && sameData(one[key], other[key]));
}

function isData(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
