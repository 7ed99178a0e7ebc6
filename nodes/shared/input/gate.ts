import type { IDataObject, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import type { Operation, Parameter } from '../catalogue';
import { attempt, InputError } from '../errors';
import { counted, listed, quoteShort } from '../messages';
import { isObject, objectOf } from '../objects';
import { readDate } from './date';
import { isBlank, unstorable } from './text';
import { asksModel, isExpression, type RawReader } from './reader';
import { holdsList, unwrapped } from './unwrap';

/**
 * What an item's parameters mean: what n8n evaluated, unwrapped and checked by the parameters' own data,
 * wherever it sits. Operations read values here only.
 */
export interface Gate {
	/**
	 * The value at a path (dots go into collections); undefined if it isn't given, or if the person doesn't
	 * see the parameter. Throws `InputError` for one that was refused.
	 */
	read(path: string, index: number): unknown;
	/** Everything that is refused of an item's parameters. */
	faults(index: number): InputError[];
}

interface Fault {
	/** Dotted path of the parameter that was refused. */
	path: string;
	error: InputError;
}

/** What became of a parameter. */
interface Passed {
	value: unknown;
	faults: Fault[];
}

const HIDDEN: Passed = { value: undefined, faults: [] };

/** The gate of an operation; each value passes it once an item, or once for all without an expression. */
export function gateOf(raw: RawReader, operation: Operation): Gate {
	const { stored } = raw;
	const names = [...new Set(operation.parameters.map(({ name }) => name))];
	/** Names of what may differ between items: its value, or whether the person sees it. */
	const varying = new Set(operation.parameters.filter(isVarying).map(({ name }) => name));
	const known = new Map<Parameter, Passed[]>();

	function isVarying({ name, displayOptions: { show, hide } = {} }: Parameter): boolean {
		const deciding = Object.keys({ ...show, ...hide });
		return [name, ...deciding].some((one) => raw.varies(one.replace('/', '')));
	}

	/** Without an expression, the value of the first item is that of all. */
	function evaluated(definition: Parameter, index: number): Passed {
		const { name, default: usual } = definition;
		const byItem = known.get(definition) ?? [];
		known.set(definition, byItem);
		return (byItem[raw.varies(name) ? index : 0] ??= pass());

		function pass(): Passed {
			const given = raw.read(name, index);
			// An expression without a value doesn't mean the default.
			const value = given === undefined && !(name in stored) ? usual : given;
			const faults: Fault[] = [];
			const siblings = (other: string) => siblingValue(other, index);
			const position = { path: name, where: '', kind: 'top', stored: stored[name] } as const;
			const passed = gatedValue(value, definition, { siblings, operation, faults, ...position });
			return { value: passed, faults: faults.length > 0 ? faults : HIDDEN.faults };
		}
	}

	/** A value that decides what else the person sees. */
	function siblingValue(sibling: string, index: number): unknown {
		const name = sibling.replace('/', '');
		const definition = operation.parameters.find((one) => one.name === name);
		return definition ? evaluated(definition, index).value : raw.read(name, index);
	}

	const seen = new Map<string, Passed[]>();

	/** What became of a parameter that the person sees: of several with one name, that is one. */
	function evaluatedIfShown(name: string, index: number): Passed {
		const byItem = seen.get(name) ?? [];
		seen.set(name, byItem);
		return (byItem[varying.has(name) ? index : 0] ??= passedIfShown(name, index));
	}

	function passedIfShown(name: string, index: number): Passed {
		const definition = operation.parameters.find(
			(one) => one.name === name && shown(one, (other) => siblingValue(other, index)),
		);
		return definition ? evaluated(definition, index) : HIDDEN;
	}

	/** What is the same for all items, by its whole path. */
	const fixed = new Map<string, unknown>();

	function find(path: string, index: number): unknown {
		const [name = path, ...inner] = path.split('.');
		const found = evaluatedIfShown(name, index);
		const fault = found.faults.find((one) => isWithin(one.path, path) || isWithin(path, one.path));
		if (fault) throw fault.error;
		let { value } = found;
		for (const key of inner) value = isObject(value) ? value[key] : undefined;
		if (!varying.has(name)) fixed.set(path, value);
		return value;
	}

	return {
		read: (path, index) => (fixed.has(path) ? fixed.get(path) : find(path, index)),
		faults: (index) =>
			names.flatMap((name) => evaluatedIfShown(name, index).faults).map(({ error }) => error),
	};
}

const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}.`);

/** Where a value sits. */
interface Position {
	path: string;
	/** Where that is, in words after the label (` in row 2 of "Fields"`). */
	where: string;
	kind: 'top' | 'options' | 'fields' | 'row';
	/** What the person entered here: an expression, or the value. */
	stored: unknown;
	/** The value of another parameter beside this one; a name with a slash is at the top. */
	siblings: (name: string) => unknown;
	operation: Pick<Operation, 'method' | 'readOnly'>;
	faults: Fault[];
}

function gatedValue(given: unknown, parameter: Parameter, position: Position): unknown {
	const { type, options = [], displayName } = parameter;
	if (type === 'collection' && isObject(given)) {
		const kind = parameter.name === 'options' ? 'options' : 'fields';
		return inside(given, parametersIn(options as Parameter[]), { ...position, kind });
	}
	if (type === 'fixedCollection' && isObject(given)) {
		const entries = Object.entries(given).map(([name, content]) => {
			const group = options.filter(isGroup).find((one) => one.name === name);
			const values = parametersIn((group?.values ?? []) as Parameter[]);
			const ofGroup: Position = { ...within(position, name), kind: 'row' };
			if (!Array.isArray(content)) {
				return [name, isObject(content) ? inside(content, values, ofGroup) : content];
			}
			const rows = content.map((row, at) => {
				const where = ` in row ${at + 1} of "${displayName}"${position.where}`;
				return inside(objectOf(row), values, { ...within(ofGroup, at), path: ofGroup.path, where });
			});
			return [name, rows];
		});
		return Object.fromEntries(entries);
	}
	const refuse = (error: unknown) => {
		if (!(error instanceof InputError)) throw error;
		position.faults.push({ path: position.path, error });
	};
	const attempted = attempt(() => unwrapped(given, parameter));
	if ('problem' in attempted) return void refuse(attempted.problem);
	const { value } = attempted;
	const label = `"${displayName}"${position.where}`;
	const choices = choicesOf(parameter);
	// In JSON, an empty list is a value: it removes all entries.
	const isValue =
		!isBlank(value) ||
		choices?.includes(value as string) ||
		(type === 'json' && Array.isArray(value));
	const fault = isValue
		? faultOf(value, parameter, label)
		: mustBeThere(parameter, value, position) && emptyError(displayName, position.where);
	if (fault) refuse(fault);
	// Of a choice that isn't offered without a value, blank text is nothing.
	return !isValue && type === 'options' && choices && !parameter.open ? undefined : value;
}

function within(position: Position, key: string | number): Position {
	const { stored } = position;
	const inner = typeof stored === 'string' ? stored : (stored as never)?.[key];
	return { ...position, path: `${position.path}.${key}`, stored: inner };
}

/** The values of a collection or a row; an expression can return others than those that it has. */
function inside(
	values: IDataObject,
	definitions: Map<string, Parameter>,
	position: Position,
): object {
	const result: IDataObject = {};
	const siblings = (name: string) =>
		name.startsWith('/') ? position.siblings(name) : result[name];
	const found = new Map<Parameter, Fault[]>();
	for (const [name, definition] of definitions) {
		if (!Object.hasOwn(values, name)) continue;
		const faults: Fault[] = [];
		found.set(definition, faults);
		const own = { ...within(position, name), siblings, faults };
		result[name] = gatedValue(values[name], definition, own) as IDataObject;
	}
	// What the person doesn't see is not refused.
	for (const [definition, faults] of found) {
		if (shown(definition, siblings)) position.faults.push(...faults);
	}
	return result;
}

const byList = new WeakMap<object, Map<string, Parameter>>();

/**
 * The parameters of a list by name. Several can have one name, each for other choices: their options are put
 * together, and where they have different types, any value passes.
 */
function parametersIn(list: readonly Parameter[]): Map<string, Parameter> {
	const known = byList.get(list);
	if (known) return known;
	const found = new Map<string, Parameter>();
	byList.set(list, found);
	for (const one of list) {
		const { displayOptions: _, ...before } = found.get(one.name) ?? one;
		const isFirst = !found.has(one.name);
		const options = [...(before.options ?? []), ...(one.options ?? [])];
		const type = one.type === before.type ? one.type : 'json';
		found.set(one.name, isFirst ? one : ({ ...before, type, options } as Parameter));
	}
	return found;
}

function isGroup(option: unknown): option is INodePropertyCollection {
	return isObject(option) && 'values' in option;
}

/** Whether the person sees a parameter with what else is chosen. */
export function shown(
	{ displayOptions }: Pick<Parameter, 'displayOptions'>,
	siblings: (name: string) => unknown,
): boolean {
	if (displayOptions === undefined) return true;
	const { show = {}, hide = {} } = displayOptions;
	const isMet = (name: string, wanted: unknown[] = []) => {
		// Of several choices, one is enough.
		return [siblings(name)].flat().some((one) => wanted.includes(one));
	};
	if (Object.keys(hide).some((name) => isMet(name, hide[name]))) return false;
	return Object.keys(show).every((name) => isMet(name, show[name]));
}

/** For a value that has to be there. */
export function emptyError(label: string, where = ''): InputError {
	return new InputError(`"${label}"${where} is empty`, 'Enter a value, or correct the expression');
}

/** Whether a blank value is refused: by the parameter's role, else by its type and its position. */
function mustBeThere(
	{ type, required, role, default: usual }: Parameter,
	value: unknown,
	{ kind, stored, operation }: Position,
): boolean {
	if (required === true) return true;
	const onlyReads = operation.method === 'GET' || operation.readOnly === true;
	switch (role) {
		case 'optional':
			return false;
		case 'given':
			return value === undefined;
		case 'selects':
			return isExpression(stored) && !(onlyReads && asksModel(stored));
	}
	const isChoice = type === 'options' && usual !== '';
	if (kind === 'top') return isChoice || type === 'boolean' || type === 'number';
	if (kind === 'options') return isChoice || type === 'boolean';
	return kind === 'row' && isChoice;
}

/** Why a value that is there is none that the parameter takes. */
function faultOf(value: unknown, parameter: Parameter, label: string): InputError | undefined {
	const { type, typeOptions, holds, open } = parameter;
	const shortly = () => quoteShort(value);
	if (type === 'resourceMapper') return modeFault(objectOf(value), label);
	const problem = unstorable(value);
	if (problem) return new InputError(`${label} ${problem.message}`, problem.advice);
	if ((type === 'number' || typeof value === 'number') && !Number.isFinite(value)) {
		return new InputError(`${label} is not a number: ${shortly()}`);
	}
	if (type === 'boolean' && typeof value !== 'boolean') {
		return new InputError(`${shortly()} is not a valid value for ${label}`, 'Use true or false');
	}
	if (type === 'dateTime') {
		const found = attempt(() => readDate(value, parameter.displayName, { zone: 'utc' }));
		return 'problem' in found ? (found.problem as InputError) : undefined;
	}
	if (type === 'number') {
		const least = typeOptions?.minValue ?? -Infinity;
		if (least === -Infinity || (Number.isInteger(value) && Number(value) >= least))
			return undefined;
		return new InputError(`${label} must be a whole number of at least ${least}: ${shortly()}`);
	}
	const choices = open ? undefined : choicesOf(parameter);
	const unknown = choices && [value].flat().find((one) => !choices.includes(String(one)));
	if (choices && unknown !== undefined) {
		const words = `${quoteShort(unknown)} is not a valid value for ${label}`;
		return new InputError(words, `Use ${listed(choices.filter((one) => one !== ''))}`);
	}
	if (holdsList(parameter) && [value].flat().some(isObject)) {
		return new InputError(`${label} takes texts, not objects: ${shortly()}`, CORRECT);
	}
	const isSingle = type === 'options' || holds === 'id' || holds === 'code' || isPicker(parameter);
	const isName = isPicker(parameter) && isObject(value) && 'code' in value;
	if (!isSingle || typeof value !== 'object' || isName) return undefined;
	const what = Array.isArray(value) ? `a list of ${counted(value.length, 'value')}` : 'an object';
	return new InputError(`${label} takes one value, not ${what}`, CORRECT);
}

/** The fields of a mapper are checked by the form; how they are mapped, here. */
function modeFault({ mappingMode: mode }: IDataObject, label: string): InputError | undefined {
	const modes = ['defineBelow', 'autoMapInputData'];
	if (mode === undefined || modes.includes(mode as string)) return undefined;
	return new InputError(
		`${quoteShort(mode)} is not a valid mapping mode for ${label}`,
		`Use ${listed(modes)}`,
	);
}

const CORRECT = 'Correct the expression';

const isPicker = ({ type, holds }: Parameter) => type === 'resourceLocator' && holds !== 'any';

/** The values that a parameter offers; undefined if a list of the editor has them. */
function choicesOf({ type, options, typeOptions }: Parameter): string[] | undefined {
	if (type !== 'options' && type !== 'multiOptions') return undefined;
	if (typeOptions?.loadOptionsMethod !== undefined || options === undefined) return undefined;
	return (options as INodePropertyOptions[]).map(({ value }) => String(value));
}
