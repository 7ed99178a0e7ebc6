import { availableParallelism } from 'node:os';

import { Command, InvalidArgumentError, Option } from 'commander';

import { ENTRIES } from './contenders';
import { type Kind, KINDS } from './contenders/contender';
import { startGround } from './ground';
import { type Choices, measure, type Measured } from './measure';
import { heading, line, verdictLine } from './table';
import { exitCode, judge } from './targets';

interface Flags {
	sizes: number[];
	kinds: Kind[];
	contenders: string[];
	delay: number;
	perRecord: number;
	repeat: number;
	signIn: SignIn;
	json?: boolean;
}

const WAYS = ['tokens', 'password'] as const;
type SignIn = (typeof WAYS)[number];

const IDS = ENTRIES.map(({ id }) => id);

const program = new Command('bench')
	.description('Moves records in and out of the sandbox in several ways, and measures each.')
	.exitOverride((problem) => process.exit(problem.exitCode === 0 ? 0 : 2))
	.addOption(
		list('--sizes <numbers>', 'records to move', numberOf, [1, 10, 100, 1_000, 10_000, 100_000]),
	)
	.addOption(list('--kinds <kinds>', KINDS.join(', '), oneOf(KINDS), [...KINDS]))
	.addOption(list('--contenders <ids>', IDS.join(', '), oneOf(IDS), IDS))
	.option('--delay <ms>', 'time of a round trip', numberOf, 50)
	.option('--per-record <ms>', 'time that the service takes for each record', numberOf, 1)
	.option(
		'--repeat <times>',
		'rounds, of which the fastest counts, and the least processor time',
		numberOf,
		1,
	)
	.addOption(
		new Option('--sign-in <way>', 'how contenders sign in').choices(WAYS).default('tokens'),
	)
	.option('--json', 'print what was measured as JSON');

main(program.parse().opts<Flags>()).then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error);
		process.exit(2);
	},
);

async function main(flags: Flags): Promise<number> {
	const { delay: delayMs, perRecord: perRecordMs, signIn, json, ...others } = flags;
	const choices: Choices = { ...others, delayMs, perRecordMs, byToken: signIn === 'tokens' };
	const ground = await startGround();
	if (!json) head(choices);
	const rows: Measured[] = [];
	let failures = 0;
	const failed = (what: string, problem: unknown) => {
		failures += 1;
		console.error(`${what} failed:`, problem);
	};
	try {
		for await (const group of measure(ground, choices, failed)) {
			rows.push(...group);
			if (!json) tell(group);
		}
	} finally {
		await ground.stop();
	}
	const verdicts = judge(rows);
	if (json) console.log(JSON.stringify({ choices, rows, verdicts }, null, '\t'));
	else if (verdicts.length > 0) console.log(['', ...verdicts.map(verdictLine)].join('\n'));
	return exitCode(failures, verdicts);
}

function head({ delayMs, perRecordMs, repeat, byToken }: Choices): void {
	const words = [
		`The sandbox over TLS; ${delayMs} ms a round trip, ${perRecordMs} ms of waiting a record; signed in with ${byToken ? 'tokens' : 'a password'}.`,
		`Node ${process.version}, ${availableParallelism()} cores${repeat > 1 ? `, the fastest of ${repeat} rounds, and the least processor time` : ''}.`,
		'"of it n8n": processor time on resolving parameters, expressions above all. "added MB": peak over what the process held before. "sandbox s": processor time of the sandbox meanwhile, on the same machine.',
	];
	console.log(words.join('\n'));
}

function tell(group: Measured[]): void {
	const [first] = group;
	if (first) console.log([...heading(first), ...group.map(line)].join('\n'));
}

function list<T>(flags: string, about: string, parse: (text: string) => T, all: T[]): Option {
	const parser = (text: string) => text.split(',').map((part) => parse(part.trim()));
	return new Option(flags, about).argParser(parser).default(all, all.join(','));
}

function numberOf(text: string): number {
	const number = Number(text);
	if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
	throw new InvalidArgumentError('It takes numbers from 0.');
}

function oneOf<T extends string>(all: readonly T[]): (text: string) => T {
	return (text) => {
		if ((all as readonly string[]).includes(text)) return text as T;
		throw new InvalidArgumentError(`It takes ${all.join(', ')}.`);
	};
}
