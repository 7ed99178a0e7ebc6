import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { builtCredentials, builtNodes } from './literal';
import { type Package, root } from './packages';

/**
 * What workflows and credentials store of a package: names of parameters and values of choices,
 * each with where it is (`recordPlatform / record / create / options.whenRefused = stop`).
 */
export function storedNames(pack: Package): string[] {
	const nodes = builtNodes(pack).flatMap(({ type: { description } }) =>
		description.properties.flatMap((property) =>
			operationsOf(property).flatMap((operation) =>
				namesOf(property, `${description.name} / ${operation}`),
			),
		),
	);
	const credentials = builtCredentials(pack).flatMap(({ type: { name, properties } }) =>
		properties.flatMap((property) => namesOf(property, `${name} / `)),
	);
	return [...new Set([...nodes, ...credentials])].sort();
}

function operationsOf({ displayOptions }: INodeProperties): string[] {
	const { resource = [''], operation = [''] } = displayOptions?.show ?? {};
	return resource.flatMap((one) =>
		operation.map((other) => [one, other].filter((part) => part !== '').join(' / ') + ' / '),
	);
}

function namesOf({ name, options = [], modes = [] }: INodeProperties, above: string): string[] {
	const path = `${above}${name}`;
	return [
		path,
		...modes.map((mode) => `${path} mode ${mode.name}`),
		...options.flatMap(
			(option: INodeProperties | INodePropertyOptions | INodePropertyCollection) => {
				if ('values' in option) {
					return option.values.flatMap((value) => namesOf(value, `${path}.${option.name}.`));
				}
				if ('type' in option) return namesOf(option, `${path}.`);
				return [`${path} = ${String(option.value)}`];
			},
		),
	];
}

const fileOf = ({ name }: Package) => join(root, 'test', 'gates', 'released', `${name}.txt`);

/** The stored names of the last release, a line each; none before the first one. */
export function releasedNames(pack: Package): string[] {
	const file = fileOf(pack);
	return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** Keeps today's stored names as those of the last release. */
export function recordStoredNames(pack: Package): void {
	mkdirSync(dirname(fileOf(pack)), { recursive: true });
	writeFileSync(fileOf(pack), `${storedNames(pack).join('\n')}\n`);
}
