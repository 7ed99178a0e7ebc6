import { ENTRIES, type Entry } from './contenders';
import { type Job, type Kind, KINDS } from './contenders/contender';
import type { Cost, Order } from './contenders/run';
import { type Ground, prepare } from './ground';
import { openLine } from './line';

export interface Choices {
	sizes: number[];
	kinds: Kind[];
	/** IDs of contenders. */
	contenders: string[];
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
const WARM_UP_RECORDS = 10_000;

/** An app that one contender has to itself, from its inserts to its deletes. */
interface Plot {
	app: string;
	/** Records in it. */
	records: number;
}

/** Measures every kind for every size; gives the rows of a kind together, one a contender. */
export async function* measure(
	ground: Ground,
	choices: Choices,
	failed: (what: string, problem: unknown) => void,
): AsyncGenerator<Measured[]> {
	const entries = ENTRIES.filter(({ id }) => choices.contenders.includes(id));
	const rounds = [...Array(choices.repeat).keys()];
	for (const size of choices.sizes) {
		await ground.reset();
		const plots = new Map<string, Plot>();
		for (const kind of KINDS.filter((one) => choices.kinds.includes(one))) {
			const rows: Measured[] = [];
			for (const entry of entries.filter(({ kinds }) => kinds?.includes(kind) ?? true)) {
				const found: Measured[] = [];
				for (const round of rounds) {
					const name = `${entry.id} ${round}`;
					const plot = plots.get(name) ?? { app: await ground.makeApp(), records: 0 };
					plots.set(name, plot);
					await measureIn(plot, { ground, choices, entry, kind, size }).then(
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

/** One job, with what it needs put into the app first. Throws when it did not do what it should have. */
async function measureIn(plot: Plot, trial: Trial): Promise<Measured> {
	const { ground, entry, kind, size } = trial;
	const { app } = plot;
	const count = Math.min(size, entry.most ?? Infinity);
	if (kind !== 'insert' && plot.records < count) await ground.fill(app, plot.records, count);
	const before = Math.max(plot.records, kind === 'insert' ? 0 : count);
	const found = await measureOne({ kind, app, count, baseUrl: '' }, trial);
	plot.records = await ground.countRecords(app);
	const more = { insert: count, read: 0, update: 0, upsert: Math.floor(count / 2), delete: -count };
	if (found.records !== count || plot.records !== before + more[kind]) {
		throw new Error(
			`${entry.name}, ${kind}: ${found.records} of ${count} records, ${plot.records} in the app afterwards`,
		);
	}
	return { ...found, kind, size, contender: entry.id };
}

async function measureOne(job: Job, { ground, choices, entry }: Trial) {
	const contender = entry.id;
	const warmUps = await warmUpsFor(ground, job, entry);
	const line = await openLine(ground.port, choices.delayMs);
	try {
		const baseUrl = `https://127.0.0.1:${line.port}`;
		const order: Order = { contender, warmUps, job: { ...job, baseUrl } };
		const process = await prepare('contenders/run.ts', order, ground.certificateFile);
		await ground.pace(choices.perRecordMs);
		await ground.takeRequests();
		const before = await ground.cpuMs();
		const { cost } = await process.go<{ cost: Cost }>();
		const sandboxMs = (await ground.cpuMs()) - before;
		const requests = await ground.takeRequests();
		return { ...cost, ...requests, connections: line.connections, sandboxMs };
	} finally {
		await ground.pace(0);
		await line.close();
	}
}

/** Warm-ups of a job: fewer records where it has many, in apps of their own and without the line. */
async function warmUpsFor(
	ground: Ground,
	{ kind, count }: Job,
	{ most = Infinity }: Entry,
): Promise<Job[]> {
	const few = Math.min(WARM_UP_RECORDS, count, most / 10);
	const jobs: Job[] = [];
	for (let time = 0; time < WARM_UPS; time += 1) {
		const app = await ground.makeApp();
		if (kind !== 'insert') await ground.fill(app, 0, few);
		jobs.push({ kind, app, count: few, baseUrl: ground.url });
	}
	return jobs;
}
