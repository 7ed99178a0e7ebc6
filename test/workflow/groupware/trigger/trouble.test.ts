import type { IDataObject } from 'n8n-workflow';

import { said } from '../../../support/language';
import { useSandbox } from '../../../support/sandbox';
import type { ActiveTrigger } from '../../../support/trigger';
import { byCode, clientOf, users } from '../world';
import { eventIn, told, triggerFor } from './scene';

const sandbox = useSandbox();
const HOUR = 60;

beforeEach(async () => {
	await sandbox.reset();
});

const started = async (parameters: IDataObject = {}, account?: IDataObject) => {
	const events = ['created', 'changed', 'canceled'];
	const trigger = await triggerFor(sandbox, { events, ...parameters }, account);
	expect(await trigger.poll()).toBeNull();
	return trigger;
};
const calendars = (...rows: object[]) => ({ calendar: 'selected', calendars: { rows } });
const user = (code: string) => ({ kind: 'user', user: byCode(code) });
const me = user('admin');
const remove = async (code: string) =>
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
	const trigger = await started(calendars(me, user('sato')));
	const sato = { attendees: [{ type: 'USER', code: 'sato' }] };
	await eventIn(sandbox, HOUR, { subject: 'Only there', ...sato });
	await trigger.poll();
	await remove('sato');
	await eventIn(sandbox, HOUR, { subject: 'Meanwhile' });
	const reason = said(
		'The user was not found: There is no user 2',
		'ユーザーが見つかりません: ユーザー2は存在しません',
	);
	await fails(trigger, `Calendar of user 2: ${reason} (GRN_CMMN_00105)`);
	trigger.change(calendars(me));
	expect(await trigger.poll()).toBeNull();
	await eventIn(sandbox, HOUR, { subject: 'After' });
	expect(told(await trigger.poll())).toEqual(['created After']);
});

it('names a user who was deleted and whose presence is watched', async () => {
	const trigger = await started({ triggerOn: 'presence', users: users('sato', 'ito') });
	const path = '/presence/users/code/sato';
	const answer = await clientOf(sandbox, 'sato').patch(path, {
		status: { code: 'attend' },
		notes: '',
	});
	expect(answer.status).toBe(200);
	await remove('ito');
	await fails(trigger, 'Presence of user 5: ');
	trigger.change({ users: users('sato', 'mori') });
	expect(await trigger.poll()).toBeNull();
});

it('keeps what it knows while the password is wrong', async () => {
	const trigger = await started();
	await eventIn(sandbox, HOUR, { subject: 'Meanwhile' });
	trigger.signIn({ password: 'wrong' });
	await fails(trigger, 'FW00007');
	trigger.signIn({ password: 'admin' });
	expect(told(await trigger.poll())).toEqual(['created Meanwhile']);
});
