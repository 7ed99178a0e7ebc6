import { type Body, errorOf, firstOf, useGroupware } from './client';

const { sandbox, as, admin, mori, suzuki } = useGroupware('admin', 'mori', 'suzuki');

beforeAll(() => sandbox.control('reset', { demo: true }));

async function spaceNamed(name: string): Promise<Body> {
	const { body } = await mori.get('/space/spaces');
	return firstOf(body.spaces.filter((space) => space.name === name));
}

it('spaces are public, or known to their members alone', async () => {
	const names = async (client: typeof admin) =>
		(await client.get('/space/spaces')).body.spaces.map(({ name }) => name);
	expect(await names(mori)).toEqual(['Company news', 'Project Alpha', 'Hiring']);
	expect(await names(as('yamamoto'))).toContain('Hiring');
	expect(await names(suzuki)).toEqual(['Company news', 'Project Alpha']);
	expect(await names(admin)).toEqual(['Company news', 'Project Alpha']);
});

it('spaces that are private are not there for others', async () => {
	const { id } = await spaceNamed('Hiring');
	expect((await mori.get(`/space/${id}/discussions`)).body.discussions).toHaveLength(1);
	expect(errorOf(await admin.get(`/space/${id}/discussions`))).toEqual([400, 'GRN_SPACE_00001']);
	expect(errorOf(await admin.get('/space/999/discussions'))).toEqual([400, 'GRN_SPACE_00001']);
});
