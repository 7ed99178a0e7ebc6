import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { groupware } from '../../../nodes/Groupware/service';
import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import type { Operation, Parameter } from '../../../nodes/shared/catalogue';
import { parameterReader } from '../../../nodes/shared/parameterReader';

/** Every switch of the catalogues: its operation, and its path. */
const switches = [recordPlatform, groupware].flatMap(({ name: service, resources }) =>
	resources.flatMap(({ value, operations }) =>
		operations.flatMap((operation) =>
			operation.parameters
				.flatMap((one) => pathsOf(one))
				.map((path) => ({
					told: `${service} ${value}.${operation.value} ${path.join('.')}`,
					operation: operation as Operation,
					path,
				})),
		),
	),
);

function pathsOf({ name, type, options = [] }: Parameter): string[][] {
	if (type === 'boolean') return [[name]];
	if (type !== 'collection') return [];
	return (options as Parameter[]).flatMap((one) => pathsOf(one).map((path) => [name, ...path]));
}

/** What the code of an operation reads for an item whose expression gives a value. */
function readAs(operation: Operation, path: string[], value: unknown): unknown {
	const parameters = path.reduceRight<unknown>(
		(inner, key) => ({ [key]: inner }),
		'={{ $json.value }}',
	) as IDataObject;
	const context = {
		getNode: () => ({ parameters, type: 'node' }),
		getInputData: () => [{ json: { value } }],
	} as unknown as IExecuteFunctions;
	return parameterReader(context, operation)(path.join('.'), 0, undefined);
}

it.each([
	['true', true],
	['TRUE', true],
	[' False ', false],
	[true, true],
	[false, false],
	// Whatever else it is, it isn't off.
	['perhaps', 'perhaps'],
	['', ''],
	[1, 1],
])('every switch that an expression gives as %j is %j', (value, read) => {
	expect(switches.length).toBeGreaterThan(60);
	const others = switches.filter(({ operation, path }) => readAs(operation, path, value) !== read);
	expect(others.map(({ told }) => told)).toEqual([]);
});

it.each(['deleteOthers', 'dryRun', 'preview'])('the switch %s is off by default', (name) => {
	const all = [recordPlatform, groupware].flatMap(({ resources }) =>
		resources.flatMap(({ operations }) =>
			operations.flatMap(({ parameters }) =>
				(parameters as Parameter[]).flatMap((one) => [
					one,
					...((one.options ?? []) as Parameter[]),
				]),
			),
		),
	);
	const found = all.filter((one) => one.name === name);
	expect(found.length).toBeGreaterThan(0);
	expect(found.filter((one) => one.default !== false)).toEqual([]);
});
