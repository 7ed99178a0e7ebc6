import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Demo } from '../sandbox/demo-data';

import type { ExampleWorkflow, N8nApi, StoredCredential } from './api';
import { examples } from './layout';

export interface ImportedExample {
	id: string;
	name: string;
}

/** The workflows of examples/ that fit a demo world, by file name. */
export async function readExamples(demo: Demo = 'en'): Promise<ExampleWorkflow[]> {
	const folder = demo === 'en' ? examples : join(examples, demo);
	if (!existsSync(folder)) return [];
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
	return await Promise.all(
		files.map(
			async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as ExampleWorkflow,
		),
	);
}

const started = {
	'n8n-nodes-base.formTrigger': 'a form',
	'@n8n/n8n-nodes-langchain.chatTrigger': 'a chat',
};

/** Whether the demo has credentials of the type. Those of other services are the person's. */
export const isOurs = (type: string) => /^(groupware|recordPlatform)/.test(type);

/** What the workflow needs of a person, if it does not run alone. */
export function neededFor({ nodes }: Pick<ExampleWorkflow, 'nodes'>): string | undefined {
	const types = nodes.flatMap(({ credentials = {} }) => Object.keys(credentials));
	if (!types.every(isOurs)) return 'an account of another service';
	return started[nodes[0]?.type as keyof typeof started];
}

/**
 * Imports the examples whose name n8n does not know yet, so that a person's changes stay,
 * and fills in the ids of the credentials they name.
 */
export async function importExamples(
	api: N8nApi,
	credentials: StoredCredential[],
	demo: Demo = 'en',
): Promise<ImportedExample[]> {
	const known = new Map((await api.workflows()).map((workflow) => [workflow.name, workflow.id]));
	const imported: ImportedExample[] = [];
	for (const example of await readExamples(demo)) {
		const id =
			known.get(example.name) ??
			(await api.createWorkflow(withCredentials(example, credentials))).id;
		imported.push({ id, name: example.name });
	}
	return imported;
}

/**
 * The workflow with the IDs of the credentials that it names. One of another service that isn't stored
 * is left out; throws for one of ours.
 */
export function withCredentials(
	{ name, nodes, connections, settings, pinData }: ExampleWorkflow,
	credentials: StoredCredential[],
): ExampleWorkflow {
	const filled = nodes.map((node) => ({
		...node,
		credentials: Object.fromEntries(
			Object.entries(node.credentials ?? {}).flatMap(([type, wanted]) => {
				const stored = credentials.find(
					(credential) => credential.type === type && credential.name === wanted.name,
				);
				if (stored) return [[type, { id: stored.id, name: stored.name }]];
				if (!isOurs(type)) return [];
				throw new Error(
					`Example "${name}", node "${node.name}": there is no ${type} credential named "${wanted.name}"`,
				);
			}),
		),
	}));
	return { name, nodes: filled, connections, settings, pinData };
}
