import { attempt, InputError } from '../shared/errors';
import { jsonIn } from '../shared/json';
import { quoteShort } from '../shared/messages';
import { isObject } from '../shared/objects';

/**
 * What JSON must look like, as data. What a shape does not name passes, and null counts as left
 * out: services add properties, and give null for what is not set.
 */
export type Shape =
	| 'any'
	| 'text'
	/** A number, or one as text; empty text is how services give one that is not set. */
	| 'number'
	/** True or false, or one of them as text. */
	| 'flag'
	| { oneOf: readonly string[] }
	| { list: Shape }
	/** An object with any keys. */
	| { map: Shape }
	| { has: Record<string, Shape>; needs?: readonly string[] }
	/** An object whose property `by` says which of the shapes it has. */
	| { by: string; cases: Record<string, Shape> };

/**
 * Reads a JSON parameter: text, or what an expression gave. Undefined when nothing was entered.
 * Throws `InputError` with the position in the text where it does not parse, or with the path inside
 * the JSON where it has another shape.
 * @param label what the person calls the parameter
 */
export function jsonOf(value: unknown, shape: Shape, label: string): unknown {
	const parsed = typeof value === 'string' ? parse(value, label) : value;
	if (parsed === undefined || parsed === null) return undefined;
	const fault = faultOf(parsed, shape, []);
	if (fault === undefined) return parsed;
	throw new InputError(`"${label}": ${pathText(fault.path)} ${fault.problem}`, ADVICE);
}

const ADVICE = 'Correct the JSON. The placeholder of the field shows an example';

function parse(text: string, label: string): unknown {
	if (text.trim() === '') return undefined;
	const parsed = attempt(() => JSON.parse(text) as unknown);
	if ('value' in parsed) return jsonIn(text, label);
	throw new InputError(`"${label}" is not valid JSON${positionOf(parsed.problem, text)}`, ADVICE);
}

/** Line and column that the parser names; none when the text ends too early. */
function positionOf(problem: unknown, text: string): string {
	const position = /at position (\d+)/.exec(String(problem))?.[1];
	if (position === undefined)
		return /end of/i.test(String(problem)) ? ': unexpected end of the text' : '';
	const before = text.slice(0, Number(position)).split('\n');
	return `: unexpected text in line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

interface Fault {
	path: Array<string | number>;
	problem: string;
}

function faultOf(value: unknown, shape: Shape, path: Fault['path']): Fault | undefined {
	const fault = (problem: string): Fault => ({ path, problem });
	if (typeof shape === 'string') {
		return fits(value, shape) ? undefined : fault(`must be ${KINDS[shape]}, not ${shown(value)}`);
	}
	if ('oneOf' in shape) {
		if (shape.oneOf.includes(value as string)) return undefined;
		return fault(`must be one of ${shape.oneOf.join(', ')}, not ${shown(value)}`);
	}
	if ('list' in shape) {
		if (!Array.isArray(value)) return fault(`must be a list, not ${shown(value)}`);
		return firstFault(value.entries(), (entry, at) => faultOf(entry, shape.list, [...path, at]));
	}
	if (!isObject(value)) return fault(`must be an object, not ${shown(value)}`);
	if ('map' in shape) {
		return firstFault(Object.entries(value), (entry, key) =>
			faultOf(entry, shape.map, [...path, key]),
		);
	}
	if ('by' in shape) {
		const chosen = value[shape.by];
		const at = [...path, shape.by];
		if (chosen === undefined || chosen === null) return { path: at, problem: 'is missing' };
		const rest = own(shape.cases, String(chosen));
		if (rest !== undefined) return faultOf(value, rest, path);
		return faultOf(chosen, { oneOf: Object.keys(shape.cases) }, at);
	}
	const missing = shape.needs?.find((key) => value[key] === undefined || value[key] === null);
	if (missing !== undefined) return { path: [...path, missing], problem: 'is missing' };
	return firstFault(Object.entries(value), (entry, key) => {
		const inner = own(shape.has, key);
		if (inner === undefined || entry === null) return undefined;
		return faultOf(entry, inner, [...path, key]);
	});
}

function firstFault<Key>(
	entries: Iterable<[Key, unknown]>,
	check: (entry: unknown, key: Key) => Fault | undefined,
): Fault | undefined {
	for (const [key, entry] of entries) {
		const fault = check(entry, key);
		if (fault) return fault;
	}
	return undefined;
}

/** What the map itself holds: a key of the JSON may be named like something every object has. */
function own<Value>(map: Record<string, Value>, key: string): Value | undefined {
	return Object.hasOwn(map, key) ? map[key] : undefined;
}

const KINDS = { any: 'anything', text: 'text', number: 'a number', flag: 'true or false' };

function fits(value: unknown, kind: keyof typeof KINDS): boolean {
	switch (kind) {
		case 'any':
			return true;
		case 'text':
			return typeof value === 'string';
		case 'number':
			return (
				(typeof value === 'number' && Number.isFinite(value)) ||
				(typeof value === 'string' && Number.isFinite(Number(value)))
			);
		case 'flag':
			return [true, false, 'true', 'false'].includes(value as string);
	}
}

/** A value as messages name it, shortened: it may be large. */
function shown(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** `states["In work"].assignee.entities[0]`; the whole JSON has no path. */
export function pathText(path: Fault['path']): string {
	const text = path
		.map((step) => {
			if (typeof step === 'number') return `[${step}]`;
			return /^[\p{L}\p{N}_$]+$/u.test(step) ? `.${step}` : `[${quoteShort(step)}]`;
		})
		.join('')
		.replace(/^\./, '');
	return text === '' ? 'the JSON' : text;
}
