import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Operation, Parameter } from '../../../nodes/shared/catalogue';

/** How a person may fill in an operation: with as little as possible, and with everything. */
export interface Example {
	minimal: IDataObject;
	/** Together they set every parameter; several where choices exclude each other. */
	full: IDataObject[];
	/** Incoming items, where their content matters. */
	input?: INodeExecutionData[];
}

/** Examples by `resource.operation`; each makes what it needs first. */
export type Examples = Record<string, () => Example | Promise<Example>>;

/** An example of the values that `make` gives, anew each time: alone, and with each of `more`. */
export const withMore =
	(make: () => object, ...more: object[]) =>
	async (): Promise<Example> => {
		const full: IDataObject[] = [];
		for (const one of more.length > 0 ? more : [{}]) full.push({ ...(await make()), ...one });
		return { minimal: { ...(await make()) }, full };
	};

/** A list cut short, and all of it. */
export const paged = (more: object = {}) => [
	{ returnAll: false, limit: 5, ...more },
	{ returnAll: true, ...more },
];

/** The same value under each of the keys. */
export const each = <Value>(value: Value, ...keys: string[]) =>
	Object.fromEntries(keys.map((key) => [key, value]));

/** Parameters and options of an operation that no full example sets. */
export function unset({ parameters }: Operation, { full }: Example, ignored: string[]): string[] {
	return parameters.flatMap((parameter) => {
		if (parameter.type === 'notice') return [];
		const inner = parameter.type === 'collection' ? (parameter.options as Parameter[]) : [];
		const names =
			inner.length > 0 ? inner.map(({ name }) => `${parameter.name}.${name}`) : [parameter.name];
		return names.filter((name) => {
			const [top = '', option] = name.split('.');
			if (ignored.includes(name)) return false;
			return !full.some((values) => {
				const value = values[top];
				return option === undefined
					? value !== undefined
					: value !== undefined && option in (value as object);
			});
		});
	});
}

/** What can be set where a person is asked. */
export const approval = {
	responseType: 'approveOnly',
	options: { approveLabel: 'Yes', declineLabel: 'No', limitWaitTime: 1 },
};

/** A mapper whose columns were filled in by hand. */
export const mapped = (value: object, ...matchingColumns: string[]) => {
	return { mappingMode: 'defineBelow', value, matchingColumns, schema: [] };
};

/** The value of a picker that was filled in by hand. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Makes something with the first call that succeeds, for all calls. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
	let made: Promise<Made> | undefined;
	return () =>
		(made ??= make().catch((error: unknown) => {
			made = undefined;
			throw error;
		}));
}

/** A binary property of an incoming item. */
export function withFile(
	property: string,
	content: string | Buffer,
	fileName: string,
	mimeType = 'text/plain',
): INodeExecutionData[] {
	const data = Buffer.from(content as string).toString('base64');
	return [{ json: {}, binary: { [property]: { data, fileName, mimeType } } }];
}
