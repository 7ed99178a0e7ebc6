import { ENTRIES, type Entry } from './contenders';
import {
	isTableKind,
	type Job,
	type Kind,
	KINDS,
	ROWS_PER_RECORD,
	TABLE_ROWS,
} from './contenders/contender';
import type { Cost, Order } from './contenders/run';
import { type Ground, prepare } from './ground';
import { openLine } from './line';

export interface Choices {
	sizes: number[];
	kinds: Kind[];
	/** IDs of contenders. */
	contenders: string[];
	/** Whether contenders sign in with tokens, not with a password. */
	byToken: boolean;
	delayMs: number;
	perRecordMs: number;
	repeat: number;
}

/** A row of the table. */
export interface Measured extends Cost {
	kind: Kind;
	/** Records that were asked for; `records` tells how many the contender was measured with. */
	size: number;
	contender: string;
	requests: number;
	/** Requests that were rejected with 429. */
	tooMany: number;
	connections: number;
	/** Processor time of the sandbox meanwhile. */
	sandboxMs: number;
}

/** n8n runs for weeks: what its engine has compiled by the third night is not compiled again. */
const WARM_UPS = 3;
const WARM_UP_RECORDS = { least: 1_000, most: 10_000 };

/** How often jobs with few records are done, one after the other in one process; the medians count. */
const EXECUTIONS = 30;
const FEW = 1_000;

/** Measures every kind for every size; gives the rows of a kind together, one a contender. */
export async function* measure(
	ground: Ground,
	choices: Choices,
	failed: (what: string, problem: unknown) => void,
): AsyncGenerator<Measured[]> {
	const kinds = KINDS.filter((one) => choices.kinds.includes(one));
	const groups = choices.sizes.map((size) => ({
		size,
		kinds: kinds.filter((kind) => !isTableKind(kind)),
	}));
	groups.push({ size: TABLE_ROWS, kinds: kinds.filter(isTableKind) });
	const entries = ENTRIES.filter(({ id }) => choices.contenders.includes(id));
	const rounds = [...Array(choices.repeat).keys()];
	for (const { size, kinds: some } of groups) {
		await ground.reset();
		for (const kind of some) {
			const rows: Measured[] = [];
			const able = ({ kinds: all, least = 0 }: Entry) =>
				size >= least && (all?.includes(kind) ?? true);
			for (const entry of entries.filter(able)) {
				const found: Measured[] = [];
				for (const _round of rounds) {
					await measureIn({ ground, choices, entry, kind, size }).then(
						(row) => found.push(row),
						(problem: unknown) => failed(`${entry.name}, ${kind} ${size}`, problem),
					);
				}
				if (found.length > 0) rows.push(least(found));
			}
			yield rows;
		}
	}
}

/** The fastest round, with the least processor time of any: other work on the machine only ever adds to either. */
function least(rounds: Measured[]): Measured {
	const fastest = rounds.reduce((best, one) => (one.wallMs < best.wallMs ? one : best));
	const leanest = rounds.reduce((best, one) => (ownMs(one) < ownMs(best) ? one : best));
	const { cpuMs, parametersMs } = leanest;
	return { ...fastest, cpuMs, ...(parametersMs !== undefined && { parametersMs }) };
}

function ownMs({ cpuMs, parametersMs = 0 }: Measured): number {
	return cpuMs - parametersMs;
}

interface Trial {
	ground: Ground;
	choices: Choices;
	entry: Entry;
	kind: Kind;
	size: number;
}

