import { availableParallelism } from 'node:os';

import { Command, InvalidArgumentError, Option } from 'commander';

import { ENTRIES } from './contenders';
import { type Kind, KINDS } from './contenders/contender';
import { startGround } from './ground';
import { type Choices, measure, measureBeside, type Measured } from './measure';
import { besideHeading, besideLine, heading, line, verdictLine } from './table';
import { judge, judgeBeside } from './targets';

interface Flags {
	sizes: number[];
	kinds: Kind[];
	contenders: string[];
	delay: number;
	perRecord: number;
	repeat: number;
	sideBySide: number;
	json?: boolean;
}

const IDS = ENTRIES.map(({ id }) => id);

const program = new Command('bench')
	.description('Moves records in and out of the sandbox in several ways, and measures each.')
	.addOption(list('--sizes <numbers>', 'records to move', numberOf, [1_000, 10_000, 100_000]))
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
	.option(
		'--side-by-side <executions>',
		'executions of our node at the same time in one process, instead of the contenders',
		numberOf,
		1,
	)
	.option('--json', 'print what was measured as JSON');

main(program.parse().opts<Flags>()).then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(2);
	},
);

async function main(flags: Flags): Promise<boolean> {
	const { delay: delayMs, perRecord: perRecordMs, json, ...others } = flags;
	const choices: Choices = { ...others, delayMs, perRecordMs };
	const ground = await startGround();
	if (!json) head(choices);
	const rows: Measured[] = [];
	let whole = true;
	const failed = (what: string, problem: unknown) => {
		whole = false;
		console.error(`${what} failed:`, problem);
	};
	try {
		if (choices.sideBySide > 1) {
			if (!json) console.log(`\n${besideHeading()}`);
			for await (const row of measureBeside(ground, choices, failed)) {
				rows.push(row);
				if (!json) console.log(besideLine(row));
			}
		} else {
			for await (const group of measure(ground, choices, failed)) {
				rows.push(...group);
				if (!json) tell(group);
			}
		}
	} finally {
		await ground.stop();
	}
	const verdicts = choices.sideBySide > 1 ? judgeBeside(rows) : judge(rows);
	if (json) console.log(JSON.stringify({ choices, rows, verdicts }, null, '\t'));
	else if (verdicts.length > 0) console.log(['', ...verdicts.map(verdictLine)].join('\n'));
	return whole && verdicts.every(({ passed }) => passed);
}

function head({ delayMs, perRecordMs, repeat }: Choices): void {
	const words = [
		`The sandbox over TLS; ${delayMs} ms a round trip, ${perRecordMs} ms of waiting a record.`,
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
