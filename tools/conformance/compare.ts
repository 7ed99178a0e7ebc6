import { isDeepStrictEqual } from 'node:util';

import type { Case } from './cases/case';
import { codeCases, codesIn, groupwareCodeCases, unprovoked } from './cases/codes';
import { contractCases, groupwareContractCases } from './cases/contract';
import { exampleCases, groupwareExampleCases } from './cases/examples';
import { groupwareCases as eventCases } from './cases/groupware';
import { queryCases } from './cases/queries';
import { recordCases } from './cases/records';
import { settingsCases } from './cases/settings';
import { unclearCases } from './cases/unclear';
import { makeScene } from './scene';
import { type Exchange, INTERRUPTED, NotTried, reasonOf, type Side } from './side';

export interface Difference {
	request: string;
	sent?: unknown;
	/** What the sandbox answered, and what the tenant did. */
	sandbox: Pick<Exchange, 'status' | 'answer'> | undefined;
	tenant: Pick<Exchange, 'status' | 'answer'> | undefined;
}

export interface Outcome {
	topic: string;
	name: string;
	/** Requests whose answers were the same. */
	same: number;
	differences: Difference[];
	/** Answers of the tenant that are not as docs/api describes them. */
	unfit: Array<{ request: string; faults: string[] }>;
	/** Codes of the errors that either side answered. */
	codes: string[];
	/** Why it was not tried, or not to its end. */
	notTried?: string;
}

export const recordPlatformCases: ReadonlyArray<Case> = [
	...recordCases,
	...queryCases,
	...settingsCases,
	...unclearCases,
	...codeCases,
	...contractCases,
	...exampleCases,
];

export const groupwareCases: ReadonlyArray<Case<undefined>> = [
	...groupwareContractCases,
	...eventCases,
	...groupwareCodeCases,
	...groupwareExampleCases,
];

const all = [...recordPlatformCases, ...groupwareCases];

export const allTopics: readonly string[] = [...new Set(all.map(({ topic }) => topic))];

const chosenOf = <One extends { topic: string }>(
	cases: readonly One[],
	topics: readonly string[],
) => cases.filter(({ topic }) => topics.length === 0 || topics.includes(topic));

/** How many cases these topics have; all, if there are none. */
export const countOf = (topics: readonly string[]): number => chosenOf(all, topics).length;

export interface Sides {
	sandbox: Side;
	tenant: Side;
}

export interface Choices {
	/** Only the cases of these topics, if there are any. */
	topics: readonly string[];
	/** True when a person wants the run to end. */
	ended(): boolean;
}

/** Runs the cases on both sides, and tells about each. Stops between two of them when the run is to end. */
export async function compare(
	sides: Sides,
	{ topics, ended }: Choices,
	tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const runAll = async <Context>(
		cases: ReadonlyArray<Case<Context>>,
		contexts: Record<keyof Sides, Context> | string,
	) => {
		for (const one of cases) {
			const tried =
				typeof contexts === 'string'
					? untried(one, contexts)
					: ended()
						? undefined
						: await runCase(sides, one, contexts);
			// What ends the run may have ended one of the sides in the middle of the case.
			const outcome = tried && !ended() ? tried : untried(one, INTERRUPTED);
			outcomes.push(outcome);
			if (outcome.notTried !== INTERRUPTED) tell(outcome);
		}
	};
	const ofRecords = chosenOf(recordPlatformCases, topics);
	if (ofRecords.length > 0) await runAll(ofRecords, await scenes(sides, ended));
	const ofGroupware = chosenOf(groupwareCases, topics);
	if (ofGroupware.length > 0) {
		await runAll(ofGroupware, (await hasGroupware(sides.tenant)) ?? nothing);
	}
	if (topics.length === 0 && !ended()) {
		const seen = outcomes.flatMap(({ codes }) => codes);
		for (const [code, why] of unprovoked(seen)) {
			const outcome = untried({ topic: 'Error codes of the nodes', name: code }, why);
			outcomes.push(outcome);
			tell(outcome);
		}
	}
	return outcomes;
}

const nothing = { sandbox: undefined, tenant: undefined };

function untried({ topic, name }: Pick<Case, 'topic' | 'name'>, notTried: string): Outcome {
	return { topic, name, same: 0, differences: [], unfit: [], codes: [], notTried };
}

/** The apps of both sides. Throws NotTried where they can't be made, or a person wants the run to end. */
async function scenes({ sandbox, tenant }: Sides, ended: () => boolean) {
	const theirs = await makeScene(tenant, ended).catch((error: unknown) => {
		throw new NotTried(
			ended()
				? INTERRUPTED
				: `The apps can't be created: ${reasonOf(error)}. The user needs the permissions to create spaces and apps, and --app-space has to be the ID of a space template of the tenant.`,
		);
	});
	return { tenant: theirs, sandbox: await makeScene(sandbox, ended) };
}

async function hasGroupware(tenant: Side): Promise<string | undefined> {
	const { status, body } = await tenant.send('GET', '/g/api/v1/schedule/events?limit=1');
	if (status === 200 && Array.isArray(body.events)) return undefined;
	return `The response of the groupware was ${status}`;
}

async function runCase<Context>(
	{ sandbox, tenant }: Sides,
	one: Case<Context>,
	contexts: Record<keyof Sides, Context>,
): Promise<Outcome> {
	const theirs = await exchangesOf(tenant, () => one.run(tenant, contexts.tenant));
	const ours = await exchangesOf(sandbox, () => one.run(sandbox, contexts.sandbox));
	const lengths = [theirs.exchanges.length, ours.exchanges.length];
	// What comes after a point where one side lacks what the case needs can't be compared.
	const lacks = theirs.lacks === true || ours.lacks === true;
	const length = lacks ? Math.min(...lengths) : Math.max(...lengths);
	const pairs = Array.from({ length }, (_, index) => ({
		ours: ours.exchanges[index],
		theirs: theirs.exchanges[index],
	}));
	const differences = pairs.filter((pair) => !isSame(pair)).map(differenceOf);
	const stopped = theirs.stopped ?? ours.stopped;
	return {
		topic: one.topic,
		name: one.name,
		same: length - differences.length,
		differences,
		unfit: theirs.exchanges
			.filter(({ unfit }) => unfit.length > 0)
			.map(({ request, unfit }) => ({ request, faults: unfit })),
		codes: [...ours.exchanges, ...theirs.exchanges].flatMap(({ answer }) => codesIn(answer)),
		...(stopped !== undefined && { notTried: stopped }),
	};
}

interface Pair {
	ours: Exchange | undefined;
	theirs: Exchange | undefined;
}

function isSame({ ours, theirs }: Pair): boolean {
	return ours?.status === theirs?.status && isDeepStrictEqual(ours?.answer, theirs?.answer);
}

function differenceOf({ ours, theirs }: Pair): Difference {
	const { request = '', sent } = theirs ?? ours ?? {};
	const told = (exchange: Exchange | undefined) =>
		exchange && { status: exchange.status, answer: exchange.answer };
	return {
		request,
		...(sent !== undefined && { sent }),
		sandbox: told(ours),
		tenant: told(theirs),
	};
}

async function exchangesOf(
	side: Side,
	run: () => Promise<void>,
): Promise<{ exchanges: Exchange[]; stopped?: string; lacks?: boolean }> {
	side.exchanges = [];
	try {
		await run();
		return { exchanges: side.exchanges };
	} catch (error) {
		// What a case goes on with may be missing because an answer differs: the answers before tell.
		const stopped = error instanceof Error ? error.message : String(error);
		return { exchanges: side.exchanges, stopped, lacks: error instanceof NotTried };
	}
}
