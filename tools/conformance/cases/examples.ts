import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../../nodes/shared/catalogue';
import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import { groupware } from '../../../nodes/Groupware/service';
import { loadPackages } from '../../../start/headless/packages';
import type { Example, Examples } from '../../../test/contract/examples/example';
import { appExamples } from '../../../test/contract/examples/recordPlatform';
import { Api } from '../../../test/sandbox/record-platform/api';
import { runNode } from '../../../test/support/workflow';
import { type Gate, openGate } from '../gate';
import type { Scene } from '../scene';
import { NotTried, type Side } from '../side';
import { type Case, topic } from './case';

/** What the nodes send for the examples of the contract tests, in apps that the run makes. */

interface Stage {
	gate: Gate;
	examples: Examples;
}

const stages = new WeakMap<Scene, Promise<Stage>>();

/** The apps of the examples, made with the first example. */
function stageOf(side: Side, scene: Scene): Promise<Stage> {
	const stage =
		stages.get(scene) ??
		(async () => {
			const gate = await openGate(side, scene);
			side.atEnd(() => gate.close());
			return { gate, examples: await appExamples(new Api(gate.url)) };
		})();
	stages.set(scene, stage);
	return stage;
}

async function runExample(side: Side, scene: Scene, key: string): Promise<void> {
	const { gate, examples } = await stageOf(side, scene);
	const make = examples[key];
	if (make === undefined) throw new NotTried('It needs more than apps, such as members or plugins');
	const example = await made(make, gate);
	for (const parameters of [example.minimal, ...example.full]) {
		const [resource, operation] = key.split('.');
		gate.watch(true);
		await run(gate, { resource, operation, ...parameters }, example).finally(() =>
			gate.watch(false),
		);
		const refusal = gate.refusal();
		if (refusal !== undefined) throw new NotTried(refusal);
	}
}

/** What is missing for an example is said where it is not sent. */
async function made(make: Examples[string], gate: Gate): Promise<Example> {
	gate.refusal();
	try {
		return await make();
	} catch (error) {
		throw new NotTried(gate.refusal() ?? `It could not be prepared: ${(error as Error).message}`);
	}
}

const loaded = () => loadPackages(['packages/n8n-nodes-record-platform']);
let loading: ReturnType<typeof loaded> | undefined;

async function run(gate: Gate, parameters: IDataObject, { input }: Example): Promise<void> {
	loading ??= loaded();
	// A refusal of the service is one of the answers that are compared.
	await runNode({
		type: 'n8n-nodes-record-platform.recordPlatform',
		parameters,
		credential: {
			type: 'recordPlatformApi',
			data: { baseUrl: gate.url, signInWith: 'password', username: 'admin', password: 'admin' },
		},
		loaded: await loading,
		...(input && { input }),
	});
}

/** A topic for each resource, a case for each operation. */
function casesOf<Context>(
	{ resources }: Service,
	run: (key: string) => Case<Context>['run'],
): Array<Case<Context>> {
	return resources.flatMap(({ name, value, operations }) =>
		topic(
			`Examples: ${name}`,
			Object.fromEntries(
				operations.map((operation) => {
					const key = `${value}.${operation.value}`;
					return [key, run(key)];
				}),
			),
		),
	);
}

export const exampleCases = casesOf<Scene>(
	recordPlatform as unknown as Service,
	(key) => (side, scene) => runExample(side, scene, key),
);

export const groupwareExampleCases = casesOf<undefined>(
	groupware as unknown as Service,
	() => () => Promise.reject(new NotTried('It needs facilities, forms, or other users')),
);
