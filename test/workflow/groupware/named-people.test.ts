import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, eventOf, jsonOf, makeEvent, rooms, runnerOf, users } from './world';

const sandbox = useSandbox();
const { run, refused } = runnerOf(sandbox);

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const NOTHING = {
	'an expression that finds nothing': '={{ $json.missing }}',
	null: '={{ null }}',
	'empty text': '={{ "" }}',
	'a list with null': '={{ ["ito", null] }}',
	'a list with an object of null': '={{ [{ code: "ito" }, { code: null }] }}',
	'text with a gap': '=ito,{{ $json.missing }}',
};
const LOST = Object.entries(NOTHING);
/** A first row that names somebody, and one whose expression names nobody. */
const beside = (codes: string) => ({
	rows: [
		{ kind: 'codes', codes: 'sato' },
		{ kind: 'codes', codes },
	],
});
const EMPTY_ROWS = [
	{ kind: 'codes', codes: '' },
	{ kind: 'codes' },
	{ kind: 'user', user: { __rl: true, mode: 'list', value: '' } },
	{},
];
const TIMES = { start: '2031-03-03T10:00:00+09:00', end: '2031-03-03T11:00:00+09:00' };
const SEARCH = { minutes: 60, from: '2031-03-03 00:00', to: '2031-03-08 00:00' };

describe.each(LOST)('a row of codes that is %s', (_name, codes) => {
	const entry = /entry 2 of 2 has no (login name|code)/;
	const additional = (name: string, list: object) => ({ additionalFields: { [name]: list } });

	it('removes nobody from an event', async () => {
		const { id } = await makeEvent(sandbox, {
			attendees: ['sato', 'ito', 'mori'].map((code) => ({ type: 'USER', code })),
			facilities: [{ code: 'room-a' }, { code: 'room-b' }],
		});
		const change = (updateFields: IDataObject) => ({ eventId: byId(String(id)), updateFields });
		await refused('event.update', change({ attendees: beside(codes) }), entry);
		const facilities = { rows: [...rooms('room-a').rows, { kind: 'codes', codes }] };
		await refused('event.update', change({ facilities }), entry);
		await refused('event.update', change({ watchers: beside(codes) }), entry);
		await clientOf(sandbox).delete(`/schedule/events/${String(id)}`);
	});

	it('makes no event without those who were meant', async () => {
		const event = { subject: 'Meeting', ...TIMES };
		const room = { rows: [...rooms('room-a').rows, { kind: 'codes', codes }] };
		await refused('event.create', { ...event, attendees: beside(codes) }, entry);
		await refused('event.create', { ...event, attendees: users('sato'), facilities: room }, entry);
		const watched = { visibilityType: 'SET_PRIVATE_WATCHERS', watchers: beside(codes) };
		await refused(
			'event.create',
			{ ...event, attendees: users('sato'), additionalFields: watched },
			entry,
		);
		await refused('event.book', { ...SEARCH, attendees: beside(codes) }, entry);
		await refused('event.book', { ...SEARCH, facilities: room }, entry);
	});

	it('sends no message and no notification to fewer people', async () => {
		const message = { title: 'Shift', body: 'Who comes?' };
		await refused('message.create', { ...message, recipients: beside(codes) }, entry);
		await refused(
			'message.create',
			{ ...message, recipients: users('sato'), ...additional('operators', beside(codes)) },
			entry,
		);
		const notice = {
			app: 'orders',
			notificationKey: '1',
			title: 'Order',
			url: 'https://a.example',
		};
		await refused('notification.create', { ...notice, destinations: beside(codes) }, entry);
	});

	it('reads no calendars of fewer people', async () => {
		const calendars = { calendar: 'users', users: beside(codes) };
		await refused('event.getAll', calendars, entry);
	});
});

describe('a row that a person left empty', () => {
	it('stops nothing: the others are meant', async () => {
		const list = {
			rows: [...EMPTY_ROWS.slice(0, 2), ...users('ito,').rows, ...EMPTY_ROWS.slice(2)],
		};
		const [message] = jsonOf(
			await run('message.create', { title: 'Shift', body: '', recipients: list }),
		);
		expect(message?.recipients).toHaveLength(1);
		const { id } = await makeEvent(sandbox);
		jsonOf(
			await run('event.update', { eventId: byId(String(id)), updateFields: { attendees: list } }),
		);
		const { attendees } = (await eventOf(sandbox, id)).body as unknown as IDataObject;
		expect((attendees as IDataObject[]).map(({ code }) => code)).toEqual(['ito']);
	});

	it('changes no list of an event where it is the only one', async () => {
		const { id } = await makeEvent(sandbox);
		const updateFields = { attendees: { rows: EMPTY_ROWS }, notes: 'New' };
		jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
		const { body } = await eventOf(sandbox, id);
		expect(body).toMatchObject({ notes: 'New', attendees: [{ code: 'admin' }] });
	});
});

