import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { Command } from 'commander';

import { SandboxProcess } from '../../test/support/sandbox-process';
import { Ledger } from './ledger';
import { reportOf, summaryOf } from './report';
import { runConformance } from './run';
import { NotTried } from './side';

interface Flags {
	baseUrl: string;
	user: string;
	appSpace: string;
	pause: string;
	report: string;
	only: string[];
	yes?: boolean;
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
	.option('--yes', 'begin without the question');

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
		const result = await runConformance({
			tenant: { baseUrl, login: flags.user, password, template: flags.appSpace, pauseMs },
			sandbox: {
				baseUrl: sandboxUrl,
				login: 'admin',
				password: 'admin',
				template: '1',
				pauseMs: 0,
			},
			ledger,
			sandboxLedger: new Ledger(sandboxUrl),
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
