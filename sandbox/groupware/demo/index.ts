import type { Tenant } from '../../types';
import { arrange } from '../arrange';
import { seedEvents } from './events';
import { seedFacilities } from './facilities';
import { hoursBefore } from './files';
import { messages } from './messages';
import { personal } from './personal';
import { spaces } from './spaces';
import { forms, requests } from './workflow';

/** Rooms and a car in groups, the weeks around now in everyone's calendar, and what people wrote to each other. */
export async function seedDemo(tenant: Tenant): Promise<void> {
	const now = tenant.clock.now();
	await tenant.transaction(async (sql) => {
		await seedFacilities(sql);
		await seedEvents(sql, now);
	});
	const ago = hoursBefore(now);
	await arrange(tenant, {
		forms,
		requests: requests(ago),
		messages: messages(ago),
		spaces: spaces(ago),
		...personal(ago),
	});
}
