import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { Command } from 'commander';

import { exampleFaults, faults, startUnlike } from '../../test/conformance/unlike';
import { SandboxProcess } from '../../test/support/sandbox-process';
import { Ledger } from './ledger';
import { reportOf, summaryOf } from './report';
import { type Result, type Run, runConformance } from './run';
import { NotTried } from './side';

interface Flags {
	baseUrl: string;
	user: string;
	appSpace: string;
	pause: string;
	report: string;
	only: string[];
	yes?: boolean;
	faults?: boolean;
}

const ledgerFile = 'conformance-left.json';

const program = new Command('conformance')
	.description(
		'Compares the sandbox with a real tenant, in a space with apps that it makes and removes again. The password is asked for, or taken from CONFORMANCE_PASSWORD.',
	)
	.requiredOption('--base-url <url>', 'address of the tenant')
	.requiredOption('--user <login>', 'login name of a user who may make spaces and apps')
	.requiredOption('--app-space <id>', 'ID of a space template, to make the space of the apps from')
	.option('--pause <ms>', 'time to wait before each request', '300')
	.option('--report <file>', 'where the report goes', 'conformance.md')
	.option(
		'--only <topic>',
		'only the cases of this topic; repeat it for more',
		(topic: string, topics: string[]) => [...topics, topic],
		[],
	)
	.option('--yes', 'begin without the question')
	.option(
		'--faults',
		'with a sandbox as the tenant: has it differ in one way at a time, and tells which ways are found',
	);

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
	if (!Number.isFinite(pauseMs) || pauseMs < 0) throw new NotTried('--pause takes milliseconds.');
	if (flags.faults === true && baseUrl.startsWith('https:')) {
		throw new NotTried('--faults takes the address of a sandbox: http://localhost:8080');
	}
	const ledger = new Ledger(baseUrl, ledgerFile);
	const password =
		process.env.CONFORMANCE_PASSWORD ?? (await ask(`Password of ${flags.user}: `, true));
	const sandbox = new SandboxProcess();
	let ended = false;
	const end = () => {
		console.log('Ending after this case.');
		ended = true;
	};
	process.on('SIGINT', end);
	process.on('SIGTERM', end);
	try {
		const sandboxUrl = await sandbox.url();
		const runOn = (url: string, made: Ledger, more: Pick<Run, 'say' | 'confirm' | 'choices'>) =>
			runConformance({
				tenant: { baseUrl: url, login: flags.user, password, template: flags.appSpace, pauseMs },
				sandbox: {
					baseUrl: sandboxUrl,
					login: 'admin',
					password: 'admin',
					template: '1',
					pauseMs: 0,
				},
				ledger: made,
				sandboxLedger: new Ledger(sandboxUrl),
				...more,
			});
		if (flags.faults === true) return await findFaults(baseUrl, flags.only, runOn);
		const result = await runOn(baseUrl, ledger, {
			say: (line) => console.log(line),
			confirm: async (question) =>
				flags.yes === true || /^y(es)?$/i.test((await ask(`${question} (y/N) `)).trim()),
			choices: { topics: flags.only, ended: () => ended },
		});
		if (result === undefined) return 0;
		const { outcomes, left } = result;
		writeFileSync(flags.report, reportOf(outcomes, new Date()));
		console.log(`${summaryOf(outcomes)} The report is in ${flags.report}.`);
		if (existsSync(ledgerFile))
			console.log(`The next run tries again to remove what is listed in ${ledgerFile}.`);
		if (outcomes.every(({ same, differences }) => same + differences.length === 0)) return 2;
		const isDifferent = outcomes.some(({ differences }) => differences.length > 0);
		return isDifferent || left.length > 0 || ended ? 1 : 0;
	} finally {
		await sandbox.stop();
	}
}

/** Runs the topic of each fault with the fault, and tells which are found; 1 if one is not. */
async function findFaults(
	baseUrl: string,
	only: readonly string[],
	runOn: (
		url: string,
		made: Ledger,
		more: Pick<Run, 'say' | 'confirm' | 'choices'>,
	) => Promise<Result | undefined>,
): Promise<number> {
	const all = Object.entries({ ...faults, ...exampleFaults }).filter(
		([, [topic]]) => only.length === 0 || only.includes(topic),
	);
	let found = 0;
	for (const [name, [topic, fault]] of all) {
		const unlike = await startUnlike(baseUrl, fault);
		const result = await runOn(unlike.url, new Ledger(unlike.url), {
			say: () => undefined,
			confirm: () => Promise.resolve(true),
			choices: { topics: [topic], ended: () => false },
		}).finally(() => unlike.close());
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
	if (!URL.canParse(text)) throw new NotTried(`"${text}" is not an address.`);
	const { protocol, hostname, origin, pathname } = new URL(text);
	if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
		throw new NotTried('Use an address with https://, because the password is sent there.');
	}
	return origin + pathname.replace(/\/+$/, '');
}

/** Asks in the terminal; a secret answer is not shown. */
async function ask(question: string, secret = false): Promise<string> {
	process.stdout.write(question);
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
	const lines = createInterface({
		input: process.stdin,
		output: secret ? silent : process.stdout,
		terminal: secret && process.stdin.isTTY,
	});
	try {
		return await lines.question('');
	} finally {
		lines.close();
		if (secret) process.stdout.write('\n');
	}
}
