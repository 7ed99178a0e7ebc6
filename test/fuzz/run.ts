import { heldBy } from '../support/held';
import { type Point, type Slope, slopeOf } from '../support/slope';
import { isControl, type Malformed, requestsOf } from './requests';
import { controlTenant } from './seeds';
import { type Answered, Sender } from './sender';

export interface Choices {
	requests: number;
	seed: number;
	/** Part of the names of the operations. */
	only: string;
	/** Requests at a time. */
	inFlight: number;
	limitMs: number;
}

/** An answer that must not be. */
export interface Finding {
	number: number;
	request: Malformed;
	answered: Answered;
}

export interface Outcome {
	sent: number;
	/** Requests by class and kind. */
	counts: Map<string, Map<string, number>>;
	findings: Finding[];
	slowestMs: number;
	/** Resident memory of the sandbox, by thousands of requests. */
	memory: Point[];
}

/** Requests made from one seed number. */
const round = 2_000;
/** Rounds after which the tenants begin anew, so that most of what requests name is there. */
const roundsBetweenResets = 10;
/** Codes of 5xx that the service documents. */
const documented = ['GRN_CMMN_00106'];

/** Sends malformed requests to a sandbox until the number is reached, or its process has ended. */
export async function fuzz(
	sandbox: { url: string; pid: number },
	choices: Choices,
	tell: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome> {
	const outcome: Outcome = {
		sent: 0,
		counts: new Map(),
		findings: [],
		slowestMs: 0,
		memory: [],
	};
	const sender = new Sender(new URL(sandbox.url), choices.limitMs, choices.inFlight);
	try {
		for (let at = 0; outcome.sent < choices.requests; at += 1) {
			const count = Math.min(round, choices.requests - outcome.sent);
			const requests = requestsOf(choices.seed + at, count, choices.only);
			await inParallel(requests, choices.inFlight, async (request, number) => {
				const answered = await sender.send(request);
				note(outcome, { number: at * round + number, request, answered });
			});
			await forget(sandbox.url);
			if ((at + 1) % roundsBetweenResets === 0) await reset(sandbox.url);
			outcome.memory.push({ at: outcome.sent / 1_000, value: heldBy(sandbox.pid).memory });
			tell(outcome);
		}
	} finally {
		sender.close();
	}
	return outcome;
}

/** Growth in MB for 1,000 requests, without the first quarter. */
export function growthOf({ memory }: Outcome): Slope | undefined {
	const later = memory.slice(Math.floor(memory.length / 4));
	return later.length < 3 ? undefined : slopeOf(later);
}

async function inParallel<Item>(
	items: Item[],
	parallel: number,
	work: (item: Item, at: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		for (let at = next++; at < items.length; at = next++) await work(items[at] as Item, at);
	};
	await Promise.all(Array.from({ length: parallel }, worker));
}

function note(outcome: Outcome, { number, request, answered }: Finding): void {
	const { status, text, ms } = answered;
	outcome.sent += 1;
	outcome.slowestMs = Math.max(outcome.slowestMs, ms);
	const name = classOf(answered);
	const counts = outcome.counts.get(request.kind) ?? new Map<string, number>();
	outcome.counts.set(request.kind, counts.set(name, (counts.get(name) ?? 0) + 1));
	const isWrong = status === undefined || (status >= 500 && !isMeant(request, text));
	if (isWrong) outcome.findings.push({ number, request, answered });
}

function classOf({ status }: Answered): string {
	return status === undefined ? 'no answer' : `${String(status).charAt(0)}xx`;
}

/** A 5xx that the service documents, or that the request itself has planned. */
function isMeant(request: Malformed, text: string): boolean {
	return (
		documented.some((code) => text.includes(`"${code}"`)) ||
		(isControl(request) && /planned/.test(text))
	);
}

/** Logs, planned faults, and deliveries are kept up to a limit, and are no growth. */
async function forget(url: string): Promise<void> {
	for (const tenant of ['', controlTenant]) {
		for (const name of ['requests', 'faults', 'deliveries']) {
			await control(`${url}${tenant}/_sandbox/${name}`, { method: 'DELETE' });
		}
	}
}

async function reset(url: string): Promise<void> {
	for (const tenant of ['', controlTenant]) {
		await control(`${url}${tenant}/_sandbox/reset`, {
			method: 'POST',
			body: '{"demo":true}',
			headers: { 'content-type': 'application/json' },
		});
	}
}

async function control(url: string, init: RequestInit): Promise<void> {
	const answer = await fetch(url, init);
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
}