it('an expression that gives no user is not the user "null"', async () => {
	const row = { kind: 'user', user: { __rl: true, mode: 'id', value: '={{ { code: null } }}' } };
	await refused(
		'message.create',
		{ title: 'Shift', body: '', recipients: { rows: [...users('sato').rows, row] } },
		'"Recipients": entry 2 of 2 has no user',
	);
	await refused('event.getAll', { calendar: 'user', user: row.user }, 'No user is selected');
});

describe('a line of which the expression finds nothing', () => {
	const gap = '{{ $json.missing }}';

	it.each([
		['last', `=sato\n${gap}`],
		['last, with a line break', `=sato\n${gap}\n`],
		['first', `=\n${gap}\nsato`],
		['second of two expressions', `={{ "sato" }}\n${gap}`],
	])('leaves nobody out: %s', async (_which, codes) => {
		const attendees = { rows: [{ kind: 'codes', codes }] };
		await refused('event.create', { ...TIMES, subject: 'Lines', attendees }, 'has no login name');
		const { id } = await makeEvent(sandbox);
		const change = { eventId: byId(String(id)), updateFields: { attendees } };
		await refused('event.update', change, 'has no login name');
	});

	it('leaves no file out', async () => {
		const parameters = { ...TIMES, subject: 'Files', attendees: users('ito') };
		const additionalFields = { attachments: `=data\n${gap}` };
		await refused(
			'event.create',
			{ ...parameters, additionalFields },
			'"Attachments" has an empty',
		);
	});

	it.each(['={{ "sato\\nito\\n" }}', '=sato\n{{ "ito" }}\n', '=\n{{ "sato" }},\nito'])(
		'is not the end of the text: %s',
		async (codes) => {
			const attendees = { rows: [{ kind: 'codes', codes }] };
			const made = await run('event.create', { ...TIMES, subject: 'Lines', attendees });
			const { body } = await eventOf(sandbox, made.output[0]?.json.id);
			expect(body.attendees.map(({ code }) => code)).toEqual(['sato', 'ito']);
		},
	);
});

it('an object by ID is the user with its login name, as in lists of login names', async () => {
	const { body } = await clientOf(sandbox).get('/base/users');
	const [sato, other] = ['sato', 'suzuki'].map((name) =>
		body.users.find(({ code }) => code === name),
	);
	const rows = [{ kind: 'user', user: '={{ $json.user }}' }];
	const user = { id: other?.id, code: 'sato', name: sato?.name } as IDataObject;
	const made = await run('event.create', { ...TIMES, attendees: { rows } }, [{ json: { user } }]);
	const event = (await eventOf(sandbox, made.output[0]?.json.id)).body;
	expect(event.attendees.map(({ code }) => code)).toEqual(['sato']);
});

describe('an entry of an expression that says what it is', () => {
	/** A list with an organization that has the ID of a user, as the service returns it. */
	const withOrganization = async (kind = 'codes') => {
		const { body } = await makeEvent(sandbox, {
			attendees: [{ type: 'ORGANIZATION', code: 'sales' }],
		}).then(async ({ id }) => await eventOf(sandbox, id));
		const [organization] = (body as unknown as Record<string, IDataObject[]>).attendees ?? [];
		const value = `={{ ${JSON.stringify(organization).replaceAll('}', '} ')} }}`;
		const field = kind === 'codes' ? { codes: value } : { user: byId(value) };
		return { organization, list: { rows: [{ kind, ...field }] } };
	};

	it.each(['codes', 'user'])(
		'is the organization that it is in a list of attendees: %s',
		async (kind) => {
			const { organization, list } = await withOrganization(kind);
			const event = { subject: 'Talk', ...TIMES, attendees: list };
			const [made] = jsonOf(await run('event.create', event));
			expect((await eventOf(sandbox, made?.id)).body).toMatchObject({
				attendees: [{ type: 'ORGANIZATION', id: organization?.id }],
			});
		},
	);

	it.each(['codes', 'user'])('is refused where only users are meant: %s', async (kind) => {
		const { list } = await withOrganization(kind);
		const message = { title: 'Shift', body: 'Who comes?', recipients: list };
		await refused('message.create', message, '"Recipients": entry 1 of 1 is an organization');
	});

	it('is refused in a list of facilities', async () => {
		const { list } = await withOrganization();
		const event = { subject: 'Talk', ...TIMES, attendees: users('sato'), facilities: list };
		await refused('event.create', event, '"Facilities": entry 1 of 1 is an organization');
	});
});

