import type { Read } from '../input/readers';
import type { Account, Sql, Tenant } from '../types';
import type { api } from './api';
import type { Directory } from './directory';
import type { Edition } from './operation';
import type { Query } from './query';
import type { requests } from './requests';
import type { JsonObject } from './values';

/** One request after sign-in, inside its transaction. */
export interface Request<Sent = JsonObject> {
	readonly sql: Sql;
	readonly tenant: Tenant;
	readonly edition: Edition;
	readonly caller: Account;
	readonly directory: Directory;
	/** Path parameters, decoded. */
	readonly path: Readonly<Record<string, string>>;
	readonly query: Query;
	/** As its reader gives it (`requests.ts`). */
	readonly body: Sent;
	/** Runs after the transaction held, for what the database cannot undo. */
	onCommit(work: () => Promise<void>): void;
	/** Runs after the transaction was undone. */
	onRollback(work: () => Promise<void>): void;
}

export type OperationId = keyof typeof api;

/** What an operation's reader gives. */
export type Body<Id extends OperationId> = Id extends keyof typeof requests
	? Read<(typeof requests)[Id]>
	: JsonObject;

/** Each gives the answer's body; undefined where the service answers with an empty one. */
export type AllHandlers = {
	[Id in OperationId]: (request: Request<Body<Id>>) => Promise<object | undefined>;
};

/** Those of one resource. */
export type Handlers = Partial<AllHandlers>;
