import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Command, InvalidArgumentError } from 'commander';

import { N8nApi } from '../../start/api';
import { withCredentials } from '../../start/examples';
import { dataFolder } from '../../start/layout';
import { readOwner, signIn } from '../../start/owner';
import { endAll } from '../../start/processes';
import { table } from '../../start/table';
import { startWorld, type World } from '../../start/world';
import { firstPoll } from '../support/published';
import { type Held, heldBy } from '../support/held';
import { leastOf, slopeOf } from '../support/slope';
import { workflows } from './workflows';

const numberOf = (text: string) => {
	const number = Number(text);
	if (!(number > 0)) throw new InvalidArgumentError('Use a number above 0.');
	return number;
};

interface Flags {
	minutes: number;
	warmUp: number;
	memory: number;
	handles: number;
}

const flags = new Command('npm run soak --')
	.description(
		'Runs schedules and triggers of both nodes on n8n with the sandbox, and measures whether the memory and the open handles of both grow',
	)
	.option('--minutes <number>', 'how long it is measured', numberOf, 30)
	.option('--warm-up <number>', 'minutes before that', numberOf, 10)
	.option('--memory <number>', 'growth of the memory that is accepted, in MB an hour', numberOf, 60)
	.option('--handles <number>', 'growth of the handles that is accepted, in one hour', numberOf, 20)
	.parse()
	.opts<Flags>();

const secondsBetween = 5;
/** Memory falls when garbage is collected: the least of so many minutes is what stays. */
const minutesOfLeast = 2;
const megabytes = 'MB';
/** A busy machine takes long to start n8n. */
const patience = 600_000;

type ProcessName = keyof World['processes'];
type Sample = Record<ProcessName, Held> & { minutes: number };

const say = (line: string) => console.log(line);

async function main(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), 'soak-'));
	let world: World | undefined;
	const stop = async () => {
		await world?.stop();
		await endAll();
		await rm(folder, { recursive: true, force: true });
	};
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void stop().then(() => process.exit(130)));
	}
	try {
		world = await startWorld({
			data: folder,
			port: 0,
			sandboxPort: 0,
			reset: false,
			patience,
			say,
		});
		const api = new N8nApi(world.editorUrl);
		await signIn(api, await readOwner(dataFolder(folder).owner), folder);
		const ids = await publishAll(api);
		const samples = await measure(world);
		const flat = judge(samples);
		const clean = await countExecutions(api, ids);
		return flat && clean;
	} finally {
		await stop();
	}
}

async function publishAll(api: N8nApi): Promise<Map<string, string>> {
	const ids = new Map<string, string>();
	const credentials = await api.credentials();
	for (const workflow of workflows) {
		const { id } = await api.createWorkflow(withCredentials(workflow, credentials));
		const { versionId } = await api.call<{ versionId: string }>('GET', `/rest/workflows/${id}`);
		await api.call('POST', `/rest/workflows/${id}/activate`, { versionId });
		// n8n publishes a workflow also if its trigger can't be started.
		if (/^n8n-nodes-(record-platform|groupware)\./.test(workflow.nodes[0]?.type ?? '')) {
			await firstPoll(api, id, patience / 1000);
		}
		ids.set(id, workflow.name);
	}
	return ids;
}

async function measure({ processes, sandboxUrl }: World): Promise<Sample[]> {
	const samples: Sample[] = [];
	const begun = Date.now();
	const end = flags.warmUp + flags.minutes;
	let told = 0;
	for (let minutes = 0; minutes < end; minutes = (Date.now() - begun) / 60_000) {
		const sample = {
			minutes,
			n8n: heldBy(processes.n8n),
			sandbox: heldBy(processes.sandbox),
		};
		if (minutes >= flags.warmUp) samples.push(sample);
		if (minutes >= told) {
			told += 1;
			// The sandbox keeps its last requests, at most 20,000.
			await fetch(`${sandboxUrl}/_sandbox/requests`, { method: 'DELETE' });
			say(progress(sample, minutes < flags.warmUp));
		}
		await sleep(secondsBetween * 1000);
	}
	return samples;
}

function progress({ minutes, n8n, sandbox }: Sample, isWarmUp: boolean): string {
	const held = (name: string, { memory, handles }: Held) =>
		`${name} ${memory.toFixed(0)} MB, ${handles} handles`;
	return `${minutes.toFixed(0).padStart(4)} min${isWarmUp ? ' (warm-up)' : ''}  ${held('n8n', n8n)}  ${held('sandbox', sandbox)}`;
}

/** Prints the slopes. Gives false if one is steeper than accepted, or too uncertain to tell. */
function judge(samples: Sample[]): boolean {
	const rows = (['n8n', 'sandbox'] as const).flatMap((name) =>
		(['memory', 'handles'] as const).map((what) => {
			const points = samples.map((sample) => ({
				at: sample.minutes / 60,
				value: sample[name][what],
			}));
			const { slope, uncertainty } = slopeOf(leastOf(points, minutesOfLeast / 60));
			const accepted = flags[what];
			const unit = what === 'memory' ? megabytes : '';
			const shown = (value: number) => `${value.toFixed(1)} ${unit}`.trim();
			return {
				'': `${name}, ${what}`,
				first: shown(points[0]?.value ?? 0),
				last: shown(points.at(-1)?.value ?? 0),
				'an hour': `${shown(slope)} ± ${shown(uncertainty)}`,
				accepted: shown(accepted),
				verdict:
					slope - uncertainty > accepted
						? 'GROWS'
						: slope + uncertainty > accepted
							? 'UNCERTAIN, run it longer'
							: 'flat',
			};
		}),
	);
	say(`\n${samples.length} samples in ${flags.minutes} minutes, after ${flags.warmUp} minutes:`);
	say(table(rows));
	return rows.every(({ verdict }) => verdict === 'flat');
}

/** Prints how often each workflow ran. Gives false if one failed, or never ran. */
async function countExecutions(api: N8nApi, ids: Map<string, string>): Promise<boolean> {
	const rows = [];
	for (const [workflowId, workflow] of ids) {
		const count = async (status: string[]) => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
			const { count } = await api.call<{ count: number }>(
				'GET',
				`/rest/executions?filter=${filter}&limit=1`,
			);
			return count;
		};
		rows.push({
			workflow,
			succeeded: await count(['success']),
			failed: await count(['error', 'crashed', 'canceled']),
		});
	}
	say(table(rows));
	return rows.every(({ succeeded, failed }) => succeeded > 0 && failed === 0);
}

main().then(
	(passed) => {
		say(passed ? 'pass' : 'FAIL');
		process.exit(passed ? 0 : 1);
	},
	(error: unknown) => {
		console.error(error);
		process.exit(2);
	},
);
