import { join } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import type { Loaded } from '../../start/headless/packages';
import { type NodeOutcome, runNode } from '../../test/support/workflow';
import { type Job, LOGIN } from './contender';

const PASSWORD = { signInWith: 'password', ...LOGIN };

const PACKAGE = join(__dirname, '..', '..', 'packages', 'n8n-nodes-record-platform');

let loading: Promise<Loaded> | undefined;

/** The package as it is built and published. */
async function loadBuild(): Promise<Loaded> {
	const loader = new PackageDirectoryLoader(PACKAGE);
	await loader.loadAll();
	const nodes = Object.entries(loader.nodeTypes).map(
		([name, { type }]) => [`${loader.packageName}.${name}`, type] as const,
	);
	const credentials = Object.entries(loader.credentialTypes).map(
		([name, { type }]) => [name, type] as const,
	);
	return { nodes: new Map(nodes), credentials: new Map(credentials) };
}

/** A run of one node of a workflow, for the items of a job. */
export interface Run {
	type: string;
	parameters: IDataObject;
	items: INodeExecutionData[];
	/** A node that neither package has. */
	own?: INodeType;
}

/** Runs a node on n8n's engine and gives its output. Throws what stopped the workflow. */
export async function runInWorkflow(job: Job, run: Run): Promise<NodeOutcome['output']> {
	const loaded = await (loading ??= loadBuild());
	const nodes: Loaded['nodes'] = new Map(loaded.nodes);
	if (run.own) nodes.set(run.type, run.own);
	const { output, error } = await runNode({
		type: run.type,
		parameters: run.parameters,
		input: run.items,
		isPublished: true,
		credential: {
			type: 'recordPlatformApi',
			data: {
				baseUrl: job.baseUrl,
				...(job.token ? { signInWith: 'apiTokens', apiTokens: job.token } : PASSWORD),
			},
		},
		loaded: { ...loaded, nodes },
	});
	if (error) throw new Error(`${error.message} ${error.description ?? ''}`);
	return output;
}

/** A node that does `execute` and nothing else. */
export function nodeOf(execute: (this: IExecuteFunctions) => Promise<IDataObject[]>): INodeType {
	return {
		description: {
			displayName: 'By Hand',
			name: 'byHand',
			group: [],
			version: 1,
			description: 'By Hand',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'recordPlatformApi', required: true }],
			properties: [{ displayName: 'Fields', name: 'fields', type: 'resourceMapper', default: {} }],
		},
		async execute() {
			const rows = await execute.call(this);
			return [rows.map((json) => ({ json }))];
		},
	};
}
