/** Kinds of moving records, and of writing rows of their tables. */
export const RECORD_KINDS = ['insert', 'read', 'update', 'upsert', 'delete'] as const;
export const TABLE_KINDS = ['tableRow', 'withTable'] as const;
export const KINDS = [...RECORD_KINDS, ...TABLE_KINDS] as const;

export type Kind = (typeof KINDS)[number];

export function isTableKind(kind: Kind): boolean {
	return (TABLE_KINDS as readonly Kind[]).includes(kind);
}

/** Rows of tables that are written, and how many of them a record gets. */
export const TABLE_ROWS = 4_000;
export const ROWS_PER_RECORD = 10;

/** What a contender does once. The app holds the records 0 to `count - 1`, with IDs from 1, unless they are to be inserted. */
export interface Job {
	kind: Kind;
	baseUrl: string;
	app: string;
	/** The app's API token to sign in with; left out for a password. */
	token?: string;
	/** Records to write or to read, or rows of tables; an upsert means one half that is there and one that is not. */
	count: number;
	/** Number of the first record to write; by default 0, and half of the count for an upsert. */
	first?: number;
	/** Number of fields of a record, each mapped with an expression; all if left out. */
	fields?: number;
}

/** A way of moving records. Each job runs in a process of its own. */
export interface Contender {
	/**
	 * Makes the job's data, which is not measured, and gives the work, which is.
	 * The work gives the number of records that it wrote or read, and throws when one is missing.
	 */
	ready(job: Job): Promise<() => Promise<Done>>;
}

export interface Done {
	records: number;
	/** Processor time that n8n spent on resolving parameters, expressions above all. */
	parametersMs?: number;
	/** Memory of the items that came in. */
	inputBytes?: number;
	/** The items that came out, to measure their memory. */
	output?: unknown;
	/** How long each of several executions took. */
	eachMs?: number[];
}

/** Records from which memory is measured: the garbage collection before also discards compiled code. */
export const LARGE = 100_000;

/** Memory in use after a garbage collection; 0 for fewer records. */
export function heapBytes({ count }: Job): number {
	if (count < LARGE) return 0;
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

/** The administrator of the sandbox. */
export const LOGIN = { username: 'admin', password: 'admin' };

/** How requests of a job sign in. */
export function headersOf({ token }: Pick<Job, 'token'>): Record<string, string> {
	if (token !== undefined) return { 'x-cybozu-api-token': token };
	const login = Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64');
	return { 'x-cybozu-authorization': login };
}

/** Numbers of the records that a job is about: an upsert takes the second half of those there are, and as many new ones. */
export function indexes({ kind, count, first }: Job): number[] {
	const start = first ?? (kind === 'upsert' ? Math.floor(count / 2) : 0);
	return Array.from({ length: count }, (_, index) => start + index);
}
