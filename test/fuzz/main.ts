import { Command, InvalidArgumentError } from 'commander';

import { endAll } from '../../start/processes';
import { startLocalSandbox } from '../../start/sandbox';
import { table } from '../../start/table';
import { type Finding, fuzz, growthOf, type Outcome } from './run';

const numberOf = (text: string) => {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Use a number.');
	return Number(text);
};

interface Flags {
	requests: number;
	seed: number;
	only: string;
	inFlight: number;
	limit: number;
	memory: number;
}

const flags = new Command('npm run fuzz --')
	.description('Sends malformed requests to every route of the sandbox')
	.option('--requests <number>', 'how many', numberOf, 100_000)
	.option('--seed <number>', 'the same seed sends the same requests', numberOf, Date.now() % 1e6)
	.option('--only <text>', 'operations whose method and path contain this', '')
	.option('--in-flight <number>', 'requests at a time', numberOf, 8)
	.option('--limit <seconds>', 'time in which a request has to be answered', numberOf, 30)
	.option(
		'--memory <MB>',
		'growth of the memory that is accepted, for 100,000 requests',
		numberOf,
		50,
	)
	.parse()
	.opts<Flags>();

/** Findings that are printed, and characters of each part of one. */
const shown = 30;
const cut = 600;

const say = (line: string) => console.log(line);

async function main(): Promise<boolean> {
	const { requests, seed, only, inFlight, limit } = flags;
	say(`Seed ${seed}, ${requests} requests`);
	const sandbox = await startLocalSandbox(0);
	let told = Date.now();
	let printed = 0;
	try {
		const outcome = await fuzz(
			sandbox,
			{ requests, seed, only, inFlight, limitMs: limit * 1_000 },
			(so) => {
				for (; printed < Math.min(so.findings.length, shown); printed += 1)
					print(so.findings[printed] as Finding);
				if (Date.now() - told < 15_000) return;
				told = Date.now();
				say(
					`${so.sent} sent, ${so.findings.length} wrong, ${so.memory.at(-1)?.value.toFixed(0)} MB`,
				);
			},
		);
		return judge(outcome);
	} finally {
		await sandbox.stop();
		await endAll();
	}
}

function print({ number, request, answered }: Finding): void {
	const { kind, seed, method, path, headers, body } = request;
	say(`\nWRONG  request ${number} (${kind}, ${seed}), answered after ${answered.ms.toFixed(0)} ms`);
	say(`  ${method} ${path.slice(0, cut)}`);
	say(`  ${JSON.stringify(headers).slice(0, cut)}`);
	if (body) say(`  ${JSON.stringify(body.toString()).slice(0, cut)}`);
	say(`  -> ${answered.status ?? ''} ${answered.text.slice(0, cut)}`);
}

function judge(outcome: Outcome): boolean {
	const { counts, sent, findings, slowestMs } = outcome;
	const classes = [...new Set([...counts.values()].flatMap((of) => [...of.keys()]))].sort();
	say('');
	say(
		table(
			[...counts].sort().map(([kind, of]) => ({
				kind,
				...Object.fromEntries(classes.map((name) => [name, of.get(name) ?? 0])),
			})),
		),
	);
	say(
		`${sent} sent, ${findings.length} wrong, the slowest answered after ${slowestMs.toFixed(0)} ms`,
	);
	const growth = growthOf(outcome);
	if (growth === undefined) {
		say('Too few requests to tell whether the memory grows');
		return findings.length === 0;
	}
	const [slope, uncertainty] = [growth.slope * 100, growth.uncertainty * 100];
	const isFlat = slope - uncertainty <= flags.memory;
	say(
		`Memory: ${slope.toFixed(1)} ± ${uncertainty.toFixed(1)} MB for 100,000 requests, accepted ${flags.memory}: ${isFlat ? 'flat' : 'GROWS'}`,
	);
	return findings.length === 0 && isFlat;
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
