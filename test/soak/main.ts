import { setTimeout as sleep } from 'node:timers/promises';

import { Command } from 'commander';

import type { N8nApi } from '../../start/api';
import { withCredentials } from '../../start/examples';
import { table } from '../../start/table';
import { LocalStart } from '../support/local-start';
import { publish } from '../support/published';
import { heldBy, type Point, trendOf } from './held';
import { workflows } from './workflows';

const { minutes } = new Command('soak')
	.description('Runs schedules and triggers on n8n, and measures whether n8n and the sandbox grow')
	.option('--minutes <number>', 'how long; the first third is the warm-up', Number, 30)
	.parse()
	.opts<{ minutes: number }>();

/** A longer run finds less growth in an hour. */
const accepted = { memory: 60, handles: 10 };
const secondsBetweenSamples = 5;

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());

async function main(): Promise<boolean> {
	const local = await LocalStart.beginNew();
	try {
		const api = await local.api();
		const credentials = await api.credentials();
		const published: Array<{ id: string; name: string }> = [];
		for (const workflow of workflows) {
			published.push(await api.createWorkflow(withCredentials(workflow, credentials)));
			await publish(api, published.at(-1)?.id ?? '');
		}
		const trends = await measured(local);
		const rows = [];
		for (const { id, name } of published) {
			const failed = await executionsOf(api, id, 'error', 'crashed', 'canceled');
			for (const one of failed.results) console.log(`${name}: ${await reasonOf(api, one.id)}`);
			const { count: succeeded } = await executionsOf(api, id, 'success');
			rows.push({ name, succeeded, failed: failed.count });
		}
		console.log(`${table(trends)}\n${table(rows)}`);
		const haveRun = rows.every(({ succeeded, failed }) => succeeded > 0 && failed === 0);
		return haveRun && trends.every(({ verdict }) => verdict === 'flat');
	} finally {
		await local.endAndDelete();
	}
}

async function measured({ running: { processes = {}, sandboxUrl } }: LocalStart) {
	const points: Record<string, Point[]> = {};
	const begun = performance.now();
	for (let hours = 0; hours * 60 < minutes; hours = (performance.now() - begun) / 3_600_000) {
		for (const [name, pid = 0] of Object.entries(processes)) {
			for (const [what, value] of Object.entries(heldBy(pid))) {
				(points[`${what} of ${name}`] ??= []).push([hours, value]);
			}
		}
		// The sandbox keeps its last requests, which is no leak.
		await fetch(`${sandboxUrl}/_sandbox/requests`, { method: 'DELETE' });
		await sleep(secondsBetweenSamples * 1_000, undefined, stopped);
	}
	return Object.entries(points).map(([what, some]) => {
		const most = what.startsWith('memory') ? accepted.memory : accepted.handles;
		return trendOf(what, some, most, 'hour');
	});
}

async function executionsOf(api: N8nApi, workflowId: string, ...status: string[]) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	const path = `/rest/executions?limit=10&filter=${filter}`;
	return await api.call<{ count: number; results: Array<{ id: string }> }>('GET', path);
}

/** The first line of what n8n kept of an error. */
async function reasonOf(api: N8nApi, id: string): Promise<string> {
	const { data } = await api.call<{ data: string }>('GET', `/rest/executions/${id}`);
	return /\w*Error: [^\\"]*/.exec(data)?.[0] ?? 'no error was kept';
}

void main().then((passed) => process.exit(passed ? 0 : 1));
