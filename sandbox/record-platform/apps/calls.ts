import type { Tenant } from '../../types';

/** Calls of one day by app. Kept in memory: a restart of the sandbox starts the count anew. */
interface Day {
	day: string;
	counts: Map<string, number>;
}

const days = new WeakMap<Tenant, Day>();

/** Days change at midnight UTC, 9 in the morning in Japan (docs/api/record-platform.md, section 5). */
function dayOf(tenant: Tenant, now: Date): Day {
	const day = now.toISOString().slice(0, 10);
	const known = days.get(tenant);
	if (known?.day === day) return known;
	const begun = { day, counts: new Map<string, number>() };
	days.set(tenant, begun);
	return begun;
}

/** Counts a call that is about an app. */
export function countCall(tenant: Tenant, app: string, now: Date): void {
	const { counts } = dayOf(tenant, now);
	counts.set(app, (counts.get(app) ?? 0) + 1);
}

/** Calls of an app since midnight in UTC. */
export function callsToday(tenant: Tenant, app: string, now: Date): number {
	return dayOf(tenant, now).counts.get(app) ?? 0;
}
