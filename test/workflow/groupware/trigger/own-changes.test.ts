import type { IDataObject } from 'n8n-workflow';

import { signInByOAuth2 } from '../../../support/oauth2';
import { useSandbox } from '../../../support/sandbox';
import { clientOf } from '../world';
import { inMinutes, told, triggerFor } from './scene';

const sandbox = useSandbox();
const HOUR = 60;
const DAY = 24 * HOUR;
const ALL = ['created', 'changed', 'canceled'];
const OWN = { events: ALL, options: { ignoreOwn: true } };

let passed = 0;
const realNow = Date.now;

beforeEach(async () => {
	passed = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + passed * 60_000);
	await sandbox.reset();
});
afterEach(() => jest.restoreAllMocks());

async function pass(minutes: number) {
	passed += minutes;
	await sandbox.clock(minutes * 60);
}

const both = [
	{ type: 'USER', code: 'admin' },
	{ type: 'USER', code: 'sato' },
];
const update = async (login: string, id: string, changes: object) => {
	await pass(1);
	const { status } = await clientOf(sandbox, login).patch(`/schedule/events/${id}`, changes);
	expect(status).toBe(200);
};
const create = async (login: string, subject: string, minutes = 10 * HOUR) => {
	await pass(1);
	const { body } = await clientOf(sandbox, login).post('/schedule/events', {
		eventType: 'REGULAR',
		subject,
		start: inMinutes(minutes),
		end: inMinutes(minutes + 30),
		attendees: both,
	});
	return String(body.id);
};
const started = async (parameters: IDataObject = {}, account: IDataObject = {}) => {
	const trigger = await triggerFor(sandbox, parameters, account);
	expect(await trigger.poll()).toBeNull();
	return trigger;
};

describe('with Ignore Own Changes', () => {
	it('the change of somebody else after an own one starts the workflow, once', async () => {
		const id = await create('sato', 'Visit');
		const trigger = await started(OWN);
		await update('admin', id, { notes: 'Own' });
		await update('sato', id, { subject: 'Theirs' });
		expect(told(await trigger.poll())).toEqual(['changed Theirs']);
		await update('admin', id, { notes: 'Own again' });
		expect(await trigger.poll()).toBeNull();
		await update('sato', id, { subject: 'Theirs again' });
		expect(told(await trigger.poll())).toEqual(['changed Theirs again']);
		expect(await trigger.poll()).toBeNull();
	});

	it('an event of somebody else is new although it was changed since', async () => {
		const trigger = await started(OWN);
		await update('admin', await create('sato', 'Theirs'), { notes: 'Own' });
		await update('sato', await create('admin', 'Own'), { subject: 'Own, changed' });
		expect(told(await trigger.poll()).sort()).toEqual(['created Own, changed', 'created Theirs']);
	});

	it('an own move out of the period and back is ignored', async () => {
		const id = await create('sato', 'Visit');
		const trigger = await started(OWN);
		const at = (days: number) => ({
			start: inMinutes(days * DAY),
			end: inMinutes(days * DAY + 30),
		});
		await update('admin', id, at(60));
		expect(await trigger.poll()).toBeNull();
		await update('admin', id, at(2));
		expect(await trigger.poll()).toBeNull();
		await update('sato', id, at(60));
		expect(told(await trigger.poll())).toEqual(['changed Visit']);
		await update('sato', id, at(3));
		expect(told(await trigger.poll())).toEqual(['changed Visit']);
	});

	it('an event that was taken out of the calendar is canceled unless it was an own change', async () => {
		const [own, theirs] = [await create('sato', 'A'), await create('sato', 'B')];
		const trigger = await started(OWN);
		const attendees = [{ type: 'USER', code: 'sato' }];
		await update('admin', own, { attendees });
		await update('sato', theirs, { attendees });
		expect(await trigger.poll()).toBeNull();
		expect(told(await trigger.poll())).toEqual(['canceled B']);
		expect(await trigger.poll()).toBeNull();
	});

	it('a deleted event is canceled, because nothing tells who has deleted it', async () => {
		const id = await create('sato', 'Visit');
		const trigger = await started(OWN);
		await clientOf(sandbox).delete(`/schedule/events/${id}`);
		expect(told(await trigger.poll())).toEqual(['canceled Visit']);
	});

	it('an error names the option that OAuth2 needs instead', async () => {
		const account = await signInByOAuth2(sandbox.url, 'g:schedule:read g:base:read');
		const trigger = await triggerFor(sandbox, OWN, account);
		await expect(trigger.poll()).rejects.toMatchObject({
			message:
				'"Ignore Own Changes" can\'t tell which events the user of the credential has changed',
			description: expect.stringContaining('enter the login name in "Ignore Users"'),
		});
		trigger.change({ options: { ignoreUsers: 'ito, Sato' } });
		expect(await trigger.poll()).toBeNull();
		const id = await create('sato', 'Ignored');
		expect(await trigger.poll()).toBeNull();
		await update('admin', id, { subject: 'Changed' });
		expect(told(await trigger.poll())).toEqual(['changed Changed']);
	});
});
