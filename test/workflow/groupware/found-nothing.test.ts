import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, eventOf, makeEvent, runGroupware, users } from './world';

const sandbox = useSandbox();

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const run = async (name: string, parameters: IDataObject) => {
	const [resource = '', operation = ''] = name.split('.');
	return await runGroupware(sandbox, { resource, operation, parameters });
};

const everything = async () =>
	(await (await fetch(`${sandbox.url}/_sandbox/dump`)).json()) as IDataObject;

/** The run is refused because of a field, reads no list, and changes nothing. */
async function refused(name: string, parameters: IDataObject, label: string) {
	const before = await everything();
	const { error, output } = await run(name, parameters);
	expect(error?.message.replace(label, 'LABEL')).toMatch(
		/^(?:The expression in "LABEL" returned no value|"LABEL" can't be empty)/,
	);
	expect(output).toEqual([]);
	expect(await everything()).toEqual(before);
}

const MISSING = ['={{ $json.missing }}', '={{ null }}'];
const EMPTY = [...MISSING, '={{ "" }}'];

describe.each(MISSING)('%s is refused', (nothing) => {
	it('as the end of the events to get', async () => {
		await refused('event.getAll', { from: '2031-05-05', to: nothing, returnAll: true }, 'To');
	});

	it.each(['showPrivate', 'timeZone'])('as the option %s of the events to get', async (name) => {
		const options = { [name]: nothing };
		const label = name === 'timeZone' ? 'Time Zone' : 'Show Private Events';
		await refused('event.getAll', { from: '', to: '', returnAll: true, options }, label);
	});

	const times = { start: '2031-07-01 10:00', end: '2031-07-01 11:00' };
	const attendees = users('admin');

	it('as the time zone of an event', async () => {
		const zone = { timeZone: nothing };
		await refused('event.create', { subject: 'Z', ...times, attendees, ...zone }, 'Time Zone');
		const search = { from: '2031-07-01', to: '2031-07-02', attendees };
		await refused('event.book', { subject: 'Z', ...search, ...zone }, 'Time Zone');
		const { id } = await makeEvent(sandbox);
		const updateFields = { ...times, ...zone };
		await refused('event.update', { eventId: byId(String(id)), updateFields }, 'Time Zone');
	});

	it('as the title of an event', async () => {
		await refused('event.create', { subject: nothing, ...times, attendees }, 'Title');
	});

	it.each([
		['opens', 'Work Starts At'],
		['closes', 'Work Ends At'],
		['minutes', 'Duration (Minutes)'],
	])('as %s of a slot', async (name, label) => {
		const search = { from: '2031-07-01', to: '2031-07-02', attendees, timeZone: 'Asia/Tokyo' };
		await refused('event.book', { subject: 'B', ...search, [name]: nothing }, label);
		await refused('event.findTimes', { ...search, [name]: nothing }, label);
	});
});

describe.each(EMPTY)('%s is refused', (nothing) => {
	const picked = byId(nothing);
	const all = { returnAll: true };

	it('as a group of the facilities to get', async () => {
		await refused(
			'facility.getAllAsAdministrator',
			{ ...all, filters: { facilityGroup: picked } },
			'Facility Group',
		);
		await refused(
			'facilityGroup.getAllAsAdministrator',
			{ ...all, filters: { parentFacilityGroup: picked } },
			'Parent Group',
		);
		await refused(
			'facilityGroup.getAllAsAdministrator',
			{ ...all, filters: { top: nothing } },
			'Top Level Only',
		);
	});

	it('as the group, category or date of something new', async () => {
		const made = { name: 'New', code: 'new' };
		await refused(
			'facility.create',
			{ ...made, additionalFields: { facilityGroup: picked } },
			'Facility Group',
		);
		await refused(
			'facilityGroup.create',
			{ ...made, additionalFields: { parentFacilityGroup: picked } },
			'Parent Group',
		);
		const subject = 'New';
		await refused('todo.create', { subject, additionalFields: { category: picked } }, 'Category');
		await refused('todo.create', { subject, additionalFields: { dueDate: nothing } }, 'Due Date');
	});
});

describe.each([...EMPTY, '={{ [] }}'])('%s is refused', (nothing) => {
	it.each([
		['facility.getAllAsAdministrator', 'ids', 'IDs'],
		['facility.getAllAsAdministrator', 'codes', 'Codes'],
		['facility.getAllAsAdministrator', 'name', 'Name'],
		['facilityGroup.getAllAsAdministrator', 'childFacilityGroups', 'Child Group IDs'],
		['workflowRequest.getAllAsAdministrator', 'status', 'Status'],
	])('as a filter of %s: %s', async (operation, name, label) => {
		await refused(operation, { returnAll: true, filters: { [name]: nothing } }, label);
	});

	it('as the switch that keeps a message a draft', async () => {
		const parameters = { title: 'T', body: 'x', recipients: users('ito') };
		const additionalFields = { isDraft: nothing };
		await refused('message.create', { ...parameters, additionalFields }, 'Save as Draft');
	});
});

it('empty text of an expression lifts no limit of time, and that of a person does', async () => {
	await makeEvent(sandbox, { subject: 'Unlimited' });
	for (const empty of EMPTY) {
		await refused('event.getAll', { from: empty, to: '', returnAll: true }, 'From');
		await refused('event.getAll', { from: '2031-05-05', to: empty, returnAll: true }, 'To');
	}
	const { output } = await run('event.getAll', { from: '', to: '', returnAll: true });
	expect(output.map(({ json }) => json.subject)).toContain('Unlimited');
});

it('empty text is the time zone of the workflow', async () => {
	const parameters = { subject: 'Z', start: '2031-07-02 10:00', end: '2031-07-02 11:00' };
	const { output } = await run('event.create', {
		...parameters,
		timeZone: '={{ "" }}',
		attendees: users('admin'),
	});
	expect((await eventOf(sandbox, output[0]?.json.id)).body.start).toMatchObject({
		dateTime: expect.stringContaining('2031-07-02T10:00:00') as string,
	});
});

it('what a filter names is found', async () => {
	const { body } = await clientOf(sandbox).post('/schedule/admin/facilityGroups', {
		name: 'Upstairs',
		code: 'upstairs',
	});
	const filters = { codes: '={{ ["upstairs"] }}' };
	const { output } = await run('facilityGroup.getAllAsAdministrator', { returnAll: true, filters });
	expect(output.map(({ json }) => json.id)).toEqual([String(body.id)]);
});

it('a switch may be given as text', async () => {
	const parameters = { returnAll: '={{ "false" }}', limit: 1 };
	expect((await run('facility.getAll', parameters)).output).toHaveLength(1);
	const { error } = await run('facility.getAll', { ...parameters, returnAll: '={{ "some" }}' });
	expect(error?.message).toContain('"some" is not a valid value for "Return All"');
});

it('null does not empty a secret header', async () => {
	const path = '/system/api/admin/proxies';
	const headers = [{ key: 'Token', value: 'secret' }];
	const setting = { proxyCode: 'kept', method: 'GET', url: 'https://example.com/', headers };
	await clientOf(sandbox).post(path, setting);
	const rows = [{ key: 'Token', value: '={{ null }}' }];
	const parameters = { proxyCode: 'kept', updateFields: { headers: { rows } } };
	expect((await run('proxySetting.update', parameters)).error?.message).toContain('is missing');
	const { body } = await clientOf(sandbox).get(`${path}/code/kept`);
	expect(body).toMatchObject({ headers });
});

it('a file that is named twice is attached once', async () => {
	const file = { data: Buffer.from('plan').toString('base64'), mimeType: 'text/plain' };
	const { output } = await runGroupware(sandbox, {
		...{ resource: 'event', operation: 'create' },
		parameters: {
			...{ subject: 'A', start: '2031-08-02 10:00', end: '2031-08-02 11:00' },
			attendees: users('admin'),
			additionalFields: { attachments: 'data, data' },
		},
		input: [{ json: {}, binary: { data: { ...file, fileName: 'a.txt' } } }],
	});
	const { body } = await eventOf(sandbox, output[0]?.json.id);
	expect((body as unknown as { attachments: object[] }).attachments).toHaveLength(1);
});
