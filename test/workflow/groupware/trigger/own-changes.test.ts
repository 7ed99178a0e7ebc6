import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { signInByOAuth2 } from '../../../support/oauth2';
import { useSandbox } from '../../../support/sandbox';
import { byCode, byId, clientOf, eventOf, jsonOf, runGroupware } from '../world';
import { eventIn, inMinutes, told, triggerFor } from './scene';

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

/** A workflow that starts at each of some polls, a minute apart, and what each item was. */
async function live(
	trigger: Awaited<ReturnType<typeof started>>,
	work: (items: INodeExecutionData[], poll: number) => Promise<unknown>,
) {
	const all: string[] = [];
	for (let poll = 0; poll < 6; poll++) {
		await pass(1);
		const items = await trigger.poll();
		all.push(...told(items));
		if (items) await work(items, poll);
	}
	return all;
}

const note = async (items: INodeExecutionData[], notes: string) =>
	jsonOf(
		await runGroupware(sandbox, {
			resource: 'event',
			operation: 'update',
			items: items.map(({ json }) => json),
			parameters: { eventId: byId('={{ $json.id }}'), updateFields: { notes } },
		}),
	);

describe('a workflow that changes the event that has started it', () => {
	it('starts once more if it saves the same each time', async () => {
		const trigger = await started();
		const id = await create('sato', 'Visit');
		const all = await live(trigger, async (items) => await note(items, 'Bring your badge'));
		expect(all).toEqual(['created Visit', 'changed Visit']);
		expect((await eventOf(sandbox, id)).body).toMatchObject({ notes: 'Bring your badge' });
	});

	it('does not start itself with Ignore Own Changes, whatever it saves', async () => {
		const trigger = await started(OWN);
		const id = await create('sato', 'Visit');
		const all = await live(trigger, async (items, poll) => await note(items, `Poll ${poll}`));
		expect(all).toEqual(['created Visit']);
		expect((await eventOf(sandbox, id)).body).toMatchObject({ notes: 'Poll 0' });
	});

	it('makes no event for its own ones', async () => {
		const trigger = await started({ ...OWN, events: ['created'] });
		await create('sato', 'Visit');
		const all = await live(trigger, async (items) => {
			for (const { json } of items)
				await eventIn(sandbox, HOUR, { subject: `Prepare: ${json.subject}` });
		});
		expect(all).toEqual(['created Visit']);
		const { body } = await clientOf(sandbox).get('/schedule/events', { keyword: 'Prepare' });
		expect(body.events.map(({ subject }) => subject)).toEqual(['Prepare: Visit']);
	});
});

it('does not start for an event that is saved without a change, and for the next change does', async () => {
	const id = await create('sato', 'Visit');
	const trigger = await started({ events: ALL });
	const { body } = await eventOf(sandbox, id);
	await update('sato', id, { subject: 'Visit' });
	expect((await eventOf(sandbox, id)).body.updatedAt).not.toBe(body.updatedAt);
	expect(await trigger.poll()).toBeNull();
	await update('sato', id, { notes: 'New' });
	expect(told(await trigger.poll())).toEqual(['changed Visit']);
	expect(await trigger.poll()).toBeNull();
});

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

	it('an own change hides one of somebody else in the same poll, as the README says', async () => {
		const id = await create('sato', 'Visit');
		const trigger = await started(OWN);
		await update('sato', id, { subject: 'Theirs' });
		await update('admin', id, { notes: 'Own' });
		expect(await trigger.poll()).toBeNull();
	});

	it('an event of somebody else is new although it was changed since', async () => {
		const trigger = await started(OWN);
		await update('admin', await create('sato', 'Theirs'), { notes: 'Own' });
		await update('sato', await create('admin', 'Own'), { subject: 'Own, changed' });
		expect(told(await trigger.poll()).sort()).toEqual(['created Own, changed', 'created Theirs']);
	});

	it('an own new event starts the workflow when somebody else changes it', async () => {
		const trigger = await started(OWN);
		const id = await create('admin', 'Own');
		expect(await trigger.poll()).toBeNull();
		await update('sato', id, { subject: 'Changed' });
		expect(told(await trigger.poll())).toEqual(['changed Changed']);
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

	it('own events start the workflow when they start soon', async () => {
		const trigger = await started({ ...OWN, events: ['created', 'startingSoon'] });
		await create('admin', 'Own', 5);
		expect(told(await trigger.poll())).toEqual(['startingSoon Own']);
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

	it('OAuth2 needs no other option if only what starts soon is watched', async () => {
		const account = await signInByOAuth2(sandbox.url, 'g:schedule:read g:base:read');
		await started({ ...OWN, events: ['startingSoon'] }, account);
	});

	it('the calendars of others are watched in the same way', async () => {
		const calendars = { rows: [{ kind: 'user', user: byCode('sato') }] };
		const trigger = await started({ ...OWN, calendar: 'selected', calendars });
		const id = await create('admin', 'Own');
		expect(await trigger.poll()).toBeNull();
		await update('sato', id, { subject: 'Theirs' });
		expect(told(await trigger.poll())).toEqual(['changed Theirs']);
	});
});

it.each([
	['the comma 、', { ignoreUsers: 'admin、sato' }],
	['the comma ，', { ignoreUsers: 'admin，sato' }],
	['lines', { ignoreUsers: 'admin\nsato' }],
	['a list', { ignoreUsers: '={{ ["admin", "sato"] }}' }],
	['text for the switch', { ignoreOwn: '={{ "true" }}' }],
])('does not start for own events with %s', async (_how, options) => {
	const trigger = await started({ events: ALL, options });
	const id = await create('admin', 'Own');
	expect(await trigger.poll()).toBeNull();
	await update('admin', id, { subject: 'Changed' });
	expect(await trigger.poll()).toBeNull();
	await create('suzuki', 'New');
	expect(told(await trigger.poll())).toEqual(['created New']);
	expect((await eventOf(sandbox, id)).body).toMatchObject({ subject: 'Changed' });
});

it.each([true, '={{ "True" }}'])('watches private events with %s', async (showPrivate) => {
	const trigger = await started({ events: ALL, options: { showPrivate } });
	await eventIn(sandbox, 600, { subject: 'Private', visibilityType: 'PRIVATE' });
	expect(told(await trigger.poll())).toEqual(['created Private']);
	expect(await trigger.poll()).toBeNull();
});
