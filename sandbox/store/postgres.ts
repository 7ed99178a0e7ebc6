import pg from 'pg';
import type { Database, Session } from './database';

const { INT8, DATE } = pg.types.builtins;

/** Connects to a PostgreSQL server. The URL may hold a password: it never goes into an error that this throws. */
export async function openPostgres(url: string): Promise<Database> {
	const pool = new pg.Pool({
		connectionString: url,
		max: 10,
		types: {
			getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
				if (oid === INT8) return Number;
				if (oid === DATE) return (text: string) => text;
				return pg.types.getTypeParser(oid, format);
			}) as typeof pg.types.getTypeParser,
		},
	});
	pool.on('error', (error) => {
		process.stderr.write(`The database dropped an idle connection: ${error.message}\n`);
	});
	let claim: pg.Client;
	try {
		claim = await claimDatabase(url);
	} catch (error) {
		await pool.end();
		throw error;
	}
	return {
		transaction: (work) => transaction(pool, work),
		async close() {
			await pool.end();
			await claim.end();
		},
	};
}

/** "sandbox" in ASCII: nothing else in a database of its own takes this lock. */
const LOCK = '32476749080194936';

/** Takes the database for this sandbox alone, as long as the connection is open. */
async function claimDatabase(url: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: url, keepAlive: true });
	client.on('error', (error) => {
		process.stderr.write(
			`The database dropped the connection that keeps other sandboxes away: ${error.message}\n`,
		);
	});
	const lock = async () => {
		await client.connect();
		const { rows } = await client.query<{ taken: boolean }>(
			`select pg_try_advisory_lock(${LOCK}) as taken`,
		);
		return rows[0]?.taken === true;
	};
	const isTaken = await lock().catch(async (error: unknown) => {
		await client.end().catch(() => undefined);
		throw new Error(`The database does not answer: ${messageOf(error)}`);
	});
	if (isTaken) return client;
	await client.end();
	throw new Error('The database is in use by another sandbox');
}

async function transaction<Result>(
	pool: pg.Pool,
	work: (session: Session) => Promise<Result>,
): Promise<Result> {
	const client = await pool.connect();
	const session: Session = {
		query: async <Row>(text: string, parameters?: unknown[]) =>
			(await client.query(text, parameters)).rows as Row[],
		script: async (text) => {
			await client.query(text);
		},
	};
	let broken: Error | undefined;
	try {
		await client.query('begin');
		const result = await work(session);
		await client.query('commit');
		return result;
	} catch (error) {
		await client.query('rollback').catch((failure: unknown) => {
			broken = failure instanceof Error ? failure : new Error(String(failure));
		});
		throw error;
	} finally {
		client.release(broken);
	}
}

function messageOf(error: unknown): string {
	if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
	return error instanceof Error ? error.message : String(error);
}
