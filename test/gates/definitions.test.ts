import type { INodeProperties } from 'n8n-workflow';
import { generateNodeTypeFile } from '@n8n/workflow-sdk/dist/generate-types/generate-types';

import { read } from './house';
import { builtNodes } from './literal';
import { packages } from './packages';

/** Most characters of a node's generated types, which models read to write a workflow. */
const MOST: Record<string, number> = {
	recordPlatform: 90_000,
	// Without a description of any parameter, 64,000 would be left: 60,000, as for the others, is too few.
	recordPlatformAdmin: 75_500,
};
const MOST_OF_OTHERS = 60_000;

const nodes = packages.flatMap((pack) =>
	builtNodes(pack).map(({ type: { description } }) => ({
		...description,
		pack: pack.name,
		types: generateNodeTypeFile({
			...description,
			name: `${pack.name}.${description.name}`,
		} as never),
	})),
);

it.each(nodes)('$displayName has types that a model can read', ({ name, displayName, types }) => {
	expect(types.length).toBeLessThanOrEqual(MOST[name] ?? MOST_OF_OTHERS);
	const thousands = Math.round(types.length / 1000);
	expect(read('docs/models.md')).toContain(`| ${displayName} | ${thousands},000 |`);
});

const operated = nodes.filter(({ polling }) => !polling);

it.each(operated)('$displayName says what each operation does', ({ types, properties }) => {
	const operations = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [] }) => options as Array<{ description: string }>);
	const missing = operations.filter(({ description }) => !types.includes(`   * ${description}\n`));
	expect(missing).toEqual([]);
});

it.each(operated)('$displayName says that a switch is off unless it is added', ({ types }) => {
	const collections = types.split(/\n(?=\/\*\*\n)/).filter((one) => /^\s+\w+\?: \{$/m.test(one));
	const switched = collections.filter(
		(one) => /boolean \| Expression/.test(one) && /@default \{\}/.test(one),
	);
	const silent = switched.filter(
		(one) => /^\/\*\*\n \* Options\n/.test(one) && !one.includes('What is left out is off'),
	);
	expect(silent).toEqual([]);
});

/** Names of all that a parameter stores. */
function storedIn({ options = [] }: INodeProperties): string[] {
	return options.flatMap((option) => {
		if ('values' in option) {
			return option.values.flatMap((one) =>
				[one.name, ...storedIn(one)].map((name) => `${option.name}.${name}`),
			);
		}
		return 'type' in option ? [option.name] : [];
	});
}

it('stores the same in a tool, whatever the controls are', () => {
	const ofTools = operated.flatMap(({ properties }) =>
		properties
			.filter(({ displayOptions }) => displayOptions?.show?.['@tool'])
			.map((inTool) => {
				const { resource, operation } = inTool.displayOptions?.show ?? {};
				const usual = properties.find(
					({ name, displayOptions: { show, hide } = {} }) =>
						name === inTool.name &&
						hide?.['@tool'] &&
						String([show?.resource, show?.operation]) === String([resource, operation]),
				);
				return { inTool, usual };
			}),
	);
	expect(ofTools.length).toBeGreaterThan(0);
	for (const { inTool, usual } of ofTools) {
		expect(new Set(storedIn(inTool))).toEqual(new Set(usual && storedIn(usual)));
	}
});
