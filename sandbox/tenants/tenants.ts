import { createHash } from 'node:crypto';
import { accountsSchema } from '../accounts';
import { seedAccounts } from '../accounts/demo';
import type { Demo } from '../demo-data';
import { oauthSchema } from '../oauth/schema';
import type { Store } from '../store';
import { quoted } from '../store/database';
import { tokensSchema } from '../tokens';
import type { Features, SandboxService } from '../types';
import { webhooksSchema } from '../webhooks';
import { fillPrepared, type Prepared } from './prepared';
import { ManagedTenant, sparedSchema, tenantSchema } from './tenant';

/** The tenant behind paths without `/t/NAME`. */
export const mainTenant = 'main';

const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

export interface TenantsOptions {
	/** Where the server answers, without a slash at the end. */
	origin: () => string;
	features: Features;
	/** The tenant `main` starts without the demo apps and events. */
	empty: boolean;
	/** The language of the people in every tenant, and of the demo apps and events. */
	demo: Demo;
}

/** All tenants of one server. Each is made on first use, once, however many requests ask for it at the same time. */
export class Tenants {
	private readonly opened = new Map<string, Promise<ManagedTenant>>();
	private readonly tables: string;
	private readonly version: string;

	constructor(
		private readonly store: Store,
		private readonly services: readonly SandboxService[],
		private readonly options: TenantsOptions,
	) {
		this.tables = [
			tenantSchema,
			accountsSchema,
			tokensSchema,
			webhooksSchema,
			oauthSchema,
			...services.map((service) => service.schema),
		].join('\n');
		this.version = createHash('sha256').update(this.tables).digest('hex').slice(0, 16);
	}

	static isName(name: string): boolean {
		return namePattern.test(name);
	}

	/** The tenant, made when it isn't there yet. */
	get(name: string): Promise<ManagedTenant> {
		const known = this.opened.get(name);
		if (known) return known;
		const tenant = this.make(name);
		return this.remember(
			name,
			this.open(tenant, name === mainTenant && !this.options.empty).then(() => tenant),
		);
	}

	/** Drops the tenant and makes it anew; requests that come meanwhile wait for the new one. */
	async reset(name: string, demo: boolean | Demo): Promise<void> {
		const before = this.opened.get(name);
		await this.remember(
			name,
			(async () => {
				const tenant = (await before?.catch(() => undefined)) ?? this.make(name);
				await tenant.drop(this.version);
				await this.open(tenant, demo);
				return tenant;
			})(),
		);
	}

	/** True when a service of the tenant has this app. */
	async hasApp(tenant: ManagedTenant, app: string): Promise<boolean> {
		return tenant.transaction(async (sql) => {
			for (const service of this.services) {
				if (await service.hasApp?.(sql, app)) return true;
			}
			return false;
		});
	}

	/** Deletes an app with its records. */
	async deleteApp(tenant: ManagedTenant, app: string): Promise<void> {
		await tenant.transaction(async (sql) => {
			for (const service of this.services) await service.deleteApp?.(sql, app);
		});
	}

	/** Deletes a record as a user does on its page; false when there is none. */
	async deleteRecord(
		tenant: ManagedTenant,
		record: { app: string; id: string; user: string },
	): Promise<boolean> {
		const service = this.services.find(({ deleteRecord }) => deleteRecord !== undefined);
		return (await service?.deleteRecord?.(tenant, record)) ?? false;
	}

	/** Adds fixtures (`SandboxService.addFixtures`), and gives what the service says of them; undefined when none offers that. */
	async addFixtures(tenant: ManagedTenant, input: unknown): Promise<object | undefined> {
		const service = this.services.find(({ addFixtures }) => addFixtures !== undefined);
		return service?.addFixtures?.(tenant, input);
	}

	/** What a reset without a choice gives. */
	startsWithDemo(name: string): boolean {
		return name === mainTenant && !this.options.empty;
	}

	private make(name: string): ManagedTenant {
		const { features } = this.options;
		const origin = this.options.origin();
		const baseUrl = name === mainTenant ? origin : `${origin}/t/${name}`;
		return new ManagedTenant(
			name,
			baseUrl,
			features,
			this.store.transactions,
			this.store.filesFolder,
		);
	}

	/** Makes a tenant with this demo data but its calendar, and gives its rows. */
	async prepare(demo: Demo): Promise<Prepared> {
		const tenant = this.make(mainTenant);
		await tenant.open(this.tables, this.version, () => this.fill(tenant, demo, true));
		const prepared = await tenant.prepare(this.version);
		await tenant.drop();
		return prepared;
	}

	/** SQL for a schema that the first tenant of a new database can take. */
	emptySchema(): string {
		const schema = quoted(sparedSchema(this.version));
		return `create schema ${schema}; set search_path to ${schema}; ${this.tables}`;
	}

	private open(tenant: ManagedTenant, demo: boolean | Demo): Promise<void> {
		const language = typeof demo === 'string' ? demo : this.options.demo;
		return tenant.open(this.tables, this.version, async () => {
			const prepared = demo !== false && (await fillPrepared(tenant, language, this.version));
			if (!prepared) await this.fill(tenant, language, demo !== false);
			if (demo === false) return;
			for (const service of this.services) await service.seedCalendar?.(tenant, language);
		});
	}

	private async fill(tenant: ManagedTenant, language: Demo, demo: boolean): Promise<void> {
		await tenant.transaction((sql) => seedAccounts(sql, language));
		for (const service of this.services) await service.seedBase(tenant);
		if (!demo) return;
		for (const service of this.services) await service.seedDemo(tenant, language);
	}

	private remember(name: string, opening: Promise<ManagedTenant>): Promise<ManagedTenant> {
		this.opened.set(name, opening);
		opening.catch(() => {
			if (this.opened.get(name) === opening) this.opened.delete(name);
		});
		return opening;
	}
}
