import * as calendars from '../../../../nodes/Groupware/trigger/calendars';
import * as directory from '../../../../nodes/Groupware/trigger/directory';
import * as events from '../../../../nodes/Groupware/trigger/events';
import * as notifications from '../../../../nodes/Groupware/trigger/notifications';
import * as presence from '../../../../nodes/Groupware/trigger/presence';
import { lower } from '../../../support/bounds';
import { said } from '../../../support/language';
import { useSandbox } from '../../../support/sandbox';
import type { ActiveTrigger } from '../../../support/trigger';
import { byCode, clientOf, users } from '../world';
import { eventIn, told, triggerFor } from './scene';

const sandbox = useSandbox();

beforeEach(async () => await sandbox.reset());
const remove = async (id: string) =>
	expect((await clientOf(sandbox).delete(`/schedule/events/${id}`)).status).toBe(200);

afterEach(() => jest.restoreAllMocks());

it('looks a limited number of canceled events up in a poll, and the others in the next one', async () => {
	expect(events.MOST_LOOKED_FOR).toBe(100);
	lower(events, 'MOST_LOOKED_FOR', 5);
	const ids: string[] = [];
	for (let count = 0; count < 8; count++) ids.push(await eventIn(sandbox, 60));
	const trigger = await triggerFor(sandbox, { events: ['canceled'] });
	await trigger.poll();
	for (const id of ids) await remove(id);
	await sandbox.forget();
	const first = await trigger.poll();
	expect(first).toHaveLength(5);
	expect(await sandbox.calls()).toHaveLength(1 + 5);
	const second = await trigger.poll();
	const gone = [...(first ?? []), ...(second ?? [])].map(({ json }) => json.id);
	expect(gone.sort()).toEqual(ids.sort());
	expect(await trigger.poll()).toBeNull();
});

it('says that there are too many events, and goes on when there are fewer', async () => {
	lower(calendars, 'MOST_OCCURRENCES', 3);
	const trigger = await triggerFor(sandbox, { events: ['created', 'canceled'] });
	await trigger.poll();
	const ids: string[] = [];
	for (let count = 0; count < 4; count++) ids.push(await eventIn(sandbox, 60));
	const before = trigger.kept;
	await expect(trigger.poll()).rejects.toMatchObject({
		message: 'The calendars have more than 3 events in the period',
		description: expect.stringContaining('Decrease "Days Ahead"'),
	});
	expect(trigger.kept).toEqual(before);
	await remove(ids[0] ?? '');
	expect(told(await trigger.poll(), 'id')).toEqual(ids.slice(1).map((id) => `created ${id}`));
});

it.each([
	['user', 'users'],
	['organization', 'organizations'],
])('says that there are too many to compare each %s', async (triggerOn, noun) => {
	const trigger = await triggerFor(sandbox, { triggerOn });
	await trigger.poll();
	const before = trigger.kept;
	lower(directory, 'MOST_ENTRIES', 3);
	await expect(trigger.poll()).rejects.toThrow(`The service has more than 3 ${noun}`);
	expect(trigger.kept).toEqual(before);
});

it('refuses too many users for their presence', async () => {
	expect(presence.MOST_USERS).toBe(100);
	lower(presence, 'MOST_USERS', 2);
	const trigger = await triggerFor(sandbox, {
		triggerOn: 'presence',
		users: users('sato', 'ito', 'mori'),
	});
	await expect(trigger.poll()).rejects.toThrow('More than 2 users are selected (3)');
	trigger.change({ users: users('sato', 'ito') });
	expect(await trigger.poll()).toBeNull();
});

it('remembers the newest notifications, and never calls older ones new', async () => {
	lower(notifications, 'MOST_REMEMBERED', 3);
	const send = async (...titles: string[]) => {
		for (const title of titles) {
			await sandbox.clock(5);
			await sandbox.control('groupware', {
				notifications: [{ module: 'grn.mail', key: title, from: 'sato', to: ['admin'], title }],
			});
		}
	};
	await send('Old 1', 'Old 2', 'Old 3', 'Old 4', 'Old 5');
	const trigger = await triggerFor(sandbox, { triggerOn: 'notification' });
	expect(await trigger.poll()).toBeNull();
	await send('New 1', 'New 2', 'New 3', 'New 4');
	expect(told(await trigger.poll(), 'title')).toEqual(
		[1, 2, 3, 4].map((number) => `notified New ${number}`),
	);
	expect((trigger.kept.state as { seen: { seen: string[] } }).seen.seen).toHaveLength(3);
	expect(await trigger.poll()).toBeNull();
});

const removeUser = async (code: string) =>
	await sandbox.control('directory', { user: { code, removed: true } });

/** Polls that fail change nothing, whatever happens meanwhile. */
async function fails(trigger: ActiveTrigger, message: string): Promise<void> {
	const before = trigger.kept;
	for (let polls = 0; polls < 2; polls++) {
		await expect(trigger.poll()).rejects.toThrow(message);
		await sandbox.clock(3600);
	}
	expect(trigger.kept).toEqual(before);
}

it('names a user who was deleted, and goes on from now without', async () => {
	const calendars = (...codes: string[]) => ({
		calendar: 'selected',
		calendars: { rows: codes.map((code) => ({ kind: 'user', user: byCode(code) })) },
	});
	const trigger = await triggerFor(sandbox, calendars('admin', 'sato'));
	expect(await trigger.poll()).toBeNull();
	const sato = { attendees: [{ type: 'USER', code: 'sato' }] };
	await eventIn(sandbox, 60, { subject: 'Only there', ...sato });
	await trigger.poll();
	await removeUser('sato');
	await eventIn(sandbox, 60, { subject: 'Meanwhile' });
	const reason = said(
		'The user was not found: There is no user 2',
		'ユーザーが見つかりません: ユーザー2は存在しません',
	);
	await fails(trigger, `Calendar of user 2: ${reason} (GRN_CMMN_00105)`);
	trigger.change(calendars('admin'));
	expect(await trigger.poll()).toBeNull();
	await eventIn(sandbox, 60, { subject: 'After' });
	expect(told(await trigger.poll())).toEqual(['created After']);
});

it('names a user who was deleted and whose presence is watched', async () => {
	const trigger = await triggerFor(sandbox, { triggerOn: 'presence', users: users('sato', 'ito') });
	expect(await trigger.poll()).toBeNull();
	const sato = clientOf(sandbox, 'sato');
	await sato.patch('/presence/users/code/sato', { status: { code: 'attend' }, notes: '' });
	await removeUser('ito');
	await fails(trigger, 'Presence of user 5: ');
	trigger.change({ users: users('sato', 'mori') });
	expect(await trigger.poll()).toBeNull();
});
