import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { clientOf, eventOf, jsonOf, runGroupware, runnerOf, users } from './world';

const sandbox = useSandbox();
const { run, refused } = runnerOf(sandbox);

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const times = { start: '2031-03-03T10:00:00+09:00', end: '2031-03-03T11:00:00+09:00' };
const create = async (attendees: IDataObject, input?: IDataObject) => {
	const parameters = { subject: 'Visit', ...times, attendees };
	const outcome = await run('event.create', parameters, input && [{ json: input }]);
	const { attendees: found } = (await eventOf(sandbox, jsonOf(outcome)[0]?.id)).body;
	return found.map(({ code }) => code);
};

it.each([
	'sato,ito',
	'sato、ito、',
	'={{ ["sato", null, "ito"] }}',
	'={{ "[\\"sato\\", \\"ito\\"]" }}',
	'={{ [{ code: "sato" }, { code: "ito", name: "Daichi Ito" }] }}',
	'=sato,{{ $json.missing }},ito',
])('people are named by %s', async (codes) => {
	expect(await create(users(codes))).toEqual(['sato', 'ito']);
});

it('a row whose expression gives nothing is no row', async () => {
	const rows = [
		{ kind: 'user', user: { __rl: true, mode: 'id', value: '={{ $json.missing }}' } },
		{ kind: 'codes', codes: '={{ null }}' },
		{ kind: 'codes', codes: 'sato' },
	];
	expect(await create({ rows })).toEqual(['sato']);
	const nobody = { subject: 'Visit', ...times, attendees: { rows: rows.slice(0, 2) } };
	await refused('event.create', nobody, 'The event has no attendees and no facilities');
	const message = { title: 'A', recipients: { rows: rows.slice(0, 2) } };
	await refused('message.create', message, 'The message has no recipients');
});

it('an entry counts as what it says it is, or is refused', async () => {
	const { body } = await clientOf(sandbox).get('/base/organizations');
	const sales = body.organizations.find(({ code }) => code === 'sales');
	const organization = { ...sales, type: 'ORGANIZATION' } as unknown as IDataObject;
	const named = users('={{ [$json] }}');
	expect(await create(named, organization)).toEqual(['sales']);
	const message = { title: 'A', recipients: named };
	await refused('message.create', message, '"Recipients" contains an organization', [
		{ json: organization },
	]);
});

it('a message finds its recipients by login name, or by a name that only one has', async () => {
	const { output } = await run('message.create', {
		title: 'Hello',
		recipients: users('sato', 'Daichi Ito'),
	});
	expect(output[0]?.json.recipients).toEqual([
		expect.objectContaining({ code: 'sato' }),
		expect.objectContaining({ code: 'ito' }),
	]);
});

it('watchers who see an event as all others do are told in a hint', async () => {
	const hint = '"Watchers" has an effect only if "Visibility" is Private With Watchers';
	const made = async (visibilityType: string) =>
		(
			await run('event.create', {
				subject: 'Watched',
				...times,
				attendees: users('sato'),
				additionalFields: { watchers: users('ito'), visibilityType },
			})
		).hints.map(({ message }) => message);
	expect(await made('PUBLIC')).toContain(hint);
	expect(await made('SET_PRIVATE_WATCHERS')).not.toContain(hint);
});

it('notifications of several items that share a key have a hint, because a user sees the last one', async () => {
	const hintsOf = async (change: string, notificationKey: string, body: string) => {
		const { hints } = await runGroupware(sandbox, {
			resource: 'notification',
			operation: 'create',
			parameters: {
				...{ app: 'sandbox', title: 'Order', url: 'https://example.com/orders' },
				...{ change, notificationKey, body, destinations: users('mori') },
			},
			items: [{ line: 1 }, { line: 2 }],
		});
		return hints.map(({ message }) => message).join();
	};
	const hint = 'Several items have added a notification with the key "order-1"';
	expect(await hintsOf('add', 'order-1', '=Line {{ $json.line }}')).toContain(hint);
	expect(await hintsOf('add', '=order-{{ $json.line }}', 'Two')).not.toContain(hint);
});

it('fields to return are those that are offered', async () => {
	const reason = '"titel" is not a valid value for "Fields"';
	await refused(
		'event.getAll',
		{ from: '', to: '', options: { fields: '={{ ["titel"] }}' } },
		reason,
	);
});
