import { existsSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import { Command } from 'commander';

import { exampleFaults, faults, startUnlike } from '../../test/conformance/unlike';
import { SandboxProcess } from '../../test/support/sandbox-process';
import { allTopics, type Choices } from './compare';
import { Ledger } from './ledger';
import { reportOf, summaryOf } from './report';
import { type Result, type Run, runConformance } from './run';
import { INTERRUPTED, NotTried } from './side';

interface Flags {
	baseUrl: string;
	user: string;
	appSpace: string;
	pause: string;
	report: string;
	only?: string[];
	yes?: boolean;
	faults?: boolean;
}

const ledgerFile = 'conformance-left.json';

const program = new Command('conformance')
	.description(
		'Compares the sandbox with a real tenant, in a space with apps that it creates and removes again. The password is asked for, or taken from CONFORMANCE_PASSWORD.',
	)
	.requiredOption('--base-url <url>', 'address of the tenant')
	.requiredOption('--user <login>', 'login name of a user who may create spaces and apps')
	.requiredOption(
		'--app-space <id>',
		'ID of a space template, to create the space of the apps from',
	)
	.option('--pause <ms>', 'time to wait before each request', '300')
	.option('--report <file>', 'file to write the report to', 'conformance.md')
	.option(
		'--only <topic>',
		'compare only this topic; repeat it for more',
		(topic: string, topics: string[] = []) => [...topics, topic],
	)
	.option('--yes', "don't ask before starting")
	.option(
		'--faults',
		'test this tool: change one behavior of a sandbox at a time, and print which changes are found',
	)
	.addHelpText('after', `\nTopics:\n${topicList()}`)
	// 1 would tell of a difference.
	.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

main(program.parse().opts<Flags>()).then(
	(code) => process.exit(code),
	(error: unknown) => {
		const expected = error instanceof NotTried;
		console.error(expected ? error.message : error);
		process.exit(2);
	},
);

async function main(flags: Flags): Promise<number> {
	const baseUrl = addressOf(flags.baseUrl);
	const pauseMs = Number(flags.pause);
	const topics = flags.only ?? [];
	requireUsable(flags, baseUrl, pauseMs, topics);
	const ledger = new Ledger(baseUrl, ledgerFile);
	const password =
		process.env.CONFORMANCE_PASSWORD ?? (await ask(`Password of ${flags.user}: `, true));
	if (password === undefined) throw new NotTried('No password was entered.');
	const sandbox = new SandboxProcess();
	let isEnded = false;
	const ended = () => isEnded;
	const endOnSignals = () => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			process.on(signal, () => {
				console.log('Ending after this case.');
				isEnded = true;
			});
		}
	};
	const runOn = (url: string, made: Ledger, more: Pick<Run, 'say' | 'confirm' | 'choices'>) =>
		runConformance({
			tenant: { baseUrl: url, login: flags.user, password, template: flags.appSpace, pauseMs },
			openSandbox: async () => ({
				baseUrl: await sandbox.url(),
				login: 'admin',
				password: 'admin',
				template: '1',
				pauseMs: 0,
			}),
			ledger: made,
			...more,
		});
	try {
		if (flags.faults === true) {
			endOnSignals();
			return await findFaults(baseUrl, { topics, ended }, runOn);
		}
		const result = await runOn(baseUrl, ledger, {
			say: (line) => console.log(line),
			confirm: async (question) => {
				const begins =
					flags.yes === true || /^y(es)?$/i.test((await ask(`${question} (y/N) `))?.trim() ?? '');
				if (begins) endOnSignals();
				return begins;
			},
			choices: { topics, ended },
		});
		if (result === undefined) throw new NotTried('Nothing was created or changed.');
		const { outcomes, left } = result;
		if (outcomes.every(({ same, differences }) => same + differences.length === 0)) {
			throw new NotTried('Nothing could be compared, so there is no report.');
		}
		writeFileSync(flags.report, reportOf(outcomes, new Date()));
		console.log(`${summaryOf(outcomes)} The report is in ${flags.report}.`);
		const isDifferent = outcomes.some(({ differences }) => differences.length > 0);
		return isDifferent || left.length > 0 || isEnded ? 1 : 0;
	} finally {
		if (ledger.left.length > 0) {
			console.log(`The next run tries again to remove what is listed in ${ledgerFile}.`);
		}
		await sandbox.stop();
	}
}

