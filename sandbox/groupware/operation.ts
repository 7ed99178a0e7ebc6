import type { Account, Sql, Tenant } from '../types';
import type { Directory } from './directory';
import type { Query } from './query';
import type { JsonObject } from './values';

/** Cloud (`/g`) or one of the two package prefixes (facts section 1). */
export type Edition = 'cloud' | 'package';

/** One request after sign-in, inside its transaction. */
export interface Request {
	readonly sql: Sql;
	readonly tenant: Tenant;
	readonly edition: Edition;
	readonly caller: Account;
	readonly directory: Directory;
	/** Path parameters, decoded. */
	readonly path: Readonly<Record<string, string>>;
	readonly query: Query;
	readonly body: JsonObject;
	/** Runs after the transaction held, for what the database cannot undo. */
	onCommit(work: () => Promise<void>): void;
	/** Runs after the transaction was undone. */
	onRollback(work: () => Promise<void>): void;
}

/** One row of the service's catalogue. */
export interface Operation {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** After `/api/v1`, with `{name}` where a parameter stands. */
	readonly path: string;
	/** The OAuth scope a bearer token needs; left out where none is known, and any token will do. */
	readonly scope?: string;
	/**
	 * Only system administrators and administrators of this application may call it; `system` is for
	 * those of the whole groupware.
	 */
	readonly administers?: string;
	/** Package editions do not know its path. */
	readonly cloudOnly?: boolean;
	/** Gives the answer's body; undefined where the service answers with an empty one. */
	run(request: Request): Promise<object | undefined>;
}
