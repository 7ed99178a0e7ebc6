import type { IDataObject } from 'n8n-workflow';

import type { Operation, Parameter } from '../../nodes/shared/catalogue';

/** A control that an example fills in: where its value is among the parameters. */
export interface Control {
	path: Array<string | number>;
	value: unknown;
	/** Type of the n8n property; of a mapped field or anything deeper, `string`. */
	type: string;
}

/** Every control that is filled in, those inside collections, rows, pickers and mappings too. */
export function controlsOf(operation: Operation, parameters: IDataObject): Control[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const parameter = operation.parameters.find((one) => one.name === name);
		return within([name], value, parameter);
	});
}

function within(path: Control['path'], value: unknown, parameter?: Parameter): Control[] {
	const inner = (object: object, at: Control['path']) =>
		Object.entries(object).flatMap(([key, one]) =>
			within([...at, key], one, innerParameter(parameter, key)),
		);
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
		if ('mode' in value && 'value' in value) {
			return [{ path: [...path, 'value'], value: value.value, type: 'resourceLocator' }];
		}
		if ('mappingMode' in value && 'value' in value) {
			return inner((value.value ?? {}) as object, [...path, 'value']);
		}
		if ('rows' in value && Array.isArray(value.rows)) {
			return value.rows.flatMap((row: object, at) => inner(row, [...path, 'rows', at]));
		}
		if (parameter?.type === 'collection' || parameter?.type === 'fixedCollection') {
			return inner(value, path);
		}
	}
	return [{ path, value, type: parameter?.type ?? 'string' }];
}

function innerParameter(parameter: Parameter | undefined, name: string): Parameter | undefined {
	const all = ((parameter?.options ?? []) as Parameter[]).flatMap((option) =>
		'values' in option ? (option.values as Parameter[]) : [option],
	);
	return all.find((one) => one.name === name);
}

/** The parameters with another value at a control; without one the control is not filled in. */
export function withValue(
	parameters: IDataObject,
	path: Control['path'],
	...value: [] | [unknown]
): IDataObject {
	const copy = structuredClone(parameters) as unknown as Record<string | number, unknown>;
	let place = copy;
	for (const key of path.slice(0, -1)) place = place[key] as typeof place;
	const last = path.at(-1) ?? '';
	if (value.length === 0) delete place[last];
	else place[last] = value[0];
	return copy as unknown as IDataObject;
}

export function valueAt(parameters: IDataObject, path: Control['path']): unknown {
	return path.reduce<unknown>(
		(place, key) => (place as Record<string | number, unknown> | undefined)?.[key],
		parameters,
	);
}

/** One set of parameters for several items: where they differ, an expression takes the item's. */
export function together(
	operation: Operation,
	several: IDataObject[],
): { parameters: IDataObject; items: IDataObject[] } | undefined {
	const [first = {}] = several;
	const items: IDataObject[] = several.map(() => ({}));
	let parameters = first;
	const controls = several.map((one) => controlsOf(operation, one));
	const shape = (list: Control[] = []) => list.map(({ path }) => path.join('.')).join();
	if (controls.some((one) => shape(one) !== shape(controls[0]))) return undefined;
	for (const [at, { path }] of (controls[0] ?? []).entries()) {
		const values = controls.map((one) => one[at]?.value);
		const texts = values.map((value) => JSON.stringify(value));
		if (texts.every((text) => text === texts[0])) continue;
		const key = `v${at}`;
		parameters = withValue(parameters, path, `={{ $json.${key} }}`);
		for (const [item, value] of values.entries()) {
			(items[item] as IDataObject)[key] = value as IDataObject;
		}
	}
	return { parameters, items };
}
