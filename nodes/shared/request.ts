import type { IDataObject } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemContext,
	Operation,
	Parameter,
	Prepared,
	Send,
	Service,
} from './catalogue';
import { Faults, InputError } from './errors';
import { after } from './inOrder';
import { isBlank, textOf } from './input/text';
import { emptyError } from './input/gate';
import { holdsList } from './input/unwrap';
import { isDryRun } from './parameters';
import { isObject, sameData } from './objects';

/** Gives an item's request, at once where nothing has to be read. Throws `InputError` for input that cannot be sent. */
export type Prepare = (item: ItemContext) => Prepared | Promise<Prepared>;

/** A request that reads. */
export function reading(path: string, more: Partial<RequestSpec> = {}): RequestSpec {
	return { method: 'GET', path, repeatable: true, ...more };
}

/** Builds requests from the parameters that the person sees; an item is refused with all of its faults. */
export function requestBuilder(service: Service, operation: Operation): Prepare {
	/** One shared spec of equal ones, because 10,000 copies would cost memory. */
	let last: RequestSpec | undefined;
	return (item) => {
		checkReadOnly(item);
		service.check?.(item);
		const parts: Partial<Parts> = {};
		const faults = new Faults(item.faults());
		return after(putEach(operation.parameters, item.read.bind(item), item, parts, faults), () => {
			const made = specOf(service, operation, item, parts);
			last = last !== undefined && sameData(last, made) ? last : made;
			return { index: item.index, spec: last, element: parts.element ?? {} };
		});
	};
}

/** Throws `InputError` for a change with a credential that only reads. Dry runs change nothing. */
function checkReadOnly(item: ItemContext): void {
	const { connection, operation } = item;
	if (!connection.readOnly) return;
	const parameters = operation.parameters as readonly Parameter[];
	// An upload counts as reading elsewhere, because it can be repeated.
	const sendsFile = parameters.some(({ send }) => send?.in === 'file');
	if (onlyReads(operation) && !sendsFile) return;
	if (isDryRun(item)) return;
	throw new InputError(
		`"${operation.name}" would change data, but "Read Only" is on in the credential`,
		'Nothing was sent. Use another credential, or turn off "Read Only"',
	);
}

function specOf(
	service: Service,
	operation: Operation,
	item: ItemContext,
	{ path: inPath = {}, query, body = {}, file }: Partial<Parts>,
): RequestSpec {
	const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = inPath[name];
		if (value === undefined || value === '') throw emptyError(name);
		return encodeURIComponent(String(value));
	});
	const { method, reply, answer } = operation;
	const route = service.route(operation, path, item);
	const spec: RequestSpec = { method, path: route, repeatable: onlyReads(operation) };
	if (reply) spec.reply = reply;
	if (answer) spec.answer = answer;
	if (query) spec.query = query;
	const [[field, property] = []] = file ? Object.entries(file) : [];
	// GET never has a body here, DELETE only when something is sent in it.
	const hasBody = method !== 'GET' && (method !== 'DELETE' || Object.keys(body).length > 0);
	if (field !== undefined) spec.file = { field, property: String(property), item: item.index };
	else if (hasBody) spec.body = body;
	return spec;
}

/** What is sent, by where it goes; the element is a list's entry, which need not be an object. */
type Parts = Record<Exclude<Send['in'], 'element'>, IDataObject> & { element: unknown };

/** Whether an operation changes nothing, although a few of them are sent by POST. */
export function onlyReads({ method, readOnly }: ItemContext['operation']): boolean {
	return method === 'GET' || readOnly === true;
}

/** Puts what is sent of a parameter, or of the options of a collection, into the request. */
function putParameter(
	parameter: Parameter,
	value: unknown,
	item: ItemContext,
	parts: Partial<Parts>,
): Promise<void> | void {
	const { send, type, options } = parameter;
	if (value === undefined) return;
	if (send) {
		const { as, keepEmpty } = send;
		const putSent = (sent: unknown) => {
			if (sent === undefined || (sent === null && !keepEmpty)) return;
			if (keepEmpty || as || !isBlank(sent)) put(parts, send, sent ?? '');
		};
		return after(as ? as(value, item) : written(parameter, value), putSent);
	}
	if (type !== 'collection' || !isObject(value) || Object.keys(value).length === 0) return;
	return putEach(options, (name) => value[name], item, parts, new Faults());
}

/** Puts what has a value, one after the other. Throws all that was refused. */
function putEach(
	parameters: Parameter['options'] = [],
	valueOf: (name: string) => unknown,
	item: ItemContext,
	parts: Partial<Parts>,
	faults: Faults,
	start = 0,
): Promise<void> | void {
	for (let at = start; at < parameters.length; at++) {
		const one = parameters[at] as Parameter;
		const others = () => putEach(parameters, valueOf, item, parts, faults, at + 1);
		const placing = faults.of(() => putParameter(one, valueOf(one.name), item, parts));
		if (placing) return placing.catch(faults.note).then(others);
	}
	faults.end();
}

/** Sets `a.b` inside what `send` names; an empty key stands for the whole of it. */
function put(parts: Partial<Parts>, send: Send, value: unknown): void {
	if (send.key === '' && send.in === 'element' && !(isObject(value) && parts.element)) {
		parts.element = value;
		return;
	}
	const whole = (parts[send.in] ??= {}) as IDataObject;
	if (send.key === '' && isObject(value)) {
		// A key `__proto__` of an item's own is data, too.
		parts[send.in] = { ...whole, ...value } as IDataObject;
		return;
	}
	if (!send.key.includes('.')) {
		whole[send.key] = value as IDataObject[string];
		return;
	}
	const steps = send.key.split('.');
	const last = steps.pop() ?? '';
	let parent = whole;
	for (const step of steps) parent = (parent[step] ??= {}) as IDataObject;
	parent[last] = value as IDataObject[string];
}

/**
 * The value of a text field is text, even if an expression returns a number, or texts where it holds
 * several IDs or codes. Throws `InputError` for an object.
 */
function written(parameter: Parameter, value: unknown): unknown {
	const isText = parameter.type === 'string' && !holdsList(parameter);
	return isText ? textOf(value, parameter.displayName) : value;
}
