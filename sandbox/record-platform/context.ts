import type { Language } from '../language';
import type { Account, Sql, Tenant } from '../types';
import type { Environment } from './request';
import { ADMINISTRATOR, Directory, type Person } from './directory';
import type { Notice } from '../webhooks';

export type Permission = 'view' | 'add' | 'edit' | 'delete' | 'manage';

/** Who calls: a user (by password or OAuth) or the holder of API tokens. */
export type Caller =
	| { kind: 'user'; account: Account }
	| { kind: 'oauth'; account: Account; scopes: string[] }
	| { kind: 'tokens'; permissions: Map<string, ReadonlySet<Permission>> };

/** What one request works with. Lives as long as its transaction. */
export class Context {
	private loadedDirectory: Promise<Directory> | undefined;

	constructor(
		readonly sql: Sql,
		readonly tenant: Tenant,
		readonly now: Date,
		readonly caller: Caller,
		readonly guestSpaceId: string | undefined,
		readonly environment: Environment = 'production',
		/** Webhooks to send at the end. */
		readonly notices: Notice[] = [],
	) {}

	/** The request in another guest space, or in none. */
	within(guestSpaceId: string | undefined): Context {
		const { sql, tenant, now, caller, environment, notices } = this;
		return new Context(sql, tenant, now, caller, guestSpaceId, environment, notices);
	}

	directory(): Promise<Directory> {
		this.loadedDirectory ??= Directory.load(this.sql);
		return this.loadedDirectory;
	}

	/** The user whose name goes into records; callers with API tokens count as Administrator. */
	get person(): Person {
		if (this.caller.kind === 'tokens') return ADMINISTRATOR;
		return { code: this.caller.account.code, name: this.caller.account.name };
	}

	/** The language of texts that are made for the caller. */
	get language(): Language {
		return this.caller.kind === 'tokens' ? 'en' : this.caller.account.locale;
	}

	/** IANA name of the zone that "today" is taken in. */
	get timeZone(): string {
		return this.caller.kind === 'tokens' ? 'UTC' : this.caller.account.timeZone;
	}
}