it('attendees that are added come after those that the event has', async () => {
	const attendees = ['sato', 'ito', 'mori'].map((code) => ({ type: 'USER', code }));
	const { id } = await makeEvent(sandbox, { attendees });
	const updateFields = { attendees: users('admin', 'sato'), attendeesChange: 'add' };
	jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
	const { body } = await eventOf(sandbox, id);
	const codes = (body as unknown as Record<string, IDataObject[]>).attendees?.map(
		({ code }) => code,
	);
	expect(codes).toEqual(['sato', 'ito', 'mori', 'admin']);
});

describe('an empty list of an expression', () => {
	const none = { rows: [{ kind: 'codes', codes: '={{ [] }}' }] };

	it.each([{}, { attendeesChange: 'replace', facilitiesChange: 'replace' }])(
		'empties a list of an event: %j',
		async (changes) => {
			const { id } = await makeEvent(sandbox, {
				attendees: [{ type: 'USER', code: 'sato' }],
				facilities: [{ code: 'room-a' }],
				start: { dateTime: '2032-03-03T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
				end: { dateTime: '2032-03-03T11:00:00+09:00', timeZone: 'Asia/Tokyo' },
			});
			const update = async (updateFields: IDataObject) => {
				jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
				return (await eventOf(sandbox, id)).body as unknown as Record<string, IDataObject[]>;
			};
			expect(await update({ ...changes, facilities: none })).toMatchObject({
				facilities: [],
				attendees: [{ code: 'sato' }],
			});
			await update({ facilities: rooms('room-a') });
			expect(await update({ ...changes, attendees: none })).toMatchObject({
				attendees: [],
				facilities: [{ code: 'room-a' }],
			});
			await clientOf(sandbox).delete(`/schedule/events/${String(id)}`);
		},
	);

	it('empties the watchers of an event, or the service says why not', async () => {
		const watchers = [{ type: 'USER', code: 'ito' }];
		const watched = { visibilityType: 'SET_PRIVATE_WATCHERS', watchers };
		const { id } = await makeEvent(sandbox, watched);
		const updateFields = { watchers: none, visibilityType: 'PRIVATE' };
		jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
		const { body } = await eventOf(sandbox, id);
		expect((body as unknown as IDataObject).watchers ?? []).toEqual([]);
		const other = await makeEvent(sandbox, watched);
		const change = { eventId: byId(String(other.id)), updateFields: { watchers: none } };
		const { error } = await run('event.update', change);
		expect(error?.message).toContain('watchers');
		expect((await eventOf(sandbox, other.id)).body).toMatchObject({ watchers: [{ code: 'ito' }] });
	});

	it('adds and removes nobody', async () => {
		const { id } = await makeEvent(sandbox);
		for (const attendeesChange of ['add', 'remove']) {
			const updateFields = { attendees: none, attendeesChange };
			jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
			expect((await eventOf(sandbox, id)).body).toMatchObject({ attendees: [{ code: 'admin' }] });
		}
	});
});

it('other fields change where the change of people is not there and no people are given', async () => {
	const { id } = await makeEvent(sandbox, { attendees: [{ type: 'USER', code: 'sato' }] });
	const updateFields = { subject: 'New', attendeesChange: '={{ $json.missing }}' };
	jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
	const event = (await eventOf(sandbox, String(id))).body;
	expect(event).toMatchObject({ subject: 'New', attendees: [{ code: 'sato' }] });
});

it('a list is not emptied where people or facilities are named for it', async () => {
	const { id } = await makeEvent(sandbox, { facilities: [{ code: 'room-a' }] });
	for (const [name, label, codes] of [
		['attendees', 'Attendees', 'mori'],
		['facilities', 'Facilities', 'room-b'],
	] as const) {
		const updateFields = { [name]: users(codes), [`${name}Change`]: 'clear' };
		await refused(
			'event.update',
			{ eventId: byId(String(id)), updateFields },
			`"${label} Update Mode" is Empty the List, but "${label}" also has values`,
		);
	}
	await clientOf(sandbox).delete(`/schedule/events/${String(id)}`);
});

it('watchers who see an event as all others do are told in a hint', async () => {
	const event = { ...TIMES, subject: 'Talk', attendees: users('sato') };
	const hint = '"Watchers" has an effect only if "Visibility" is Private With Watchers';
	const hints = async (fields: IDataObject) => {
		const additionalFields = { ...fields, watchers: users('ito') };
		const outcome = await run('event.create', { ...event, additionalFields });
		expect(jsonOf(outcome)).toHaveLength(1);
		return outcome.hints.map(({ message }) => message);
	};
	expect(await hints({})).toContain(hint);
	expect(await hints({ visibilityType: 'SET_PRIVATE_WATCHERS' })).not.toContain(hint);
	const { id } = await makeEvent(sandbox);
	for (const [fields, says] of [
		[{}, true],
		[{ visibilityType: 'SET_PRIVATE_WATCHERS' }, false],
		[{}, false],
		[{ visibilityType: 'PRIVATE' }, true],
	] as const) {
		const updateFields = { ...fields, watchers: users('ito') };
		const outcome = await run('event.update', { eventId: byId(String(id)), updateFields });
		expect(jsonOf(outcome)).toHaveLength(1);
		expect(outcome.hints.some(({ message }) => message === hint)).toBe(says);
	}
});

describe.each(['、', '，', ' 、 ', '、\n'])(
	'login names and codes with %j between them',
	(comma) => {
		const list = (...codes: string[]) => users(codes.join(comma));

		it('are those of several people and facilities', async () => {
			const [made] = jsonOf(
				await run('event.create', {
					...{ subject: 'Meeting', ...TIMES, simplify: false },
					attendees: list('sato', 'ito'),
					facilities: list('room-a', 'room-b'),
				}),
			);
			const { body } = await eventOf(sandbox, made?.id);
			expect(codesOf(body, 'attendees')).toEqual(['sato', 'ito']);
			expect(codesOf(body, 'facilities')).toEqual(['room-a', 'room-b']);
			const updateFields = {
				...{ attendees: list('ito', 'mori'), attendeesChange: 'remove' },
				...{ facilities: list('room-a', 'room-b'), facilitiesChange: 'remove' },
			};
			jsonOf(await run('event.update', { eventId: byId(String(made?.id)), updateFields }));
			const { body: after } = await eventOf(sandbox, made?.id);
			expect(codesOf(after, 'attendees')).toEqual(['sato']);
			expect(codesOf(after, 'facilities')).toEqual([]);
			const filters = { codes: `room-a${comma}room-b` };
			const found = jsonOf(await run('facility.getAllAsAdministrator', { filters }));
			expect(found.map(({ code }) => code)).toEqual(['room-a', 'room-b']);
		});

		it('have a value each', async () => {
			const attendees = users(`=sato${comma}{{ $json.missing }}`);
			const gap = /"Attendees": entry 1 of 1 has no login name \(value 2 of 2\)/;
			await refused('event.create', { subject: 'Meeting', ...TIMES, attendees }, gap);
		});
	},
);

describe('JSON text with a list, as models and JSON.stringify write it', () => {
	it.each([
		'["sato", "ito"]',
		' [{"code":"sato"},{"code":"ito"}] ',
		'={{ JSON.stringify(["sato", "ito"]) }}',
	])('names each of its people: %s', async (codes) => {
		const attendees = { rows: [{ kind: 'codes', codes }] };
		const event = { subject: 'Meeting', ...TIMES, attendees };
		const [made] = jsonOf(await run('event.create', event));
		const { body } = await eventOf(sandbox, made?.id);
		expect(codesOf(body, 'attendees')).toEqual(['sato', 'ito']);
		const updateFields = {
			attendees: { rows: [{ kind: 'codes', codes }] },
			attendeesChange: 'remove',
		};
		jsonOf(await run('event.update', { eventId: byId(String(made?.id)), updateFields }));
		expect(codesOf((await eventOf(sandbox, made?.id)).body, 'attendees')).toEqual([]);
	});

	it('names each facility of a filter', async () => {
		const filters = { codes: '={{ JSON.stringify(["room-a", "room-b"]) }}' };
		const found = jsonOf(await run('facility.getAllAsAdministrator', { filters }));
		expect(found.map(({ code }) => code)).toEqual(['room-a', 'room-b']);
	});

	it('selects nobody and nothing if it is empty, or no such list', async () => {
		for (const codes of ['={{ "[]" }}', '[sato, ito]', '[1, 2]']) {
			const attendees = { rows: [{ kind: 'codes', codes }] };
			await refused(
				'event.create',
				{ subject: 'Meeting', ...TIMES, attendees },
				'GRN_REST_API_00206',
			);
			const found = await run('facility.getAllAsAdministrator', { filters: { codes } });
			expect(jsonOf(found)).toEqual([]);
		}
	});

	it('has a value for each entry', async () => {
		for (const codes of ['["sato", null]', '[null, "sato"]']) {
			const attendees = users(`={{ '${codes}' }}`);
			const event = { subject: 'Meeting', ...TIMES, attendees };
			await refused('event.create', event, /"Attendees": entry 1 of 1 has no login name/);
		}
	});
});

function codesOf(event: unknown, list: string) {
	return (event as Record<string, Array<{ code: string }>>)[list]?.map(({ code }) => code);
}
