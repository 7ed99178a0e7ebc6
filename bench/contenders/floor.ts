import { Pool } from 'undici';

import { type Contender, headersOf, type Job, type Kind } from './contender';
import { bulkOf, type Call, chunks, elements, pageOf, tablesOf, writeOf } from './requests';

/** Requests at the same time. */
export const atOnce = ({ kind }: Job): number => (kind === 'read' ? 10 : 6);

/** As little as can be: the same requests as our node's, kept alive, with records that need no conversion. */
export const floor: Contender = {
	async ready(job) {
		const turns = turnsOf(job);
		const pool = new Pool(job.baseUrl, { connections: atOnce(job) });
		return async () => {
			let records = 0;
			const kept: unknown[] = [];
			await inTurns(turns, atOnce(job), async (call) => {
				const answer = await send(pool, job, call);
				kept.push(answer);
				records += job.kind === 'read' ? (answer as { records: unknown[] }).records.length : 0;
			});
			await pool.close();
			return { records: job.kind === 'read' ? records : job.count };
		};
	},
};

/** The requests of a job in turns: those of a turn may be sent at once. */
export function turnsOf(job: Job): Array<Array<() => Call>> {
	const calls =
		job.kind === 'read' ? pagesOf(job) : callsOf(job, elements({ ...job, kind: job.kind }));
	return job.kind === 'tableRow' ? [[() => tablesOf(job)], calls] : [calls];
}

function pagesOf({ app, count }: Job): Array<() => Call> {
	const pages = Array.from({ length: Math.ceil(count / 500) }, (_, at) => at * 500);
	return pages.map((after) => () => pageOf(app, after, 500));
}

/** The requests that write elements in the service's own form. */
export function callsOf(job: Job, elements: object[]): Array<() => Call> {
	const { kind, app } = job;
	const hundreds = chunks(elements, 100);
	const least = Math.ceil(hundreds.length / 20);
	// As our node: one more, if then all that may be sent at once are.
	const requests = (least + 1) % atOnce(job) === 0 ? least + 1 : least;
	return chunks(hundreds, Math.ceil(hundreds.length / requests)).map((lists) => () => {
		const writes = lists.map((list) => writeOf(kind as Exclude<Kind, 'read'>, app, list));
		return writes.length === 1 ? (writes[0] as Call) : bulkOf(writes);
	});
}

/** Does the work for all of each turn, some at once, before the next turn begins. */
export async function inTurns<T>(
	turns: T[][],
	most: number,
	work: (one: T) => Promise<void>,
): Promise<void> {
	for (const turn of turns) {
		let next = 0;
		const worker = async () => {
			for (let one = turn[next++]; one; one = turn[next++]) await work(one);
		};
		await Promise.all(Array.from({ length: most }, worker));
	}
}

async function send(pool: Pool, job: Job, make: () => Call): Promise<unknown> {
	const { method, path, query, body } = make();
	const reply = await pool.request({
		method,
		path,
		...(query && { query }),
		headers: { ...headersOf(job), ...(body && { 'content-type': 'application/json' }) },
		...(body && { body: JSON.stringify(body) }),
	});
	const text = await reply.body.text();
	if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${reply.statusCode} ${text}`);
	return JSON.parse(text);
}
