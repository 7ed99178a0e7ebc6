import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Demo } from './demo-data';

/** Runs SQL with `$1` parameters and gives the rows. */
export interface Sql {
	query<Row = Record<string, unknown>>(text: string, parameters?: unknown[]): Promise<Row[]>;
}

/** A clock that `POST /_sandbox/clock` can move forward; every time the services tell comes from it. */
export interface Clock {
	now(): Date;
	advance(seconds: number): void;
}

/** Bytes kept outside the database. A key is opaque and never reused. */
export interface FileStore {
	/** Streams `content` in and gives its key and size in bytes. */
	put(content: Readable | Buffer): Promise<{ key: string; size: number }>;
	/** Opens the bytes behind `key`; undefined when they are gone, such as with the folder of an earlier run. */
	open(key: string): Promise<Readable | undefined>;
	delete(key: string): Promise<void>;
}

/**
 * Accounts, apps, events, files, faults, and a request log of its own.
 * The root path is the tenant `main`; `/t/NAME/…` makes an empty one on first use.
 */
export interface Tenant {
	readonly name: string;
	readonly clock: Clock;
	readonly files: FileStore;
	/** What its callers see as its origin, without a slash at the end (`http://localhost:8080/t/NAME`). */
	readonly baseUrl: string;
	readonly features: Features;
	/** What each record that a call reads or writes adds to its time, as waiting (`POST /_sandbox/pace`); 0 at first. */
	readonly perRecordMs: number;
	/** How long a deployment takes on the clock (`POST /_sandbox/pace`). */
	readonly deployMs: number;
	/** Sends webhooks in the background. */
	readonly deliveries: { post(webhook: { url: string }, body: { id: string; type: string }): void };
	/** Runs `work` in one transaction whose search path is this tenant's schema; a throw rolls back. */
	transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

/** What this sandbox offers beyond the smallest contract; all on unless a flag narrows it. */
export interface Features {
	/** The wide course: statistics, bulk administration; off with `--standard-course`. */
	readonly wideCourse: boolean;
	/** Features under consideration that an administrator switches on; off with `--no-preview-features`. */
	readonly previewFeatures: boolean;
	/** The cloud edition of the groupware takes the visibility SET_PRIVATE_WATCHERS; on with `--accept-cloud-watchers`. */
	readonly acceptCloudWatchers?: boolean;
	/** Webhooks can go to other machines; on with `--webhooks-to-any-host`. */
	readonly webhooksToAnyHost?: boolean;
	/** The zone of the demo people and calendars, set by `--time-zone`; Tokyo's when left out. */
	readonly timeZone?: string;
	/** How long a deployment takes at first, set by `--deploy-ms`; the service takes seconds. */
	readonly deployMs?: number;
}

/** One request as a service sees it: the tenant prefix is already cut off the path. */
export interface Call {
	/** After `X-HTTP-Method-Override`, upper case. */
	readonly method: string;
	/** Decoded per segment later; starts with `/`, no query string: `/k/v1/records.json`. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingHttpHeaders;
	/** The raw body; empty when there was none. Not read for multipart requests. */
	readonly body: Buffer;
	/** The parts named so far of a multipart request, already in the tenant's file store. */
	readonly upload: Upload[] | undefined;
	readonly tenant: Tenant;
}

export interface Upload {
	field: string;
	fileName: string | undefined;
	contentType: string;
	key: string;
	size: number;
}

/** What goes back. An object is sent as JSON; a string, buffer or stream as it is. */
export interface Reply {
	status: number;
	headers?: Record<string, string | string[]>;
	body: object | string | Buffer | Readable;
	/** A page of the sandbox's own whose form people send back to it. */
	hasForm?: true;
	/** The content security policy of a page that runs a script of the sandbox. */
	policy?: string;
}

/** A user of the tenant, the same for both services (sandbox/accounts.ts). */
export interface Account {
	id: string;
	code: string;
	name: string;
	email: string;
	timeZone: string;
	locale: 'en' | 'ja' | 'zh';
	/** The language is the one a request asks for, whatever `locale` says. */
	followsBrowser: boolean;
	/** Administers everything, in both services. */
	administrator: boolean;
	/** Manages these groupware applications (`schedule`, `message`, …; `system`: all of them) without administering everything. */
	applicationAdministrator: string[];
	active: boolean;
}

export interface Organization {
	id: string;
	code: string;
	name: string;
	/** Code of the organization above. */
	parent: string | null;
	/** Codes of the users who belong to it. */
	members: string[];
}

export interface Group {
	id: string;
	code: string;
	name: string;
	members: string[];
}

/** One of the two services: creates its tables and demo data, answers what lies under its paths. */
export interface SandboxService {
	/** True when the path is this service's (`/k/…`, `/g/…`, package prefixes). */
	owns(path: string): boolean;
	/** SQL that creates the service's tables in an empty tenant schema. */
	readonly schema: string;
	/** What even an empty tenant has. */
	seedBase(tenant: Tenant): Promise<void>;
	/** The demo data on top of it, in one of the languages it is there in. */
	seedDemo(tenant: Tenant, demo: Demo): Promise<void>;
	/** What depends on the day of the week or the month, on top of the demo data. */
	seedCalendar?(tenant: Tenant, demo: Demo): Promise<void>;
	handle(call: Call): Promise<Reply>;
	/** For a service with apps: true when it has this one, so that a token or webhook can belong to it. */
	hasApp?(sql: Sql, app: string): Promise<boolean>;
	/** Deletes an app with its records, which the API can't. */
	deleteApp?(sql: Sql, app: string): Promise<void>;
	/** Deletes a record as a user does on its page; false when there is none. */
	deleteRecord?(
		tenant: Tenant,
		record: { app: string; id: string; user: string },
	): Promise<boolean>;
	/** Adds what callers of its API cannot add and a test may need; throws a ControlError for a mistake. */
	addFixtures?(tenant: Tenant, input: unknown): Promise<object>;
	/** The service's code for a request that cannot be read at all (broken multipart, too long an address). */
	readonly illegalRequestCode?: string;
	/** A body that is this service's own error, for faults injected by status and code. */
	faultBody(status: number, code: string, message: string): Reply;
}
