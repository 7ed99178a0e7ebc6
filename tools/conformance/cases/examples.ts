import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../../nodes/shared/catalogue';
import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import { groupware } from '../../../nodes/Groupware/service';
import { loadPackages } from '../../../start/headless/packages';
import type { ServiceName } from '../../../test/contract/apiData';
import { proxyExamples } from '../../../test/contract/examples/collaboration';
import type { Example, Examples } from '../../../test/contract/examples/example';
import { groupwareExamples } from '../../../test/contract/examples/groupware';
import { spaceExamples } from '../../../test/contract/examples/spaces';
import { appExamples } from '../../../test/contract/examples/recordPlatform';
import { clientFor } from '../../../test/sandbox/groupware/client';
import { Api } from '../../../test/sandbox/record-platform/api';
import { nodeTypeOf } from '../../../test/support/nodeType';
import { runNode } from '../../../test/support/workflow';
import { type Gate, openGate, withPeople } from '../gate';
import type { Scene } from '../scene';
import { NotTried, type Side } from '../side';
import { type Case, topic } from './case';

/** What the nodes send for the examples of the contract tests, in what the run makes. */

interface Fixtures {
	gate: Gate;
	examples: Examples;
}

type FixtureName = 'apps' | 'spaces' | 'groupware';

const openStage: Record<FixtureName, (gate: Gate) => Promise<Examples>> = {
	apps: ({ url }) => appExamples(new Api({ url })),
	spaces: ({ url }) => spaceExamples(new Api({ url })),
	groupware: async ({ url }) => {
		const admin = clientFor(() => `${url}/g`, 'admin');
		const control = () => Promise.reject(new NotTried('The API cannot create what it needs'));
		return { ...(await groupwareExamples(admin, { control })), ...proxyExamples(admin) };
	},
};

const stages = new WeakMap<Side, Partial<Record<FixtureName, Promise<Fixtures>>>>();

/** Examples of one kind with what they need, made with the first of them. */
function fixturesOf(side: Side, name: FixtureName, scene?: Scene): Promise<Fixtures> {
	const all = stages.get(side) ?? {};
	stages.set(side, all);
	all[name] ??= (async () => {
		const gate = await openGate(side, scene?.space);
		side.atEnd(() => gate.close());
		return { gate, examples: await prepared(() => openStage[name](gate), gate) };
	})();
	return all[name];
}

interface Tried {
	service: ServiceName;
	resource: string;
	operation: string;
}

async function runExample(side: Side, fixtures: Fixtures, tried: Tried): Promise<void> {
	const { gate, examples } = fixtures;
	const { service, resource, operation } = tried;
	const make = examples[`${resource}.${operation}`];
	if (make === undefined) throw new NotTried(whyNone(tried));
	const example = await prepared(make, gate);
	for (const parameters of [example.minimal, ...example.full]) {
		const own = withPeople(JSON.stringify(parameters), side.access.login);
		gate.watch(true);
		const filled = { resource, operation, ...(JSON.parse(own) as IDataObject) };
		await run(gate, service, filled, example).finally(() => gate.watch(false));
		const refusal = gate.refusal();
		if (refusal !== undefined) throw refusal;
	}
}

/** What is missing for an example is said where it is not sent. */
async function prepared<Made>(make: () => Made | Promise<Made>, gate: Gate): Promise<Made> {
	gate.refusal();
	try {
		return await make();
	} catch (error) {
		const why = gate.refusal() ?? error;
		if (why instanceof NotTried) throw why;
		throw new NotTried(`It could not be prepared: ${(error as Error).message}`);
	}
}

const services = { recordPlatform, groupware } as unknown as Record<ServiceName, Service>;

/** Why there is no example to run: what the service's operations of the resource lack. */
function whyNone({ service, resource, operation }: Tried): string {
	const { operations = [] } =
		services[service].resources.find(({ value }) => value === resource) ?? {};
	const has = (method: string) => operations.some((one) => one.method === method);
	const { method } = operations.find(({ value }) => value === operation) ?? {};
	if (method === 'GET') return 'The run creates nothing that it reads';
	if (!has('POST')) return 'It would change what the run did not create';
	if (!has('DELETE')) return 'The API cannot delete what it creates';
	return 'Others would see what it changes';
}

/** What the credentials of a service hold beside the user. */
const SIGN_IN: Record<ServiceName, IDataObject> = {
	recordPlatform: { signInWith: 'password' },
	groupware: {},
};

const loaded = () =>
	loadPackages(['packages/n8n-nodes-record-platform', 'packages/n8n-nodes-groupware']);
let loading: ReturnType<typeof loaded> | undefined;

async function run(
	gate: Gate,
	service: ServiceName,
	parameters: IDataObject,
	{ input }: Example,
): Promise<void> {
	loading ??= loaded();
	// A refusal of the service is one of the answers that are compared.
	await runNode({
		type: nodeTypeOf(service, parameters.resource, parameters.operation),
		parameters,
		credential: {
			type: `${service}Api`,
			data: { baseUrl: gate.url, username: 'admin', password: 'admin', ...SIGN_IN[service] },
		},
		loaded: await loading,
		...(input && { input }),
	});
}

/** A topic for each resource, a case for each operation. */
function casesOf<Context>(
	service: ServiceName,
	fixtures: (side: Side, context: Context, key: string) => Promise<Fixtures>,
): Array<Case<Context>> {
	return services[service].resources.flatMap(({ name, value: resource, operations }) =>
		topic<Context>(
			`Examples: ${name}`,
			Object.fromEntries(
				operations.map(({ value: operation }) => {
					const key = `${resource}.${operation}`;
					const tried = { service, resource, operation };
					return [
						key,
						async (side: Side, context: Context) =>
							await runExample(side, await fixtures(side, context, key), tried),
					];
				}),
			),
		),
	);
}

export const exampleCases = casesOf<Scene>('recordPlatform', async (side, scene, key) => {
	const apps = await fixturesOf(side, 'apps', scene);
	return key in apps.examples ? apps : await fixturesOf(side, 'spaces', scene);
});

export const groupwareExampleCases = casesOf<undefined>('groupware', (side) =>
	fixturesOf(side, 'groupware'),
);
