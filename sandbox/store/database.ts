import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from '../types';

/** `Sql` that also runs several statements at once, without parameters. */
export interface Session extends Sql {
	script(text: string): Promise<void>;
}

/**
 * A PostgreSQL to stand on. Both kinds give values alike: `bigint` and `count()` as numbers, `numeric`, `date` and
 * `time` as strings, `timestamptz` as `Date`, `json` and `jsonb` parsed, arrays as arrays. A JSON parameter is passed as
 * the text from `JSON.stringify`, an array parameter as an array.
 */
export interface Database {
	/** Runs `work` in one transaction; a throw rolls back and is thrown on. */
	transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
	close(): Promise<void>;
}

interface Running {
	schema: string;
	session: Session;
	open: boolean;
	savepoints: number;
}

/**
 * Transactions that live in one schema. Inside one, another for the same schema becomes a savepoint of it: waiting for
 * a second connection would never end on PGlite, which has one.
 */
export class SchemaTransactions {
	private readonly running = new AsyncLocalStorage<Running>();

	constructor(private readonly database: Database) {}

	run<Result>(schema: string, work: (session: Session) => Promise<Result>): Promise<Result> {
		const outer = this.running.getStore();
		if (outer?.open) return nested(outer, schema, work);
		return this.database.transaction(async (session) => {
			await session.script(`set local search_path to ${quoted(schema)}`);
			const running: Running = { schema, session, open: true, savepoints: 0 };
			try {
				return await this.running.run(running, () => work(session));
			} finally {
				running.open = false;
			}
		});
	}
}

async function nested<Result>(
	outer: Running,
	schema: string,
	work: (session: Session) => Promise<Result>,
): Promise<Result> {
	if (outer.schema !== schema) {
		throw new Error(`A transaction of ${outer.schema} cannot hold one of ${schema}`);
	}
	outer.savepoints += 1;
	const savepoint = `nested_${outer.savepoints}`;
	await outer.session.script(`savepoint ${savepoint}`);
	try {
		const result = await work(outer.session);
		await outer.session.script(`release savepoint ${savepoint}`);
		return result;
	} catch (error) {
		await outer.session.script(`rollback to savepoint ${savepoint}`);
		throw error;
	}
}

/** An identifier in double quotes. */
export function quoted(identifier: string): string {
	return `"${identifier.replaceAll('"', '""')}"`;
}
