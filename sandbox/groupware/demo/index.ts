import { type Demo, withTimes } from '../../demo-data';
import type { Tenant } from '../../types';
import { arrange } from '../arrange';
import type { Scene } from '../arrange/scene';
import { bulletin } from './bulletin';
import { seedEvents } from './events';
import { type DemoPlaces, places, seedFacilities } from './facilities';
import { hoursBefore } from './files';
import { messages } from './messages';
import { personal } from './personal';
import { type DemoPlan, plan } from './plan';
import { spaces } from './spaces';
import { forms, requests } from './workflow';

type World = DemoPlaces & DemoPlan & { scene: Scene };

/** Rooms and a car in groups, and what people wrote to each other. */
export async function seedDemo(tenant: Tenant, demo: Demo): Promise<void> {
	const world = await worldOf(demo, tenant.clock.now());
	await tenant.transaction((sql) => seedFacilities(sql, world));
	await arrange(tenant, world.scene);
}

/** The weeks around now in everyone's calendar, and the zone of most people. */
export async function seedCalendar(tenant: Tenant, demo: Demo): Promise<void> {
	const now = tenant.clock.now();
	const world = await worldOf(demo, now);
	const home = tenant.features.timeZone ?? 'Asia/Tokyo';
	await tenant.transaction(async (sql) => {
		await sql.query(`update accounts set time_zone = $1 where time_zone = 'Asia/Tokyo'`, [home]);
		await seedEvents(sql, now, world, home);
	});
}

function worldOf(demo: Demo, now: Date): World | Promise<World> {
	return demo === 'ja' ? japanese(now) : english(now);
}

async function japanese(now: Date): Promise<World> {
	const { default: world } = await import('./ja.json');
	return withTimes(world, now) as unknown as World;
}

function english(now: Date): World {
	const ago = hoursBefore(now);
	const scene: Scene = {
		forms,
		requests: requests(ago),
		messages: messages(ago),
		spaces: spaces(ago),
		...bulletin(ago),
		...personal(ago),
	};
	return { ...places, ...plan, scene };
}
