import * as requests from '../../../../nodes/Groupware/trigger/requests';
import { lower } from '../../../support/bounds';
import { useSandbox } from '../../../support/sandbox';
import { useToys } from '../../../support/toy';
import { clientOf, users } from '../world';
import { told, triggerFor } from './scene';

const sandbox = useSandbox();
const serve = useToys();

afterEach(() => jest.restoreAllMocks());

beforeEach(async () => await sandbox.reset());

const started = async (
	...parameters: Parameters<typeof triggerFor> extends [unknown, ...infer R] ? R : never
) => {
	const trigger = await triggerFor(sandbox, ...parameters);
	expect(await trigger.poll()).toBeNull();
	await sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	return { trigger, idle: await sandbox.calls() };
};
const addFixtures = async (parts: object) =>
	(await sandbox.control('groupware', parts)) as { requests: Array<{ id: string }> };

describe('notifications', () => {
	const notice = (title: string, module = 'grn.bulletin', to = ['admin']) => ({
		notifications: [{ module, key: title, from: 'sato', to, title }],
	});

	it('puts each new one out once, of the chosen kinds', async () => {
		await addFixtures(notice('Old'));
		const { trigger, idle } = await started({
			triggerOn: 'notification',
			kinds: ['grn.bulletin', 'external'],
		});
		expect(idle).toEqual(['GET /g/api/v1/notification/items']);
		await sandbox.clock(5);
		await addFixtures(notice('New'));
		await addFixtures(notice('From outside', 'x.3'));
		await addFixtures(notice('Other kind', 'grn.mail'));
		await addFixtures(notice('Other person', 'grn.bulletin', ['sato']));
		expect(told(await trigger.poll(), 'title').sort()).toEqual([
			'notified From outside',
			'notified New',
		]);
		expect(await trigger.poll()).toBeNull();
		trigger.change({ kinds: [] });
		expect(await trigger.poll()).toBeNull();
	});

	it('tells equal ones of the same second apart', async () => {
		const { trigger } = await started({ triggerOn: 'notification' });
		const createdAt = '2026-01-05T10:00:00Z';
		const same = { module: 'grn.mail', from: 'sato', to: ['admin'], title: 'Same', createdAt };
		await addFixtures({ notifications: [{ ...same, key: '1' }] });
		expect(told(await trigger.poll(), 'title')).toEqual(['notified Same']);
		await addFixtures({ notifications: [{ ...same, key: '2' }] });
		expect(told(await trigger.poll(), 'title')).toEqual(['notified Same']);
		expect(await trigger.poll()).toBeNull();
	});

	it('finds a changed one, and forgets nothing while others are read', async () => {
		const { trigger } = await started({ triggerOn: 'notification' });
		await addFixtures(notice('One'));
		await addFixtures(notice('Two'));
		expect(await trigger.poll()).toHaveLength(2);
		await addFixtures({ notificationsRead: ['admin'] });
		expect(await trigger.poll()).toBeNull();
		await sandbox.clock(60);
		const [one] = notice('One').notifications;
		await addFixtures({ notifications: [{ ...one, operation: 'modify' }] });
		expect((await trigger.poll())?.map(({ json }) => json.operation)).toEqual(['modify']);
	});

	it('shows the newest one in the editor, or says that there is none', async () => {
		const trigger = await triggerFor(sandbox, { triggerOn: 'notification' });
		await expect(trigger.poll('manual')).rejects.toThrow('has no unread notifications');
		await addFixtures(notice('Shown'));
		expect(told(await trigger.poll('manual'), 'title')).toEqual(['notified Shown']);
		expect(trigger.kept).toEqual({});
	});
});

