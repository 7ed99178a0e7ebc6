import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemView,
	Operation,
	Parameter,
	Prepared,
	Send,
	Service,
} from './catalogue';
import { InputError } from './errors';
import { isBlank } from './input/blank';
import { checkedValue, isEmptyError, shown } from './input/policy';
import { isExpression } from './input/reader';
import { isDryRun } from './run/writeOptions';
import { thenMaybe } from './inOrder';
import { isObject, sameData } from './objects';
import { textOf } from './text';

/** Gives an item's request. Throws `InputError` for input that cannot be sent. */
export type Prepare = (item: ItemView) => Prepared | Promise<Prepared>;

/**
 * Builds requests from the parameters that the person sees. A promise only where a conversion
 * takes time: one for each of ten thousand items takes its own.
 * @param sameSpec whether all items have the same request but for their elements
 */
export function requestBuilder(service: Service, operation: Operation, sameSpec = false): Prepare {
	const ofElement = sameSpec ? operation.parameters.flatMap(elementPart) : [];
	let last: RequestSpec | undefined;
	/** One shared spec, because 10,000 copies would cost memory. */
	const asBefore = (spec: RequestSpec): RequestSpec =>
		(last = sameData(last, spec) ? last : spec) ?? spec;
	return (item) => {
		const { index } = item;
		const parts: Partial<Parts> = {};
		if (sameSpec && last) {
			const spec = last;
			const placed = placeAll(ofElement, item, parts);
			return thenMaybe(placed, () => ({ index, spec, element: parts.element ?? {} }));
		}
		checkReadOnly(item);
		service.check?.(item);
		return thenMaybe(placeAll(operation.parameters, item, parts), () => {
			const spec = asBefore(specOf(service, operation, item, parts));
			return { index, spec, element: parts.element ?? {} };
		});
	};
}

/** Throws `InputError` for a change with a credential that only reads. Dry runs change nothing. */
function checkReadOnly(item: ItemView): void {
	const { connection, operation } = item;
	if (!connection.readOnly) return;
	const parameters = operation.parameters as readonly Parameter[];
	// An upload counts as reading elsewhere, because it can be repeated.
	const sendsFile = parameters.some(({ send }) => send?.in === 'file');
	if (onlyReads(operation) && !sendsFile) return;
	const has = (name: string) =>
		parameters.some(
			(one) => one.name === name || one.options?.some((option) => option.name === name),
		);
	// An expression can return options that the operation doesn't have.
	if (has('dryRun') && isDryRun(item)) return;
	if (has('preview') && isDryRun(item, 'preview')) return;
	throw new InputError(
		`"${operation.name}" would change data, but "Read Only" is on in the credential`,
		'Nothing was sent. Use another credential, or turn off "Read Only"',
	);
}

/**
 * Whether all items of a node have the same request but for their elements: nothing that decides
 * the rest holds an expression.
 * @param stored the node's parameters as the workflow keeps them
 */
export function hasSameSpec({ parameters }: Operation, stored: INodeParameters): boolean {
	const deciding = parameters.filter((one) => elementPart(one).length === 0);
	const showing = deciding.flatMap(({ displayOptions: { show, hide } = {} }) =>
		Object.keys({ ...show, ...hide }).map((name) => name.replace(/^\//, '')),
	);
	const names = [...deciding.map(({ name }) => name), ...showing];
	const collections = parameters.filter(({ type, send }) => type === 'collection' && !send);
	const options = collections.flatMap((one) => {
		const own = new Set(elementPart(one)[0]?.options?.map(({ name }) => name));
		const chosen = stored[one.name];
		if (!isObject(chosen)) return [chosen];
		return Object.entries(chosen).flatMap(([name, value]) => (own.has(name) ? [] : [value]));
	});
	return ![...names.map((name) => stored[name]), ...options].some(isExpression);
}

/** What of a parameter goes into the element: nothing, all of it, or some options of a collection. */
function elementPart(parameter: Parameter): Parameter[] {
	if (parameter.send) return parameter.send.in === 'element' ? [parameter] : [];
	if (parameter.type !== 'collection') return [];
	const options = parameter.options?.filter(
		(option) => 'send' in option && option.send?.in === 'element',
	);
	return options?.length ? [{ ...parameter, options }] : [];
}

function specOf(
	service: Service,
	operation: Operation,
	item: ItemView,
	{ path: places = {}, query = {}, body = {}, file = {} }: Partial<Parts>,
): RequestSpec {
	const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = places[name];
		if (value === undefined || value === '') throw isEmptyError(name);
		return encodeURIComponent(String(value));
	});
	const [[field, property] = []] = Object.entries(file);
	return {
		method: operation.method,
		path: service.route(operation, path, item.connection, item),
		repeatable: onlyReads(operation),
		...(Object.keys(query).length > 0 && { query }),
		...(hasBody(operation, body, file) && { body }),
		...(operation.reply && { reply: operation.reply }),
		...(operation.answer && { answer: operation.answer }),
		...(field !== undefined && { file: { field, property: String(property), item: item.index } }),
	};
}

/** GET never has a body here, DELETE only when something is sent in it. */
function hasBody({ method }: Operation, body: IDataObject, file: IDataObject): boolean {
	if (Object.keys(file).length > 0 || method === 'GET') return false;
	return method !== 'DELETE' || Object.keys(body).length > 0;
}

/** What is sent, by where it goes; the element is a list's entry, which need not be an object. */
type Parts = Record<Exclude<Send['in'], 'element'>, IDataObject> & { element: unknown };

/** Puts what is sent of parameters in its place, one after the other, in most cases at once. */
function placeAll(
	parameters: Parameter[],
	item: ItemView,
	parts: Partial<Parts>,
	from = 0,
): void | Promise<void> {
	for (let at = from; at < parameters.length; at += 1) {
		const parameter = parameters[at] as Parameter;
		if (!shown(parameter, item)) continue;
		const value = checkedValue(parameter, item);
		if (value === undefined) continue;
		const placing = place(parameter, value, item, parts);
		if (placing) return placing.then(() => placeAll(parameters, item, parts, at + 1));
	}
}

/** Whether an operation changes nothing, although a few of them are sent by POST. */
export function onlyReads({ method, readOnly }: ItemView['operation']): boolean {
	return method === 'GET' || readOnly === true;
}

function place(
	parameter: Parameter,
	value: unknown,
	item: ItemView,
	parts: Partial<Parts>,
): void | Promise<void> {
	if (parameter.send) {
		const { send } = parameter;
		const { as, keepEmpty } = send;
		return thenMaybe(as ? as(value, item) : written(parameter, value), (sent) => {
			if (sent === undefined || (sent === null && !keepEmpty)) return;
			if (keepEmpty || as || !isBlank(sent)) put(parts, send, sent ?? '');
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
	parts: Partial<Parts>,
): Promise<void> {
	for (const option of parameter.options ?? []) {
		const value = chosen[option.name];
		if ('type' in option && value !== undefined) await place(option, value, item, parts);
	}
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
	let place = whole;
	for (const step of steps) place = (place[step] ??= {}) as IDataObject;
	place[last] = value as IDataObject[string];
}

/** The value of a text field is text, even if an expression returns a number. Throws `InputError` for an object. */
function written({ type, displayName }: Parameter, value: unknown): unknown {
	return type === 'string' && value !== undefined ? textOf(value, displayName) : value;
}
