import {
	type IConnections,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IRun,
	setGlobalState,
} from 'n8n-workflow';

import { runWorkflow } from './headless/run';

import { demoCredentials } from './credentials';
import { machineZone } from './editor';
import { readExamples, neededFor } from './examples';
import type { CredentialStore } from './headless/credentials';
import { loadPackages } from './headless/packages';
import { endAll } from './processes';
import { startLocalSandbox } from './sandbox';
import { table } from './table';

const shownRows = 5;

/** Runs the example workflows without the editor. `npm run demo -- TEXT` runs only those with TEXT in their name. */
async function main(): Promise<boolean> {
	const [wanted = ''] = process.argv.slice(2);
	const examples = (await readExamples()).filter(({ name }) =>
		name.toLowerCase().includes(wanted.toLowerCase()),
	);
	if (examples.length === 0) {
		console.error(`No example workflow has a name that contains "${wanted}".`);
		return false;
	}
	setGlobalState({ defaultTimezone: machineZone() });
	const [sandbox, packages] = await Promise.all([
		startLocalSandbox(0, undefined, ['--time-zone', machineZone()]),
		loadPackages(),
	]);
	const credentials = credentialsFor(sandbox.url);
	let allWell = true;
	for (const example of examples) {
		const { name, nodes, connections } = example;
		const workflow = { nodes: nodes.map(withIds), connections: connections as IConnections };
		console.log(`\n${name}\n${'='.repeat(name.length)}`);
		const needed = neededFor(example);
		if (needed !== undefined) {
			console.log(`\nNeeds ${needed}: open it in the editor with npm start.`);
			continue;
		}
		const run = await runWorkflow(workflow, packages, credentials);
		tell(workflow.nodes, run);
		if (run.data.resultData.error) allWell = false;
	}
	await sandbox.stop();
	return allWell;
}

function credentialsFor(baseUrl: string): CredentialStore {
	return Object.fromEntries(
		demoCredentials().map(({ name, type, data }) => [name, { type, data: { ...data, baseUrl } }]),
	);
}

/** Examples refer to credentials by name, which is used as the ID here. */
function withIds(example: { credentials?: INode['credentials'] }): INode {
	const credentials = Object.fromEntries(
		Object.entries(example.credentials ?? {}).map(([type, { name }]) => [type, { id: name, name }]),
	);
	return { ...(example as INode), credentials };
}

function tell(nodes: INode[], run: IRun): void {
	for (const { name } of nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote')) {
		const task = run.data.resultData.runData[name]?.at(-1);
		if (!task) console.log(`\n${name}: did not run`);
		for (const [index, items] of (task?.data?.main ?? []).entries()) {
			const branch = index === 0 ? '' : ', error branch';
			if (index === 0 || items?.length) tellOutput(name + branch, items ?? []);
		}
		if (task?.error)
			console.log(`\n${name}: ${task.error.message}\n${task.error.description ?? ''}`);
	}
}

function tellOutput(title: string, items: INodeExecutionData[]): void {
	console.log(`\n${title}: ${items.length} item${items.length === 1 ? '' : 's'}`);
	const rows = items.map(rowOf);
	const shown = rows.slice(0, shownRows);
	if (shown.some((row) => Object.keys(row).length > 0)) console.log(table(shown));
	if (rows.length > shown.length) console.log(`  … and ${rows.length - shown.length} more`);
}

function rowOf({ json, binary, error }: INodeExecutionData): IDataObject {
	const files = Object.entries(binary ?? {}).map(([key, { fileName, fileSize }]) => [
		key,
		`${fileName ?? 'file'} (${fileSize ?? 'size unknown'})`,
	]);
	return { ...json, ...(error && { error: error.message }), ...Object.fromEntries(files) };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => void endAll().then(() => process.exit(130)));
}

main().then(
	(allWell) => process.exit(allWell ? 0 : 1),
	async (error: Error) => {
		console.error(error.message);
		await endAll();
		process.exit(1);
	},
);
