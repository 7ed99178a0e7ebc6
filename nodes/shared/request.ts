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
import { InputError, noValue } from './errors';
import { isDryRun } from './isDryRun';
import { chosenIn, computedAt, isExpression, storedAt } from './parameterReader';
import { thenMaybe } from './maybePromise';
import { quoteShort } from './messages';
import { CHANGING } from './missingParts';
import { isEmpty, isObject, sameData } from './objects';
import { isBlank, textOf } from './text';

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
			checkChange(operation, item, parts);
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

/** Throws `InputError` for a change that changes nothing, because all expressions found nothing. */
function checkChange(
	{ identifies, parameters }: Operation,
	{ node }: ItemView,
	{ body = {} }: Partial<Parts>,
): void {
	const keys = Object.keys(body);
	if (!identifies || keys.length === 0) return;
	if (keys.some((key) => !identifies.includes(key))) return;
	const changing = parameters.filter(
		({ name, send }) => name !== 'options' && !identifies.includes(send?.key ?? ''),
	);
	if (!changing.some(({ name }) => isExpression(node.parameters[name]))) return;
	throw new InputError(
		'The expressions returned no values, so there is nothing to change',
		'Nothing was written for this item. Check the expressions',
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
		if (value === undefined || value === '')
			throw new InputError(`The parameter "${name}" is empty`);
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
		checkFound(parameter, parameter.name, item);
		checkSwitch(parameter, parameter.name, item);
		const value = chosen(parameter, item);
		const placing = place(parameter, value, item, parts);
		if (placing) return placing.then(() => placeAll(parameters, item, parts, at + 1));
	}
}

/** The value of a parameter; in an update, without what an AI agent's model left blank. */
function chosen({ name, type, default: usual }: Parameter, item: ItemView): unknown {
	const value = item.read(name, usual);
	if (type !== 'collection' || !CHANGING.has(item.operation.method)) return value;
	return isObject(value) ? chosenIn(value, storedAt(item, name)) : value;
}

const FILTERS = new Set([
	...['string', 'dateTime', 'number', 'boolean'],
	...['options', 'multiOptions', 'resourceLocator'],
]);
const CHOICES = new Set(['options', 'boolean', 'number']);

/**
 * Throws `InputError` for an expression that finds nothing where that would mean something else: no
 * filter, or the default of a choice or an empty text in a write.
 */
function checkFound(parameter: Parameter, path: string, item: ItemView): void {
	if (!FILTERS.has(parameter.type) || !mustBeFound(parameter, path, item.operation)) return;
	// Last: looking for an expression takes time for each item.
	if (!findsNothing(parameter, path, item) || !computedAt(item, path)) return;
	throw path.includes('.')
		? noValue(parameter.displayName, 'Correct the expression, or remove the field')
		: noValue(parameter.displayName);
}

/** Throws `InputError` for an expression that means on by another value than true, which would count as off. */
function checkSwitch(parameter: Parameter, path: string, item: ItemView): void {
	if (parameter.type !== 'boolean') return;
	const value = item.read(path);
	// Nothing, and 0, are off.
	if (!value || value === true || !computedAt(item, path)) return;
	throw new InputError(
		`${quoteShort(value)} is not a valid value for "${parameter.displayName}"`,
		'Use true or false',
	);
}

/** An option of an update that finds nothing leaves the value in the service as it is. */
function mustBeFound(
	parameter: Parameter,
	path: string,
	operation: ItemView['operation'],
): boolean {
	const { type, send, required } = parameter;
	// Required parameters have a check of their own.
	if (type === 'resourceLocator' && required) return false;
	if (onlyReads(operation) && (send?.in === 'query' || (operation.readOnly && isFilter(path)))) {
		return true;
	}
	const isText = type === 'string' || type === 'dateTime';
	if (path.includes('.')) {
		if (onlyReads(operation) || operation.method !== 'POST') return false;
		return CHOICES.has(type) || type === 'dateTime' || type === 'resourceLocator';
	}
	if (isText) return required !== true;
	return CHOICES.has(type) && (parameter.default !== '' || !CHANGING.has(operation.method));
}

/** A reading that is sent in a body has its filters there: without one, it finds more. */
function isFilter(path: string): boolean {
	return path.startsWith('filters.');
}

/**
 * Whether a value is nothing. An empty list is nothing in a filter, and empty text in a field that was
 * added.
 */
function findsNothing({ type }: Parameter, path: string, item: ItemView): boolean {
	const value = item.read(path);
	const isText = type === 'string' || type === 'dateTime';
	if (Array.isArray(value)) {
		const mayBeList = !onlyReads(item.operation) && (isText || type === 'multiOptions');
		return value.length === 0 && !mayBeList;
	}
	if (value === undefined || value === null) return true;
	// Empty text can be a choice.
	return isBlank(value) && type !== 'options' && path.includes('.');
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
		const { as, keepEmpty } = parameter.send;
		if (parameter.required && isMissing(parameter, value)) {
			throw new InputError(`The parameter "${parameter.displayName}" is empty`);
		}
		const { send } = parameter;
		const isSent = !onlyReads(item.operation);
		return thenMaybe(as ? as(value, item) : written(parameter, value, isSent), (sent) => {
			if (sent === undefined || (sent === null && !keepEmpty)) return;
			if (keepEmpty || as || !isEmpty(sent)) put(parts, send, sent ?? '');
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
		if ('type' in option && option.name in chosen) {
			const path = `${parameter.name}.${option.name}`;
			checkFound(option, path, item);
			checkSwitch(option, path, item);
			await place(option, chosen[option.name], item, parts);
		}
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

/** Whether the person sees the parameter with what else is chosen for the item. */
export function shown(parameter: Parameter, item: ItemView): boolean {
	if (parameter.displayOptions === undefined) return true;
	const { show = {}, hide = {} } = parameter.displayOptions;
	const meets = ([name, wanted]: [string, unknown]) =>
		name.startsWith('@') ||
		(Array.isArray(wanted) && wanted.includes(item.read(name.replace(/^\//, ''), undefined)));
	return Object.entries(show).every(meets) && !Object.entries(hide).some(meets);
}

/** In JSON, an empty list is a value: it removes all entries. */
function isMissing({ type }: Parameter, value: unknown): boolean {
	return isBlank(value) || (type !== 'json' && isEmpty(value));
}

/**
 * The value of a text field is text, even if an expression returns a number. Throws `InputError` for an
 * object, and for a list without text: only in what is read, it counts as not set.
 */
function written({ type, displayName }: Parameter, value: unknown, isSent: boolean): unknown {
	if (type !== 'string' || value === undefined || value === null) return value;
	return isEmpty(value) && !isSent ? value : textOf(value, displayName);
}
