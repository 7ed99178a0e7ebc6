import { type Demo, withTimes } from '../../demo-data';
import type { Tenant } from '../../types';
import { addFixtures } from '../fixtures';
import type { Fixtures } from '../fixtures/types';
import { bulletin } from './bulletin';
import { seedEvents } from './events';
import { type DemoFacilities, demoFacilities, seedFacilities } from './facilities';
import { hoursBefore } from './files';
import { messages } from './messages';
import { personal } from './personal';
import { type DemoPlan, plan } from './plan';
import { spaces } from './spaces';
import { forms, requests } from './workflow';

type DemoData = DemoFacilities & DemoPlan & { fixtures: Fixtures };

/** Rooms and a car in groups, and what people wrote to each other. */
export async function seedDemo(tenant: Tenant, demo: Demo): Promise<void> {
	const data = await dataOf(demo, tenant.clock.now());
	await tenant.transaction((sql) => seedFacilities(sql, data));
	await addFixtures(tenant, data.fixtures);
}

/** The weeks around now in everyone's calendar, and the zone of most people. */
export async function seedCalendar(tenant: Tenant, demo: Demo): Promise<void> {
	const now = tenant.clock.now();
	const data = await dataOf(demo, now);
	const home = tenant.features.timeZone ?? 'Asia/Tokyo';
	await tenant.transaction(async (sql) => {
		await sql.query(`update accounts set time_zone = $1 where time_zone = 'Asia/Tokyo'`, [home]);
		await seedEvents(sql, now, data, home);
	});
}

function dataOf(demo: Demo, now: Date): DemoData | Promise<DemoData> {
	return demo === 'ja' ? japanese(now) : english(now);
}

async function japanese(now: Date): Promise<DemoData> {
	const { default: data } = await import('./ja.json');
	return withTimes(data, now) as unknown as DemoData;
}

function english(now: Date): DemoData {
	const ago = hoursBefore(now);
	const fixtures: Fixtures = {
		forms,
		requests: requests(ago),
		messages: messages(ago),
		spaces: spaces(ago),
		...bulletin(ago),
		...personal(ago),
	};
	return { ...demoFacilities, ...plan, fixtures };
}