describe('workflow requests', () => {
	const form = {
		forms: [{ name: 'Leave', items: [{ type: 'NUMBER', name: 'Days', code: 'days' }] }],
	};
	const submit = async (name: string, status = 'UNPROCESSING') => {
		await sandbox.clock(2);
		const { requests } = await addFixtures({
			requests: [{ form: 'Leave', name, status, applicant: 'sato', items: { days: '2' } }],
		});
		return requests[0]?.id ?? '';
	};
	const decide = async (id: string, status: string) =>
		await addFixtures({ requestStatuses: [{ id, status }] });

	it('tells new ones and new statuses', async () => {
		await addFixtures(form);
		const old = await submit('Old');
		const { trigger, idle } = await started({
			triggerOn: 'workflowRequest',
			requestEvents: ['created', 'statusChanged'],
			statuses: ['APPROVED', 'REJECTED'],
		});
		expect(idle).toEqual(['GET /g/api/v1/workflow/admin/requests']);
		await submit('New');
		await submit('Quickly approved', 'APPROVED');
		await decide(old, 'APPROVED');
		const items = await trigger.poll();
		expect(told(items, 'name')).toEqual([
			'statusChanged Old',
			'created New',
			'created Quickly approved',
			'statusChanged Quickly approved',
		]);
		const url = expect.stringMatching(new RegExp(`/g/workflow/view\\.csp\\?pid=${old}$`));
		expect(items?.[0]?.json).toMatchObject({ status: 'APPROVED', items: { days: '2' }, url });
		await decide(old, 'IN_PROGRESS');
		expect(await trigger.poll()).toBeNull();
		await decide(old, 'REJECTED');
		expect(told(await trigger.poll(), 'name')).toEqual(['statusChanged Old']);
	});

	it('watches the newest requests, and calls old ones never new', async () => {
		lower(requests, 'MOST_WATCHED', 2);
		await addFixtures(form);
		const first = await submit('First');
		await submit('Second');
		const third = await submit('Third');
		const { trigger } = await started({
			triggerOn: 'workflowRequest',
			requestEvents: ['created', 'statusChanged'],
		});
		await decide(first, 'APPROVED');
		expect(await trigger.poll()).toBeNull();
		await decide(third, 'APPROVED');
		expect(told(await trigger.poll(), 'name')).toEqual(['statusChanged Third']);
	});

	it('takes no old requests for new that the user can view after a first poll without any', async () => {
		let requests: object[] = [];
		const add = (name: string, createdAt: string) => {
			const status = { name: 'x', type: 'COMPLETED' };
			requests = [{ id: String(requests.length + 1), name, status, createdAt }, ...requests];
		};
		const trigger = await triggerFor(await serve(() => ({ json: { requests } })), {
			triggerOn: 'workflowRequest',
			requestEvents: ['created'],
		});
		for (let polls = 0; polls < 2; polls++) expect(await trigger.poll()).toBeNull();
		for (const day of [1, 2, 3]) add(`Old${day}`, `2020-01-0${day}T00:00:00Z`);
		add('New', new Date(Date.now() - 60_000).toISOString());
		expect(told(await trigger.poll(), 'name')).toEqual(['created New']);
		add('Newer', new Date().toISOString());
		expect(told(await trigger.poll(), 'name')).toEqual(['created Newer']);
	});

	it('says who may do that', async () => {
		const trigger = await triggerFor(
			sandbox,
			{ triggerOn: 'workflowRequest' },
			{ username: 'sato', password: 'sato' },
		);
		await expect(trigger.poll()).rejects.toMatchObject({
			description: expect.stringContaining('workflow administrator'),
		});
	});
});

it('puts out new messages once, not changed ones', async () => {
	const send = async (title: string, more: object = {}) =>
		await addFixtures({ messages: [{ sender: 'sato', title, recipients: ['ito'], ...more }] });
	await send('Old');
	const { trigger, idle } = await started({ triggerOn: 'message' });
	expect(idle).toEqual(['GET /g/api/v1/message/admin/messages']);
	await sandbox.clock(3600);
	await send('First');
	await send('Second');
	expect(told(await trigger.poll(), 'title')).toEqual(['created First', 'created Second']);
	await sandbox.clock(3600);
	await send('Long ago', {
		createdAt: '2020-01-01T00:00:00Z',
		updatedAt: new Date().toISOString(),
	});
	expect(await trigger.poll()).toBeNull();
	await send('Third');
	trigger.restart();
	expect(told(await trigger.poll(), 'title')).toEqual(['created Third']);
	expect(told(await trigger.poll('manual'), 'title')).toEqual(['created Third']);
});