/** Throws NotTried for a flag that a run can't use. */
function requireUsable(
	flags: Flags,
	baseUrl: string,
	pauseMs: number,
	topics: readonly string[],
): void {
	if (!Number.isFinite(pauseMs) || pauseMs < 0) throw new NotTried('--pause takes milliseconds.');
	if (!/^\d+$/.test(flags.appSpace)) {
		throw new NotTried('--app-space takes the ID of a space template, which is a number.');
	}
	if (flags.faults === true && baseUrl.startsWith('https:')) {
		throw new NotTried('--faults takes the address of a sandbox: http://localhost:8080');
	}
	const unknown = topics.find((topic) => !allTopics.includes(topic));
	if (unknown !== undefined) {
		throw new NotTried(`There is no topic "${unknown}". The topics are:\n${topicList()}`);
	}
	const folder = dirname(resolve(flags.report));
	if (!existsSync(folder)) throw new NotTried(`--report: the folder ${folder} doesn't exist.`);
}

function topicList(): string {
	return allTopics.map((topic) => `  ${topic}`).join('\n');
}

/** Runs the topic of each fault with the fault, and tells which are found; 1 if one is not. */
async function findFaults(
	baseUrl: string,
	{ topics, ended }: Choices,
	runOn: (
		url: string,
		made: Ledger,
		more: Pick<Run, 'say' | 'confirm' | 'choices'>,
	) => Promise<Result | undefined>,
): Promise<number> {
	const all = Object.entries({ ...faults, ...exampleFaults }).filter(
		([, [topic]]) => topics.length === 0 || topics.includes(topic),
	);
	let found = 0;
	for (const [name, [topic, fault]] of all) {
		const unlike = await startUnlike(baseUrl, fault);
		const result = await runOn(unlike.url, new Ledger(unlike.url), {
			say: () => undefined,
			confirm: () => Promise.resolve(true),
			choices: { topics: [topic], ended },
		}).finally(() => unlike.close());
		if (ended()) throw new NotTried(INTERRUPTED);
		const count = result?.outcomes.flatMap(({ differences, unfit }) => [
			...differences,
			...unfit,
		]).length;
		if (count) found += 1;
		console.log(`${topic}, ${name}: ${count ? `found (${count} different)` : 'NOT FOUND'}`);
	}
	console.log(`${found} of ${all.length} faults were found.`);
	return found === all.length ? 0 : 1;
}

/** Throws for what is no address, and for one that the password would be sent to in the clear. */
function addressOf(text: string): string {
	if (!/^https?:\/\//i.test(text)) {
		throw new NotTried('--base-url has to begin with http:// or https://');
	}
	if (!URL.canParse(text)) throw new NotTried(`"${text}" is not an address.`);
	const { protocol, hostname, origin, pathname } = new URL(text);
	if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
		throw new NotTried('Use an address with https://, because the password is sent there.');
	}
	return origin + pathname.replace(/\/+$/, '');
}

/** Asks in the terminal; a secret answer is not shown. Undefined when the input ends, or a signal ends the question. */
async function ask(question: string, secret = false): Promise<string | undefined> {
	if (process.stdin.readableEnded) return undefined;
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
	const lines = createInterface({
		input: process.stdin,
		output: secret ? silent : process.stdout,
		terminal: secret && process.stdin.isTTY,
	});
	const end = () => lines.close();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
	try {
		const answer = await new Promise<string | undefined>((answered) => {
			lines.once('line', answered);
			lines.once('close', () => answered(undefined));
			// A signal can come as soon as the question is there.
			process.stdout.write(question);
		});
		if (secret || answer === undefined) process.stdout.write('\n');
		return answer;
	} finally {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
		lines.close();
	}
}
