import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Subject } from './bench';
import { difference, pick, plain, type Property } from './property';
import { outcomeOf } from './state';

/** A run in another process, as the lines between the two hold it. */
export interface RunElsewhere extends Pick<Subject, 'key' | 'service'> {
	url: string;
	parameters: IDataObject;
	input?: INodeExecutionData[];
}

export interface RanElsewhere {
	error?: string;
	output: IDataObject[];
}

/** Where n8n may run: zone and language of its process. Some write digits or capitals of their own. */
const PLACES: Record<string, NodeJS.ProcessEnv> = {
	'New York, Turkish': { TZ: 'America/New_York', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
	'Apia, Arabic': { TZ: 'Pacific/Apia', LANG: 'ar_EG.UTF-8', LC_ALL: 'ar_EG.UTF-8' },
	'Tokyo, Japanese': { TZ: 'Asia/Tokyo', LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8' },
};

interface Elsewhere {
	child: ChildProcess;
	run(run: RunElsewhere): Promise<RanElsewhere>;
}

const started = new Map<string, Elsewhere>();

function elsewhere(place: string): Elsewhere {
	const known = started.get(place);
	if (known) return known;
	const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, 'elsewhere.ts')], {
		env: { ...process.env, ...PLACES[place] },
		cwd: join(__dirname, '..', '..'),
		stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
	});
	const waiting: Array<{ resolve: (ran: RanElsewhere) => void; reject: (error: Error) => void }> =
		[];
	const answers = child.stdio[3] as NodeJS.ReadableStream;
	createInterface({ input: answers }).on('line', (line) => {
		waiting.shift()?.resolve(JSON.parse(line) as RanElsewhere);
	});
	child.once('exit', (code) => {
		for (const { reject } of waiting) reject(new Error(`The process in ${place} ended: ${code}`));
	});
	const made: Elsewhere = {
		child,
		run: async (run) =>
			await new Promise((resolve, reject) => {
				waiting.push({ resolve, reject });
				child.stdin?.write(`${JSON.stringify(run)}\n`);
			}),
	};
	started.set(place, made);
	return made;
}

/** Ends the processes that were started. */
export async function leavePlaces(): Promise<void> {
	for (const { child } of started.values()) {
		const ended = new Promise((resolve) => child.once('exit', resolve));
		child.stdin?.end();
		await ended;
	}
	started.clear();
}

interface PlaceCase {
	way: number;
	variant: number;
	place: string;
}

export const places: Property<PlaceCase> = {
	name: 'places',
	says: 'a run has the same effect and output whatever zone and language the process of n8n has',
	exempt: () => undefined,
	cases: fc.record({
		way: fc.nat(7),
		variant: fc.nat(5),
		place: fc.constantFrom(...Object.keys(PLACES)),
	}),
	check: async (bench, subject, { way, variant, place }) => {
		const [example] = await bench.prepare(subject, way);
		const parameters = pick([example?.minimal ?? {}, ...(example?.full ?? [])], variant) ?? {};
		const input = example?.input && { input: example.input };
		const here = await bench.remembered(
			`here ${variant}`,
			async () => await bench.run(subject, parameters, input),
		);
		await bench.back();
		const { key, service } = subject;
		const url = bench.tenant.url;
		const there = await elsewhere(place).run({ key, service, url, parameters, ...input });
		const state = await bench.look();
		const why = difference(outcomeOf(bench.before, here.state), outcomeOf(bench.before, state));
		if (why) return `${place}:\n${why}`;
		const output = here.outcome.output.map(({ json }) => json);
		const told = difference(
			[`error ${here.outcome.error?.message}`, ...plain(output)],
			[`error ${there.error}`, ...plain(there.output)],
		);
		return told ? `${place}, output:\n${told}` : undefined;
	},
};