/** The jobs of a contender in an app of its own. Throws when they did not do what they should have. */
async function measureIn(trial: Trial): Promise<Measured> {
	const { ground, entry, kind, size } = trial;
	const count = Math.min(size, entry.most ?? Infinity);
	const times = size < FEW ? EXECUTIONS : 1;
	const { app, ...access } = await newApp(trial);
	await ground.fill(app, kind, filledFor(kind, count, times));
	const jobs = Array.from({ length: times }, (_, at) => ({
		...jobOf(kind, app, count, at),
		...access,
	}));
	const { before, after, ...found } = await measureJobs(jobs, trial);
	const more = {
		insert: count,
		read: 0,
		update: 0,
		upsert: Math.floor(count / 2),
		delete: -count,
		tableRow: 0,
		withTable: count / ROWS_PER_RECORD,
	};
	if (found.records !== count || after !== before + more[kind] * times) {
		throw new Error(
			`${entry.name}, ${kind}: ${found.records} of ${count} records, ${after} in the app afterwards`,
		);
	}
	return { ...found, kind, size, contender: entry.id };
}

/** An app, and what to sign in to it with. */
async function newApp({ ground, kind, choices }: Omit<Trial, 'entry' | 'size'>) {
	const { app, token } = await ground.makeApp(kind);
	return { app, ...(choices.byToken && { token }) };
}

/** Records that an app needs for its jobs; one more to delete before they are measured. */
function filledFor(kind: Kind, count: number, times: number): number {
	if (kind === 'insert' || kind === 'withTable') return 0;
	if (kind === 'tableRow') return Math.ceil(count / ROWS_PER_RECORD);
	return kind === 'delete' ? count * times + 1 : count;
}

/** The job number `at` of several in one app. */
function jobOf(kind: Kind, app: string, count: number, at: number): Job {
	const half = Math.floor(count / 2);
	const first = { upsert: half * (at + 1), insert: count * at, delete: count * at, withTable: 0 };
	return { kind, app, count, baseUrl: '', first: first[kind as keyof typeof first] ?? 0 };
}

/** A job before: n8n has run the workflow within the last minute. */
function earlier(job: Job, times: number): Job {
	const { kind, count } = job;
	if (kind === 'read') return job;
	const first = ['insert', 'delete', 'withTable'].includes(kind) ? count * times : 0;
	return { ...job, count: isTableKind(kind) ? ROWS_PER_RECORD : 1, first };
}

async function measureJobs(given: Job[], trial: Trial) {
	const { ground, choices, entry } = trial;
	const contender = entry.id;
	const line = await openLine(ground.port, choices.delayMs);
	const jobs = given.map((job) => ({ ...job, baseUrl: `https://127.0.0.1:${line.port}` }));
	const [first] = jobs as [Job];
	try {
		const warmUps = [...(await warmUpsFor(trial, first.count)), earlier(first, jobs.length)];
		const order: Order = { contender, warmUps, jobs };
		const process = await prepare('contenders/run.ts', order, ground.certificateFile);
		const before = await ground.countRecords(first.app);
		await ground.pace(choices.perRecordMs);
		await ground.takeRequests();
		const opened = line.connections;
		const cpuBefore = await ground.cpuMs();
		const { cost } = await process.go<{ cost: Cost }>();
		const sandboxMs = (await ground.cpuMs()) - cpuBefore;
		const { requests, tooMany } = await ground.takeRequests();
		await ground.pace(0);
		return {
			...cost,
			before,
			after: await ground.countRecords(first.app),
			requests: requests / jobs.length,
			tooMany,
			connections: (line.connections - opened) / jobs.length,
			sandboxMs: sandboxMs / jobs.length,
		};
	} finally {
		await ground.pace(0);
		await line.close();
	}
}

/** Warm-ups of a job: fewer records where it has many, in apps of their own and without the line. */
async function warmUpsFor(trial: Trial, count: number): Promise<Job[]> {
	const { ground, kind } = trial;
	const { most: limit = Infinity } = trial.entry;
	const { least: some, most } = WARM_UP_RECORDS;
	const few = Math.min(most, Math.max(some, count), limit / 10);
	const jobs: Job[] = [];
	for (let time = 0; time < WARM_UPS; time += 1) {
		const access = await newApp(trial);
		await ground.fill(access.app, kind, filledFor(kind, few, 1));
		jobs.push({ kind, ...access, count: few, baseUrl: ground.url });
	}
	return jobs;
}
