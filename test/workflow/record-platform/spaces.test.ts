import { useApi } from '../../sandbox/record-platform/api';
import { makeSpaces, type Spaces } from './space-scene';
import { byId, jsonOf, runRecordPlatform } from './world';

const { sandbox, api } = useApi();
let spaces: Spaces;

beforeAll(async () => {
	spaces = await makeSpaces(api, await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } }));
});

const run = async (resource: string, operation: string, parameters: object) =>
	await runRecordPlatform(sandbox, { resource, operation, parameters: { ...parameters } });

describe('a guest space', () => {
	const byUrl = (id: string) => ({
		__rl: true,
		mode: 'url',
		value: `https://example.cybozu.com/k/guest/${id}/#/space/${id}/thread/1`,
	});

	it('is reached by its address alone', async () => {
		const spaceId = byUrl(spaces.guestSpace);
		jsonOf(
			await run('space', 'updateSettings', {
				spaceId,
				settings: { name: 'Partners' },
				options: {},
			}),
		);
		const [space] = jsonOf(await run('space', 'get', { spaceId, options: {} }));
		expect(space).toMatchObject({ id: spaces.guestSpace, name: 'Partners', isGuest: true });
	});

	it('tells where to say that a space is one', async () => {
		const { error } = await run('space', 'get', { spaceId: byId(spaces.guestSpace), options: {} });
		expect(error?.message).toMatch(/GAIA_IL23/);
		expect(error?.description).toMatch(/option Guest Space/);
	});
});

it('members are those that the rows name, with departments below by choice', async () => {
	const rows = [
		{ type: 'USER', code: 'admin', isAdmin: true },
		{ type: 'ORGANIZATION', code: 'sales', includeSubs: true },
		{ type: 'GROUP', code: '={{ $json.none }}' },
	];
	const spaceId = byId(spaces.space);
	jsonOf(await run('space', 'updateMembers', { spaceId, members: { rows }, options: {} }));
	const found = jsonOf(await run('space', 'getMembers', { spaceId, simplify: true, options: {} }));
	expect(found).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ type: 'ORGANIZATION', code: 'sales', includeSubs: true }),
			expect.objectContaining({ type: 'USER', code: 'admin', isAdmin: true }),
		]),
	);
});

it('removes no guest of a space where the expression gives none', async () => {
	const { guestSpace } = spaces;
	const update = async (parameters: object) =>
		await run('guest', 'updateMembers', { guestSpaceId: guestSpace, ...parameters });
	for (const emails of ['={{ $json.none }}', '={{ ["", null] }}']) {
		const { error } = await update({ removeAll: false, emails });
		expect(error?.message).toContain('"Emails" is empty');
	}
	expect(jsonOf(await update({ removeAll: true }))).toEqual([{ id: guestSpace, guests: [] }]);
});

it('puts out no password of a guest', async () => {
	const parameters = {
		email: 'secret@example.com',
		name: 'Guest',
		password: 'tell-nobody',
		timezone: '',
		additionalFields: {},
	};
	const created = jsonOf(await run('guest', 'create', parameters));
	expect(created).toEqual([{ code: 'secret@example.com', name: 'Guest' }]);
	const { error } = await run('guest', 'create', parameters);
	expect(error?.message).toMatch(/already in use/);
	expect(JSON.stringify([error?.message, error?.description, error?.context])).not.toMatch(
		/tell-nobody/,
	);
});
