import type { IDataObject } from 'n8n-workflow';

import type { Operation, Parameter } from '../../nodes/shared/catalogue';

const NOTHING = '={{ undefined }}';

/** A parameter whose expression returns no value, and the parameters that show it. */
export interface WithoutValue {
	/** Its label, and a path that is unique. */
	label: string;
	path: string;
	parameters: IDataObject;
}

/**
 * Each parameter of a trigger, and those of its collections, with an expression without a value. n8n itself
 * takes a collection as a whole for empty.
 * @param row values of the other parameters in a row, by the names of their collections
 */
export function withoutValue(
	all: Operation['parameters'],
	row: Record<string, IDataObject> = {},
): WithoutValue[] {
	return all.flatMap((parameter) => {
		if (parameter.type === 'notice' || parameter.noDataExpression) return [];
		const shown = shownBy(parameter, all);
		return leavesOf(parameter, row).map(({ label, path, value, root = {} }) => {
			const kind = Object.values(shown).join();
			return { label, path: `${path} ${kind}`, parameters: { ...shown, ...root, ...value } };
		});
	});
}

interface Leaf {
	label: string;
	path: string;
	value: IDataObject;
	/** Parameters of the node that show it. */
	root?: IDataObject;
}

function leavesOf(parameter: Parameter, row: Record<string, IDataObject>): Leaf[] {
	const { name, displayName: label, type, options = [] } = parameter;
	if (type === 'collection') {
		return (options as Parameter[]).map((option) => ({
			label: option.displayName,
			path: `${name}.${option.name}`,
			value: { [name]: { [option.name]: nothing(option) } },
			root: Object.fromEntries(
				Object.entries(option.displayOptions?.show ?? {})
					.filter(([key]) => key.startsWith('/'))
					.map(([key, values]) => [key.slice(1), chosen(key, values)]),
			) as IDataObject,
		}));
	}
	if (type !== 'fixedCollection') {
		return [{ label, path: name, value: { [name]: nothing(parameter) } }];
	}
	return (options as Array<{ name: string; values: Parameter[] }>).flatMap((group) =>
		group.values.map((one) => {
			const shown = Object.entries(one.displayOptions?.show ?? {})
				.filter(([key]) => key !== '@version')
				.map(([key, values]) => [key, values?.[0]]);
			const value = { ...row[name], ...Object.fromEntries(shown), [one.name]: nothing(one) };
			return {
				label: one.displayName,
				path: `${name}.${group.name}.${one.name} ${shown.flat().join()}`,
				value: { [name]: { [group.name]: [value as IDataObject] } },
			};
		}),
	);
}

function nothing({ type, modes = [] }: Parameter): IDataObject | string {
	return type === 'resourceLocator'
		? { __rl: true, mode: modes.at(-1)?.name, value: NOTHING }
		: NOTHING;
}

/** The values of other parameters that show one. */
function shownBy(parameter: Parameter, all: Operation['parameters']): IDataObject {
	const shown = Object.entries(parameter.displayOptions?.show ?? {});
	return Object.assign(
		{},
		...shown.map(([key, values]) => {
			const other = all.find(({ name }) => name === key);
			return {
				...(other && shownBy(other, all)),
				[key]: chosen(key, values, other?.type),
			};
		}),
	) as IDataObject;
}

function chosen(key: string, values: unknown[] = [], type = ''): unknown {
	return type === 'multiOptions' || key.endsWith('vents') ? [values[0]] : values[0];
}
