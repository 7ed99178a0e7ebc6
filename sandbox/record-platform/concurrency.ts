import type { Tenant } from '../types';

const LIMIT = 100;

/** Counts the calls that run in each tenant at once (docs/api/record-platform.md, section 5). */
export class ConcurrencyGate {
	private readonly running = new WeakMap<Tenant, number>();

	/** Counts a call in; `leave` has to follow. */
	enter(tenant: Tenant): { tooMany: boolean; headers: Record<string, string> } {
		const count = (this.running.get(tenant) ?? 0) + 1;
		this.running.set(tenant, count);
		return {
			tooMany: count > LIMIT,
			headers: {
				'x-concurrencylimit-limit': String(LIMIT),
				'x-concurrencylimit-running': String(count),
			},
		};
	}

	leave(tenant: Tenant): void {
		this.running.set(tenant, Math.max(0, (this.running.get(tenant) ?? 0) - 1));
	}
}
