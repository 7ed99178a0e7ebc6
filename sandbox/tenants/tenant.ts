import path from 'node:path';
import { quoted, type SchemaTransactions } from '../store/database';
import { FolderFileStore } from '../store/files';
import type { Features, Sql, Tenant } from '../types';
import { ShiftedClock } from './clock';
import { Deliveries } from './deliveries';
import { FaultPlan } from './faults';
import { prepare, type Prepared } from './prepared';
import { RequestLog } from './request-log';
import { dump, restore, save, tablesOf } from './saves';

/** A tenant, with what only the core sees: faults, request log, the means to make it anew. */
export class ManagedTenant implements Tenant {
	readonly clock = new ShiftedClock();
	readonly files: FolderFileStore;
	readonly faults = new FaultPlan();
	readonly log = new RequestLog();
	readonly schemaName: string;
	perRecordMs = 0;
	deployMs: number;
	readonly deliveries: Deliveries;

	constructor(
		readonly name: string,
		readonly baseUrl: string,
		readonly features: Features,
		private readonly transactions: SchemaTransactions,
		filesFolder: string,
	) {
		this.deployMs = this.usualDeployMs;
		this.deliveries = new Deliveries(this.clock, features.webhooksToAnyHost ?? false);
		this.schemaName = `tenant_${name}`;
		this.files = new FolderFileStore(path.join(filesFolder, name));
	}

	transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
		return this.transactions.run(this.schemaName, work);
	}

	/** Moves the clock and remembers it, so that it outlives a restart and SQL knows it too. */
	async advance(seconds: number): Promise<void> {
		this.clock.advance(seconds);
		await this.transaction((sql) =>
			sql.query('update tenant_state set clock_offset = $1', [this.clock.offset]),
		);
	}

	/**
	 * Opens the schema. When it isn't there, it is made with `tables`, and when it is empty, `fill` fills it, all in one
	 * transaction. Throws when a schema made by other tables is found.
	 */
	async open(tables: string, version: string, fill: () => Promise<void>): Promise<void> {
		await this.transactions.run(this.schemaName, async (session) => {
			await session.query('select pg_advisory_xact_lock(hashtext($1))', [this.schemaName]);
			const spared = sparedSchema(version);
			const found = await session.query<{ name: string }>(
				'select nspname as name from pg_namespace where nspname in ($1, $2)',
				[this.schemaName, spared],
			);
			if (found.some(({ name }) => name === this.schemaName)) {
				const made = await this.resume(session);
				if (made === version) return;
				if (made !== undefined) throw new OtherVersionError(this.name);
			} else {
				const schema = quoted(this.schemaName);
				const spare = found.length > 0 && `alter schema ${quoted(spared)} rename to ${schema}`;
				await session.script(spare || `create schema ${schema}; ${tables}`);
			}
			await session.query('insert into tenant_state (version) values ($1)', [version]);
			await fill();
		});
	}

	/**
	 * Throws everything away: rows, files, faults, log, clock, pace. Tables of the version stay, because PostgreSQL
	 * keeps the plans of their foreign keys as long as the connection lasts.
	 */
	async drop(version?: string): Promise<void> {
		await this.transactions.run(this.schemaName, async (session) => {
			const tables = (await tablesOf(session, this.schemaName)).map(({ name }) => quoted(name));
			const isKept = tables.length > 0 && (await this.resume(session)) === version;
			await session.script(
				isKept
					? `truncate ${tables.join()}; select setval(seqrelid::regclass, seqstart, false) from pg_sequence
						join pg_class c on c.oid = seqrelid where relnamespace = '${quoted(this.schemaName)}'::regnamespace`
					: `drop schema if exists ${quoted(this.schemaName)} cascade`,
			);
		});
		await this.files.clear();
		this.clock.offset = 0;
		this.faults.clear();
		this.log.clear();
		this.deliveries.clear();
		this.perRecordMs = 0;
		this.deployMs = this.usualDeployMs;
	}

	private get usualDeployMs(): number {
		return this.features.deployMs ?? 300;
	}

	/** Every row of the tenant, by table and key. */
	dump(): Promise<object> {
		return this.transactions.run(this.schemaName, (session) => dump(session, this.schemaName));
	}

	/** Its rows and files, for tenants to be filled with. */
	prepare(version: string): Promise<Prepared> {
		return this.transactions.run(this.schemaName, (session) =>
			prepare(session, this.schemaName, version, this.files),
		);
	}

	/** Remembers rows, files and clock under a name. */
	async save(name: string): Promise<void> {
		await this.transactions.run(this.schemaName, (session) =>
			save(session, this.schemaName, this.savedAs(name)),
		);
		await this.files.save(name);
	}

	/** Puts back what was saved under the name; false when nothing was. */
	async restore(name: string): Promise<boolean> {
		const found = await this.transactions.run(this.schemaName, async (session) => {
			const isSaved = await restore(session, this.schemaName, this.savedAs(name));
			if (isSaved) await this.resume(session);
			return isSaved;
		});
		if (found) await this.files.restore(name);
		return found;
	}

	private savedAs(name: string): string {
		return `saved_${this.name}_${name}`;
	}

	/** The version that made the tables, undefined while they are empty. The clock goes on as it was kept. */
	private async resume(sql: Sql): Promise<string | undefined> {
		const [state] = await sql.query<{ version: string; clockOffset: number }>(
			'select version, clock_offset as "clockOffset" from tenant_state',
		);
		this.clock.offset = state?.clockOffset ?? 0;
		return state?.version;
	}
}

/** The schema with empty tables that a new database can bring for its first tenant. */
export const sparedSchema = (version: string): string => `spared_${version}`;

/** The kept tables are those of another version of the sandbox. */
export class OtherVersionError extends Error {
	constructor(tenant: string) {
		super(
			`The tenant ${tenant} was made by another version of the sandbox. Take a new data folder or database` +
				(tenant === 'main' ? '.' : `, or send POST /t/${tenant}/_sandbox/reset to make it anew.`),
		);
	}
}

/** The core's own table: one row. */
export const tenantSchema = `
create table tenant_state (
	version text not null,
	clock_offset double precision not null default 0
);
`;
