import { groupware } from '../../../nodes/Groupware/service';
import { eventIdOf } from '../../../nodes/Groupware/catalogue/locators';
import { idFound, withCodes } from '../../../nodes/Groupware/values/directory';
import {
	attendeesIn,
	facilitiesIn,
	groupsIn,
	idOf,
	isGiven,
	namedEntries,
	referenceOf,
	usersIn,
	watchersIn,
} from '../../../nodes/Groupware/values/references';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { unwrapped } from '../../../nodes/shared/input/unwrap';
import { itemWith } from '../../support/item';

describe('an ID', () => {
	it.each([7, '7', ' 7\n', '007', '０７'])('has one spelling: %j', (given) => {
		expect(idOf(given, 'user')).toBe('7');
		expect(referenceOf(given, 'user')).toEqual({ id: '7' });
	});

	it.each(['sato', '7a', '1 2', '-7', '1.5', '²'])('is not %j', (given) =>
		expect(() => idOf(given, 'facility')).toThrow(`"${given}" is not a valid facility ID`),
	);

	it.each(['', '  ', null, undefined])('that is missing was not chosen: %j', (given) =>
		expect(() => idOf(given, 'facility')).toThrow('No facility is selected'),
	);
});

const list = (...rows: object[]) => itemWith({ people: { rows } });
const attendees = (...rows: object[]) => attendeesIn(list(...rows), 'people', 'Attendees');
const codes = (value: unknown) => attendees({ kind: 'codes', codes: value });

describe('the people of a list', () => {
	it('are users, organizations, roles and login names, each once', () => {
		const rows = [
			{ kind: 'user', user: '3' },
			{ user: 3 },
			{ kind: 'user', user: { code: 'sato' } },
			{ kind: 'organization', organization: '7' },
			{ kind: 'codes', codes: 'sato\n suzuki' },
			{ kind: 'roles', roles: 'managers' },
		];
		expect(watchersIn(list(...rows), 'people', 'Watchers')).toEqual([
			{ type: 'USER', id: '3' },
			{ type: 'USER', code: 'sato' },
			{ type: 'ORGANIZATION', id: '7' },
			{ type: 'USER', code: 'suzuki' },
			{ type: 'ROLE', code: 'managers' },
		]);
	});

	it.each([
		'sato, ito',
		'sato、ito、',
		'sato\nito\n',
		'["sato","ito"]',
		['sato', null, ' ', 'ito'],
		[{ code: 'sato', id: '9', name: 'Sato' }, { code: 'ito' }],
		[{ name: 'sato' }, { value: 'ito' }],
	])('are named by codes: %j', (value) =>
		expect(codes(value)).toEqual([
			{ type: 'USER', code: 'sato' },
			{ type: 'USER', code: 'ito' },
		]),
	);

	it('have an ID where an object has no code, and the type that it says', () =>
		expect(
			codes([
				{ code: '', id: 7 },
				{ id: '8', type: 'ORGANIZATION' },
			]),
		).toEqual([
			{ type: 'USER', id: '7' },
			{ type: 'ORGANIZATION', id: '8' },
		]));

	it('are none in a row that names nobody', () => {
		expect(
			attendees({ user: '' }, { kind: 'codes', codes: null }, { kind: 'organization' }),
		).toEqual([]);
		for (const value of [undefined, null, {}, { rows: 'x' }, '']) {
			expect(attendeesIn(itemWith({ people: value }), 'people', 'Attendees')).toEqual([]);
		}
	});

	it('can be written back as the node returns them', () => {
		const given = [
			{ id: '1', code: 'sato', name: 'Haruka Sato', type: 'USER' },
			{ id: '2', name: 'Sales', type: 'ORGANIZATION' },
		];
		expect(codes(namedEntries(given))).toEqual([
			{ type: 'USER', code: 'sato' },
			{ type: 'ORGANIZATION', id: '2' },
		]);
	});

	it('have a kind that the list has', () => {
		const organization = list({ kind: 'codes', codes: { id: '1', type: 'ORGANIZATION' } });
		expect(() => usersIn(organization, 'people', 'Users')).toThrow(
			'"Users" contains an organization',
		);
	});

	it('are not given in an update by rows whose expressions give nothing', () => {
		const rows = (...values: unknown[]) => ({
			rows: values.map((one) => ({ kind: 'codes', codes: one })),
		});
		expect(isGiven(rows(undefined, ''))).toBe(false);
		expect(isGiven(undefined)).toBe(false);
		for (const value of [rows('a', ''), rows([]), {}]) expect(isGiven(value)).toBe(true);
	});
});