const TIMES = ['none', 'always'];

it.each(TIMES)('tells a changed presence with the status before (%s)', async (presenceTime) => {
	await addFixtures({ presenceTime });
	const change = async (login: string, body: object) => {
		const { status } = await clientOf(sandbox, login).patch(`/presence/users/code/${login}`, body);
		expect(status).toBe(200);
	};
	const { trigger, idle } = await started({ triggerOn: 'presence', users: users('sato', 'ito') });
	expect(idle).toHaveLength(2);
	await change('sato', { status: { code: 'attend' }, notes: '' });
	await change('mori', { status: { code: 'attend' }, notes: '' });
	expect((await trigger.poll())?.map(({ json }) => json)).toEqual([
		expect.objectContaining({
			$event: 'changed',
			$previousStatus: '',
			user: expect.objectContaining({ code: 'sato' }),
			status: expect.objectContaining({ code: 'attend' }),
		}),
	]);
	await change('sato', { status: { code: 'attend' }, notes: 'In room 3' });
	expect(await trigger.poll()).toHaveLength(1);
	await change('sato', { status: { code: 'attend' }, notes: 'In room 3' });
	expect(await trigger.poll()).toBeNull();
});

it('tells users that are added, changed, or gone', async () => {
	const { trigger, idle } = await started({ triggerOn: 'user' });
	expect(idle).toEqual(['GET /g/api/v1/base/users']);
	await sandbox.control('accounts', { user: { code: 'new', name: 'New' } });
	await sandbox.control('directory', { user: { code: 'sato', name: 'Married' } });
	await sandbox.control('directory', { user: { code: 'ito', active: false } });
	expect(told(await trigger.poll(), 'code').sort()).toEqual([
		'changed sato',
		'created new',
		'deleted ito',
	]);
	trigger.change({ directoryEvents: ['deleted'] });
	await sandbox.control('directory', { user: { code: 'ito', active: true } });
	expect(await trigger.poll()).toBeNull();
});

it('tells organizations that are added, changed, or gone', async () => {
	const { trigger } = await started({ triggerOn: 'organization' });
	await sandbox.control('accounts', { organization: { code: 'lab', parent: 'sales' } });
	expect(told(await trigger.poll(), 'code')).toEqual(['created lab']);
	await sandbox.control('directory', { organization: { code: 'lab', name: 'Laboratory' } });
	expect(told(await trigger.poll(), 'name')).toEqual(['changed Laboratory']);
	await sandbox.control('directory', { organization: { code: 'lab', removed: true } });
	expect(told(await trigger.poll(), 'name')).toEqual(['deleted Laboratory']);
});

it.each([
	'event',
	'message',
	'notification',
	'organization',
	'presence',
	'user',
	'workflowRequest',
])('keeps what it knows of %s if a poll fails', async (triggerOn) => {
	const { trigger } = await started({ triggerOn, users: users('sato') });
	const before = trigger.kept;
	expect(before).not.toEqual({});
	for (const fault of [
		{ status: 500, html: true },
		{ status: 200, html: true },
		{ status: 401, code: 'FW00007', message: 'Wrong password' },
		{ status: 403, code: 'GRN_CMMN_00003', message: 'Not permitted' },
	]) {
		await sandbox.faults({ path: '/g/api/v1/', ...fault });
		await expect(trigger.poll()).rejects.toThrow();
		expect(trigger.kept).toEqual(before);
	}
	expect(await trigger.poll()).toBeNull();
});
