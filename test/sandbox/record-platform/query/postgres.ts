import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const { PGlite } = require(workerData);
const opened = PGlite.create();
parentPort.on('message', async ({ id, text, parameters }) => { try {
		const db = await opened;
		const { rows } = parameters ? await db.query(text, parameters) : (await db.exec(text))[0];
		parentPort.postMessage({ id, rows });
	} catch (error) {
		parentPort.postMessage({ id, error: String(error) });
	}
});
`;

interface Answer {
	id: number;
	rows?: unknown[];
	error?: string;
}

/** An embedded PostgreSQL in a thread of its own: it loads itself by dynamic imports, which Jest's modules refuse. */
export class Postgres {
	private readonly worker = new Worker(SOURCE, {
		eval: true,
		workerData: require.resolve('@electric-sql/pglite'),
	});
	private readonly waiting = new Map<number, (answer: Answer) => void>();
	private last = 0;

	constructor() {
		this.worker.on('message', (answer: Answer) => {
			this.waiting.get(answer.id)?.(answer);
			this.waiting.delete(answer.id);
		});
	}

	/** Runs one statement with parameters, or several without. */
	async query<Row>(text: string, parameters?: unknown[]): Promise<Row[]> {
		this.last += 1;
		const id = this.last;
		const answer = await new Promise<Answer>((resolve) => {
			this.waiting.set(id, resolve);
			this.worker.postMessage({ id, text, parameters });
		});
		if (answer.error !== undefined) throw new Error(answer.error);
		return (answer.rows ?? []) as Row[];
	}

	async close(): Promise<void> {
		const exit = once(this.worker, 'exit');
		await this.worker.terminate();
		await exit;
	}
}
