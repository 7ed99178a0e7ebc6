import type { Tenant } from '../../types';
import { seedEvents } from './events';
import { seedFacilities } from './facilities';

/** Rooms and a car in groups, and the weeks around now in everyone's calendar. */
export async function seedDemo(tenant: Tenant): Promise<void> {
	await tenant.transaction(async (sql) => {
		await seedFacilities(sql);
		await seedEvents(sql, tenant.clock.now());
	});
}
