import { type Choices, compare, countOf, type Outcome } from './compare';
import { Ledger, type Made, wordsOf } from './ledger';
import { removeAll } from './scene';
import { addSeries } from './series';
import { type Access, codeOf, INTERRUPTED, NotTried, reasonOf, Side } from './side';

export interface Run {
	tenant: Access;
	/** Starts the sandbox that the tenant is compared with. */
	openSandbox(): Promise<Access>;
	/** What was made on the tenant, by an earlier run too. */
	ledger: Ledger;
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
export function planOf({
	tenant,
	ledger,
	choices,
}: Pick<Run, 'tenant' | 'ledger' | 'choices'>): string[] {
	const { baseUrl, login, template, pauseMs } = tenant;
	return [
		`On ${baseUrl}, as ${login}:`,
		`- creates a private space from the template ${template}, with about ten apps`,
		'- adds, changes, and deletes records, comments, files, and settings in these apps',
		'- creates private spaces and guest spaces from the template, with threads, comments, and guests whose addresses end with @example.com',
		`- adds private events to the calendar of ${login}, on March 3, 2031, and in the next months, and changes and deletes them`,
		'- if the user is an administrator: creates plugins, facilities, facility groups, and proxy settings, and changes and deletes them',
		"- sends a few requests without a password, and with a login name that doesn't exist",
		'- reads the names of the built-in fields, free times, the presence of the user, and whether one of the repeating events has a start and an end',
		'- reads lists of apps, plugins, users, facilities, spaces, and others, and compares only their form',
		"- changes nothing that it didn't create, and at the end removes the spaces with their apps and everything else that it created",
		`- sends about ${4 * countOf(choices.topics)} requests, one at a time, with ${pauseMs} ms before each`,
		...(ledger.left.length > 0
			? [`- first removes what an earlier run left behind: ${ledger.left.map(wordsOf).join(', ')}`]
			: []),
	];
}

/** Compares a tenant with the sandbox; undefined when the answer to the question is no. Throws NotTried with what is missing, or when it is interrupted before the first case. */
export async function runConformance(run: Run): Promise<Result | undefined> {
	const tenant = new Side(run.tenant, run.ledger);
	await requireAccess(tenant);
	for (const line of planOf(run)) run.say(line);
	if (!(await run.confirm('Begin?'))) return undefined;
	run.say('Preparing. This takes up to two minutes.');
	const earlier = await removeAll(tenant);
	if (earlier.length > 0) {
		throw new NotTried(`What an earlier run left behind can't be removed: ${earlier.join('; ')}`);
	}
	const access = await run.openSandbox();
	await addSeries(access);
	if (run.choices.ended()) throw new NotTried(INTERRUPTED);
	const sandbox = new Side(access, new Ledger(access.baseUrl));
	const tell = (outcome: Outcome) => run.say(lineOf(outcome));
	const outcomes = await compare({ sandbox, tenant }, run.choices, tell).finally(async () => {
		run.say('Removing what was created.');
		for (const one of await removeAll(tenant)) run.say(`Still there: ${one}`);
		// A later run with this sandbox would find them.
		await removeAll(sandbox);
		for (const side of [tenant, sandbox]) await side.end();
	});
	return { outcomes, left: run.ledger.left };
}

function lineOf({ topic, name, same, differences, notTried }: Outcome): string {
	const found = differences.length > 0 ? `, ${differences.length} different` : '';
	const why = notTried === undefined ? '' : `, skipped or incomplete: ${notTried}`;
	return `${topic}, ${name}: ${same} same${found}${why}`;
}

/** Throws NotTried where the address or the user cannot be used. */
async function requireAccess(tenant: Side): Promise<void> {
	const { baseUrl, login } = tenant.access;
	const { status, body } = await tenant
		.send('GET', '/k/v1/apps.json?limit=1')
		.catch((error: unknown) => {
			throw new NotTried(`${baseUrl} can't be reached: ${reasonOf(error)}.`);
		});
	if (status === 200 && Array.isArray(body.apps)) return;
	const told = `${status} ${codeOf(body)}`.trim();
	if (status !== 401 && status !== 403) {
		throw new NotTried(
			`${baseUrl} doesn't answer as a tenant of the record platform (${told}). Use the address that your users open, without a path: https://example.cybozu.com`,
		);
	}
	throw new NotTried(
		`${login} can't sign in, or may not use the record platform (${told}). The user needs a password without two-factor authentication, and the permissions to create spaces and apps.`,
	);
}
