import { Pool } from 'undici';

import { type Contender, HEADERS, type Job } from './contender';
import { bulkOf, type Call, chunks, elements, pageOf, writeOf } from './requests';

/** Requests at the same time. */
export const atOnce = ({ kind }: Job): number => (kind === 'read' ? 10 : 6);

/** As little as can be: the same requests as our node's, kept alive, with records that need no conversion. */
export const floor: Contender = {
	async ready(job) {
		const calls = callsOf(job);
		const pool = new Pool(job.baseUrl, { connections: atOnce(job) });
		return async () => {
			let records = 0;
			let next = 0;
			const kept: unknown[] = [];
			const worker = async () => {
				for (let call = calls[next++]; call; call = calls[next++]) {
					const answer = await send(pool, call);
					kept.push(answer);
					records += job.kind === 'read' ? (answer as { records: unknown[] }).records.length : 0;
				}
			};
			await Promise.all(Array.from({ length: atOnce(job) }, worker));
			await pool.close();
			return { records: job.kind === 'read' ? records : job.count };
		};
	},
};

export function callsOf(job: Job): Array<() => Call> {
	const { kind, app, count } = job;
	if (kind === 'read') {
		const pages = Array.from({ length: Math.ceil(count / 500) }, (_, at) => at * 500);
		return pages.map((after) => () => pageOf(app, after, 500));
	}
	const hundreds = chunks(elements({ ...job, kind }), 100);
	const requests = chunks(hundreds, 20);
	return requests.map((lists) => () => bulkOf(lists.map((list) => writeOf(kind, app, list))));
}

async function send(pool: Pool, make: () => Call): Promise<unknown> {
	const { method, path, query, body } = make();
	const reply = await pool.request({
		method,
		path,
		...(query && { query }),
		headers: { ...HEADERS, ...(body && { 'content-type': 'application/json' }) },
		...(body && { body: JSON.stringify(body) }),
	});
	const text = await reply.body.text();
	if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${reply.statusCode} ${text}`);
	return JSON.parse(text);
}
