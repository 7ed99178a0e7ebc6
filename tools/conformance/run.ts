import {
	type Choices,
	compare,
	groupwareCases,
	type Outcome,
	recordPlatformCases,
} from './compare';
import type { Ledger, Made } from './ledger';
import { removeAll } from './scene';
import { addSeries } from './series';
import { type Access, codeOf, NotTried, Side } from './side';

export interface Run {
	tenant: Access;
	sandbox: Access;
	/** What was made on the tenant, by an earlier run too. */
	ledger: Ledger;
	/** What was made in the sandbox. */
	sandboxLedger: Ledger;
	say(line: string): void;
	/** Asks a question that a person answers with yes or no. */
	confirm(question: string): Promise<boolean>;
	choices: Choices;
}

export interface Result {
	outcomes: Outcome[];
	/** What is still there on the tenant. */
	left: readonly Made[];
}

/** What a run does on the tenant. */
export function planOf({ tenant, ledger }: Pick<Run, 'tenant' | 'ledger'>): string[] {
	const { baseUrl, login, template, pauseMs } = tenant;
	return [
		`On ${baseUrl}, as ${login}:`,
		`- makes a private space from the template ${template}, with about ten apps`,
		'- adds, changes and deletes records, comments, files and settings in these apps',
		'- makes private spaces and guest spaces from the template, with threads, comments, and guests whose addresses end with @example.com',
		`- adds private events to the calendar of ${login}, on March 3, 2031, and in the next months, changes and deletes them`,
		'- if the user is an administrator: makes plugins, facilities, facility groups and proxy settings, changes and deletes them',
		'- requests something without a password, and with the password of a user that is not there',
		'- reads the names of the built-in fields, free times, the presence of the user, and whether one of the repeating events has times',
		'- reads lists of apps, plugins, users, facilities, spaces and others, of which it compares the form only',
		'- changes nothing that it has not made, and removes the spaces with their apps and everything else at the end',
		`- sends about ${4 * (recordPlatformCases.length + groupwareCases.length)} requests, one at a time, with ${pauseMs} ms before each`,
		...(ledger.left.length > 0
			? [
					`- first removes what an earlier run left behind: ${ledger.left.map(({ kind, id }) => `${kind} ${id}`).join(', ')}`,
				]
			: []),
	];
}

/** Compares a tenant with the sandbox; undefined when the answer to the question is no. Throws NotTried with what is missing. */
export async function runConformance(run: Run): Promise<Result | undefined> {
	const tenant = new Side(run.tenant, run.ledger);
	await requireAccess(tenant);
	for (const line of planOf(run)) run.say(line);
	if (!(await run.confirm('Begin?'))) return undefined;
	const earlier = await removeAll(tenant);
	if (earlier.length > 0) {
		throw new NotTried(`What an earlier run left behind cannot be removed: ${earlier.join('; ')}`);
	}
	await addSeries(run.sandbox);
	run.say('Preparing. This takes up to two minutes.');
	const sandbox = new Side(run.sandbox, run.sandboxLedger);
	const tell = (outcome: Outcome) => run.say(lineOf(outcome));
	const outcomes = await compare({ sandbox, tenant }, run.choices, tell).finally(async () => {
		run.say('Removing what was made.');
		for (const one of await removeAll(tenant)) run.say(`Still there: ${one}`);
		// A later run with this sandbox would find them.
		await removeAll(sandbox);
		for (const side of [tenant, sandbox]) await side.end();
	});
	return { outcomes, left: run.ledger.left };
}

function lineOf({ topic, name, same, differences, notTried }: Outcome): string {
	const found = differences.length > 0 ? `, ${differences.length} different` : '';
	const why = notTried === undefined ? '' : `, not tried: ${notTried}`;
	return `${topic}, ${name}: ${same} same${found}${why}`;
}

/** Throws NotTried where the address, the user or the template cannot be used. */
async function requireAccess(tenant: Side): Promise<void> {
	const { baseUrl, login } = tenant.access;
	const { status, body } = await tenant
		.send('GET', '/k/v1/apps.json?limit=1')
		.catch((error: unknown) => {
			const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
			throw new NotTried(
				`${baseUrl} cannot be reached: ${cause?.message || cause?.code || message}`,
			);
		});
	if (status === 200 && Array.isArray(body.apps)) return;
	const code = codeOf(body);
	if (code === '') throw new NotTried(`${baseUrl} is no tenant of the record platform (${status})`);
	throw new NotTried(
		`${login} cannot sign in, or may not use the record platform (${status} ${code}). The user needs a password without two-factor authentication, and the rights to make spaces and apps`,
	);
}