it('facilities of a list are single ones, codes, and groups apart', () => {
	const item = list(
		{ kind: 'facility', facility: '1' },
		{ kind: 'codes', codes: 'room-a,room-b' },
		{ kind: 'facilityGroup', facilityGroup: '4' },
		{ kind: 'facilityGroup', facilityGroup: '' },
	);
	expect(facilitiesIn(item, 'people', 'Facilities')).toEqual([
		{ id: '1' },
		{ code: 'room-a' },
		{ code: 'room-b' },
	]);
	expect(groupsIn(item, 'people')).toEqual(['4']);
});

describe('the ID of a code', () => {
	const rows = [
		{ id: '1', code: 'sato', name: 'Haruka Sato' },
		{ id: '2', code: 'sato2', name: 'Ken Sato' },
		{ id: '3', code: 'Sato', name: 'Ken Sato' },
		{ id: '4', code: 'mori', name: 'sato2' },
		{ id: '5', code: 'Ann Lee', name: 'Ann' },
		{ id: '6', code: 'lee', name: 'Ann Lee' },
	];
	const asking = () => {
		const asked: RequestSpec[] = [];
		const request = async (spec: RequestSpec) => {
			asked.push(spec);
			return await Promise.resolve({ users: rows, facilities: rows, hasNext: false });
		};
		return { item: itemWith({}, { request }), asked };
	};

	it.each([
		[{ code: 'sato2' }, '2'],
		[{ code: 'Sato' }, '3'],
		[{ code: 'Haruka Sato' }, '1'],
		['7', '7'],
	])('%j is %s', async (chosen, id) =>
		expect(await idFound('user', chosen, asking().item)).toBe(id),
	);

	it('is asked for once an execution, and for users by a part of the name', async () => {
		const { item, asked } = asking();
		for (const code of ['sato', 'sato']) await idFound('user', { code }, item);
		await idFound('facility', { code: 'sato' }, item);
		expect(asked.map(({ path, query }) => [path, query?.name])).toEqual([
			['/api/v1/base/users', 'sato'],
			['/api/v1/schedule/facilities', undefined],
		]);
	});

	it('is refused where nobody has it, or several have the name', async () => {
		const none = 'No user has the login name "sat"';
		await expect(idFound('user', { code: 'sat' }, asking().item)).rejects.toThrow(none);
		await expect(idFound('user', { code: 'Ken Sato' }, asking().item)).rejects.toMatchObject({
			message: 'Several users have the name "Ken Sato"',
			advice: 'Use the login name instead: "sato2" and "Sato"',
		});
	});

	it('is asked for in a list of login names where one is a name, unless it is a login name, too', async () => {
		const { item, asked } = asking();
		const user = (code: string) => ({ type: 'USER', code }) as const;
		const of = async (...codes: string[]) => await withCodes(item, codes.map(user));
		const named = await of('sato2', 'Haruka　Sato', 'sato', 'Ann Lee', '森', 'Haruka Sato');
		expect(named).toEqual(await of('sato2', 'sato', 'Ann Lee', '森'));
		expect(asked.map(({ query }) => query?.name)).toEqual(['Haruka', 'Ann', '森']);
		const role = { type: 'ROLE', code: 'Haruka Sato' } as const;
		expect(await withCodes(item, [role])).toEqual([role]);
		await expect(of('Ken Sato')).rejects.toThrow('Several users have the name');
	});
});

describe('the URL of an event', () => {
	const idIn = (url: string, baseUrl: string) =>
		eventIdOf(url, { connection: { baseUrl, signIn: 'Password' } });
	const page = (host: string) => `https://${host}/g/schedule/view.csp?bdate=2031-03-03&event=7#top`;

	it('holds its ID', () => {
		expect(idIn(page('example.cybozu.com'), 'https://example.cybozu.com/g')).toBe('7');
		expect(idIn(page('example.s.cybozu.com'), 'https://example.cybozu.com/g')).toBe('7');
		expect(idIn(' 7 ', 'https://example.cybozu.com/g')).toBe('7');
	});

	it('is refused if it belongs to another service', () => {
		expect(() => idIn(page('other.cybozu.com'), 'https://example.cybozu.com/g')).toThrow(
			'The URL of the event belongs to other, but the credential is for example',
		);
	});

	it('is taken by every operation that offers it', async () => {
		const parameters = groupware.resources
			.flatMap(({ operations }) => operations.flatMap((operation) => operation.parameters))
			.filter(({ modes }) => modes?.some(({ name }) => name === 'url'));
		expect(parameters.length).toBeGreaterThan(6);
		const value = 'https://example.cybozu.com/g/schedule/view.csp?event=17';
		for (const parameter of parameters) {
			const chosen = unwrapped({ __rl: true, mode: 'url', value }, parameter);
			expect(await parameter.send?.as?.(chosen, itemWith({}))).toBe('17');
		}
	});
});
