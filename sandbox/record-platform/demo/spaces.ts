import type { Sql } from '../../types';
import { read } from '../input';
import { savePlugin } from '../plugins/store';
import { insertGuest, replaceGuests } from '../spaces/guests';
import { type Member, replaceMembers } from '../spaces/members';
import { changeBody } from '../spaces/settings';
import { insertSpace, type NewSpace } from '../spaces/store';
import { changeThread, createThread, createThreadComment } from '../spaces/threads';
import type { DemoBuilder } from './build';

const GUESTS = [
	{ code: 'olivia@northwind.example', name: 'Olivia Berg', timeZone: 'Europe/Berlin' },
	{ code: 'marc@blue-harbor.example', name: 'Marc Dubois', timeZone: 'Europe/Paris' },
];

/** Makes the guest space that one of the demo apps is in, with its guests, and gives its ID. */
export async function seedGuestSpace(demo: DemoBuilder, sql: Sql): Promise<string> {
	const id = await makeSpace(
		demo,
		sql,
		{ name: 'Partners', isGuest: true, isPrivate: true, useMultiThread: true },
		[user('miller', true), organization('sales-overseas', false)],
	);
	for (const guest of GUESTS) {
		await insertGuest(sql, { ...guest, locale: 'auto', profile: { company: 'Partner' } });
	}
	await replaceGuests(
		sql,
		id,
		GUESTS.map((guest) => guest.code),
	);
	return id;
}

/** Makes the other spaces; the app goes into the first of them. */
export async function seedSpaces(demo: DemoBuilder, sql: Sql, app: string): Promise<void> {
	const launch = await makeSpace(demo, sql, { name: 'Product Launch', useMultiThread: true }, [
		user('sato', true),
		organization('sales', true),
		group('project-alpha'),
	]);
	await sql.query(
		`update apps set space_id = s.id, thread_id = s.default_thread from app_spaces s
		where s.id = $1::bigint and apps.id = $2::bigint`,
		[launch, app],
	);
	const sato = await demo.context('sato', 10);
	await changeBody(
		sato,
		read('space.body.update', {
			id: launch,
			body: '<h2>The new desk</h2><p>On sale from autumn.</p>',
		}),
	);
	const { id: thread } = (await createThread(
		sato,
		read('thread.create', { space: launch, name: 'Trade fair' }),
	)) as { id: string };
	await changeThread(
		sato,
		read('thread.update', { id: thread, body: '<p>Who travels when, and what we show.</p>' }),
	);
	await createThreadComment(
		await demo.context('tanaka', 9),
		read('thread.comment.create', {
			space: launch,
			thread,
			comment: { text: 'I booked the booth.', mentions: [{ code: 'sato', type: 'USER' }] },
		}),
	);
	await makeSpace(demo, sql, { name: 'Announcements' }, [user('mori', true), group('everyone')]);
	await makeSpace(demo, sql, { name: 'Management', isPrivate: true, fixedMember: true }, [
		user('ito', true),
		group('managers'),
	]);
}

/** Installs two plug-ins. */
export async function seedPlugins(sql: Sql): Promise<void> {
	await savePlugin(sql, {
		id: 'djfhgamkcdobelpnhijkmfabogcelndp',
		names: { en: 'Map View', ja: '地図ビュー', zh: '地图视图' },
		descriptions: { en: 'Shows addresses on a map.' },
		version: '3',
	});
	await savePlugin(sql, {
		id: 'oabkcmgeipfdhnljbkaompcdfhelgjni',
		names: { en: 'Holiday Calendar' },
		descriptions: { en: 'Marks public holidays in date fields.' },
		version: '1.2.0',
	});
}

/** Makes a space with its members, and gives its ID. */
export async function makeSpace(
	demo: DemoBuilder,
	sql: Sql,
	space: Omit<NewSpace, 'creator' | 'now'>,
	members: Member[],
): Promise<string> {
	const { now, person } = await demo.context('admin', 90);
	const id = await insertSpace(sql, { ...space, creator: person.code, now });
	await replaceMembers(sql, id, members);
	return id;
}

const user = (code: string, isAdmin = false): Member => ({
	type: 'USER',
	code,
	isAdmin,
	includeSubs: false,
});
const group = (code: string): Member => ({ ...user(code), type: 'GROUP' });
const organization = (code: string, includeSubs: boolean): Member => ({
	...user(code),
	type: 'ORGANIZATION',
	includeSubs,
});
