import { table } from '../../start/table';
import { end, until } from './support/cluster';
import { compare, kindOf, kinds, type Ran } from './support/compare';
import { inParallel, Load, stillSeconds } from './support/load';

/** How many executions; the chaos needs some hundred to hit something. */
const EXECUTIONS = Number(process.env.EXECUTIONS ?? 500);

/** Executions that wait or run at the same time. */
const OPEN = 50;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What happens to the cluster, and after which part of the executions. */
const chaos: Array<{ after: number; what: string; act: (load: Load) => Promise<void> }> = [
	{
		after: 0.1,
		what: 'worker 1 is killed (SIGKILL)',
		act: async () => await end('worker 1', 'SIGKILL'),
	},
	{
		after: 0.2,
		what: 'worker 2 is ended (SIGTERM)',
		act: async () => await end('worker 2', 'SIGTERM'),
	},
	{
		after: 0.3,
		what: 'others bring the service to its limit for 20 s',
		act: async (load) => void (turnedAway += await load.crowd(20)),
	},
	{ after: 0.45, what: 'Redis is ended (SIGTERM)', act: async () => await end('Redis', 'SIGTERM') },
	{
		after: 0.55,
		what: 'PostgreSQL is ended (SIGINT)',
		act: async () => await end('PostgreSQL', 'SIGINT'),
	},
	{
		after: 0.65,
		what: 'worker 2 is killed (SIGKILL)',
		act: async () => await end('worker 2', 'SIGKILL'),
	},
	{
		after: 0.75,
		what: 'Redis is killed (SIGKILL)',
		act: async () => await end('Redis', 'SIGKILL'),
	},
	{
		after: 0.85,
		what: 'PostgreSQL is killed (SIGKILL)',
		act: async () => await end('PostgreSQL', 'SIGKILL'),
	},
	{
		after: 0.92,
		what: 'worker 1 is ended (SIGTERM)',
		act: async () => await end('worker 1', 'SIGTERM'),
	},
];

type Row = Record<string, unknown>;

let turnedAway = 0;

async function allEnded(load: Load, atLeast: number): Promise<void> {
	await until(`${atLeast} executions have ended`, stillSeconds, async () => {
		const { ended, open, states } = await load.progress();
		return (open === 0 && ended >= atLeast) || states;
	});
}

async function chaosAlong(load: Load, begun: number): Promise<void> {
	for (const { after, what, act } of chaos) {
		const atLeast = Math.ceil(after * EXECUTIONS);
		await until(`${atLeast} executions have ended, so that ${what}`, stillSeconds, async () => {
			const { ended, states } = await load.progress();
			return ended >= atLeast || states;
		});
		say(`${String(Math.round((Date.now() - begun) / 1000)).padStart(5)} s  ${what}`);
		await act(load);
	}
}

/** What was told of those that were broken off, and how many can be run again by n8n's Retry. */
function reasons(executions: Array<Ran & { status: string; error?: string }>) {
	const groups = new Map<string, { broken: number; retry: number; reason: string }>();
	for (const { isDone, run, status, error = '' } of executions) {
		if (isDone) continue;
		const reason = `${status}: ${error.replaceAll(/\d+/g, 'N').slice(0, 70)}`;
		const group = groups.get(reason) ?? { broken: 0, retry: 0, reason };
		group.broken += 1;
		if (run !== '') group.retry += 1;
		groups.set(reason, group);
	}
	return [...groups.values()];
}

/** IDs of the first records that are not as they were. */
function changes(before: Row[], after: Row[]): unknown[] {
	const now = new Map(after.map((record) => [record.$id, JSON.stringify(record)]));
	return before
		.filter((record) => now.get(record.$id) !== JSON.stringify(record))
		.map(({ $id }) => $id)
		.slice(0, 5);
}

test(
	`${EXECUTIONS} executions, while everything is ended: what is reported is there, once`,
	async () => {
		const load = await Load.prepare(EXECUTIONS);
		const begun = Date.now();
		await Promise.all([load.callAll(OPEN), chaosAlong(load, begun)]);
		await allEnded(load, EXECUTIONS);
		const seconds = Math.round((Date.now() - begun) / 1000);

		const executions = await load.executions();
		const first = compare(executions, await load.stored(), load.asked);
		say(`${executions.length} executions of ${EXECUTIONS} calls ended within ${seconds} s.`);
		say(
			`${load.callCount - EXECUTIONS} calls were made again. ${turnedAway} requests of the nodes got 429.`,
		);
		say(table(reasons(executions)));
		const counts = (verdict: typeof first) =>
			Object.entries(verdict.counts).map(([what, count]) => ({ what, count }));
		say(table(counts(first)));
		expect(first.wrong.slice(0, 20)).toEqual([]);
		expect(new Set(executions.filter(({ isDone }) => isDone).map(({ kind }) => kind)).size).toBe(
			kinds.length,
		);
		if (EXECUTIONS >= 500) {
			expect(turnedAway).toBeGreaterThan(0);
			expect(executions.filter(({ isDone }) => !isDone).length).toBeGreaterThan(0);
		}

		// n8n's Retry runs those again whose items it still has, and does nothing for those whose worker is gone.
		const before = await load.stored();
		const upserts = executions.filter(({ kind }) => kind.startsWith('upsert'));
		const brokenOff = upserts.filter(({ isDone }) => !isDone);
		await inParallel(brokenOff, 4, async ({ id }) => await load.retry(id));
		const withoutItems = executions.filter(({ run, kind }) => run === '' && kind === 'create');
		for (const { id } of withoutItems.slice(0, 3)) await load.retry(id);
		expect((await load.stored()).created.length).toBe(before.created.length);

		// The others are called again, and some that were done, too.
		const retried = await load.executions();
		const done = new Set(retried.filter(({ isDone }) => isDone).map(({ run }) => run));
		const left = load.calls.filter(({ run, kind }) => kind.startsWith('upsert') && !done.has(run));
		const sample = load.calls.filter(({ kind }) => kind === 'upsertChanges').slice(0, 20);
		await inParallel([...left, ...sample], 4, async (call) => await load.call(call));
		await allEnded(load, retried.length + left.length + sample.length);

		const all = await load.executions();
		const stored = await load.stored();
		const second = compare(all, stored, load.asked);
		const retries = all.filter(({ isRetry, isDone }) => isRetry && isDone).length;
		say(
			`${brokenOff.length} upserts were broken off: ${retries} ran by Retry, ${left.length} called again.`,
		);
		say(table(counts(second)));
		expect(second.wrong.slice(0, 20)).toEqual([]);
		const doneNow = new Set(all.filter(({ isDone }) => isDone).map(({ run }) => run));
		const missing = load.calls.map(({ run }) => run).filter((run) => !doneNow.has(run));
		expect(missing.filter((run) => kindOf(run).startsWith('upsert'))).toEqual([]);
		// With Only Changes, nothing was written that was there.
		expect(changes(before.compared, stored.compared)).toEqual([]);
	},
	600_000 + EXECUTIONS * 3_000,
);
