import { eventIdOf } from '../../../nodes/Groupware/catalogue/locators';
import {
	facilitiesOf,
	groupsOf,
	membersOf,
	referenceOf,
} from '../../../nodes/Groupware/values/references';

it('people of a list are users, organizations and login names, each once', () => {
	const rows = [
		{ kind: 'user', user: '3' },
		{ kind: 'user', user: 3 },
		{ kind: 'user', user: { code: 'sato' } },
		{ kind: 'organization', organization: '7' },
		{ kind: 'codes', codes: 'suzuki, tanaka\n sato' },
		{ kind: 'codes', codes: [{ code: 'ito', name: 'Ito' }, 'mori', { id: '9' }] },
		{ kind: 'roles', roles: 'managers' },
	];
	expect(membersOf({ rows })).toEqual([
		{ type: 'USER', id: '3' },
		{ type: 'USER', code: 'sato' },
		{ type: 'ORGANIZATION', id: '7' },
		{ type: 'USER', code: 'suzuki' },
		{ type: 'USER', code: 'tanaka' },
		{ type: 'USER', code: 'ito' },
		{ type: 'USER', code: 'mori' },
		{ type: 'USER', id: '9' },
		{ type: 'ROLE', code: 'managers' },
	]);
	expect(membersOf(undefined)).toEqual([]);
	expect(membersOf({})).toEqual([]);
});

it('refuses a row that names nobody, such as one whose expression found nothing', () => {
	for (const row of [{ kind: 'user', user: '' }, { kind: 'organization' }]) {
		expect(() => membersOf({ rows: [{ kind: 'codes', codes: 'sato' }, row] })).toThrow(
			/A list: entry 2 of 2 has no (user|organization)/,
		);
	}
	expect(() => facilitiesOf({ rows: [{ kind: 'facility', facility: undefined }] })).toThrow(
		'A list: entry 1 of 1 has no facility',
	);
});

it('facilities of a list are single ones, codes, and groups apart', () => {
	const rows = [
		{ kind: 'facility', facility: '1' },
		{ kind: 'codes', codes: 'room-a,room-b' },
		{ kind: 'facilityGroup', facilityGroup: '4' },
	];
	expect(facilitiesOf({ rows })).toEqual([{ id: '1' }, { code: 'room-a' }, { code: 'room-b' }]);
	expect(groupsOf({ rows })).toEqual(['4']);
});

it('an ID that is none is refused by name', () => {
	expect(() => referenceOf('sato', 'user')).toThrow('"sato" is not a valid user ID');
	expect(referenceOf(null, 'user')).toBeUndefined();
});

describe('the URL of an event', () => {
	const idIn = (url: string, baseUrl: string) =>
		eventIdOf(url, { connection: { baseUrl, signIn: 'Password' } });
	const page = (host: string) => `https://${host}/g/schedule/view.csp?bdate=2031-03-03&event=7#top`;

	it('holds its ID', () => {
		expect(idIn(page('example.cybozu.com'), 'https://example.cybozu.com/g')).toBe('7');
		expect(idIn(page('example.s.cybozu.com'), 'https://example.cybozu.com/g')).toBe('7');
		expect(idIn(page('intranet'), 'https://intranet.example.com/g')).toBe('7');
		expect(idIn(' 7 ', 'https://example.cybozu.com/g')).toBe('7');
	});

	it('is refused if it belongs to another service', () =>
		expect(() => idIn(page('other.cybozu.com'), 'https://example.cybozu.com/g')).toThrow(
			'The URL of the event belongs to other.cybozu.com, but the credential is for example.cybozu.com',
		));
});
