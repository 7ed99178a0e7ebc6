import { useSandbox } from '../../support/sandbox';
import { type Body, clientFor, errorOf, firstOf } from './client';

const sandbox = useSandbox();
const base = () => `${sandbox.url}/g`;
const admin = clientFor(base, 'admin');
const mori = clientFor(base, 'mori');
const chen = clientFor(base, 'chen');
const ito = clientFor(base, 'ito');
const suzuki = clientFor(base, 'suzuki');

beforeAll(() => sandbox.control('reset', { demo: true }));

async function spaceNamed(name: string): Promise<Body> {
	const { body } = await mori.get('/space/spaces');
	return firstOf(body.spaces.filter((space) => space.name === name));
}

describe('spaces', () => {
	it('are public, or known to their members alone', async () => {
		const names = async (client: typeof admin) =>
			(await client.get('/space/spaces')).body.spaces.map(({ name }) => name);
		expect(await names(mori)).toEqual(['Company news', 'Project Alpha', 'Hiring']);
		expect(await names(clientFor(base, 'yamamoto'))).toContain('Hiring');
		expect(await names(suzuki)).toEqual(['Company news', 'Project Alpha']);
		expect(await names(admin)).toEqual(['Company news', 'Project Alpha']);
	});

	it('may be asked for none at a time', async () => {
		const { body } = await mori.get('/space/spaces', { limit: '0' });
		expect([body.spaces, body.hasNext]).toEqual([[], true]);
		const { id } = await spaceNamed('Company news');
		const discussions = await mori.get(`/space/${id}/discussions`, { limit: '0' });
		expect(errorOf(discussions)).toEqual([400, 'GRN_REST_API_00210']);
	});

	it('that are private are not there for others', async () => {
		const { id } = await spaceNamed('Hiring');
		expect((await mori.get(`/space/${id}/discussions`)).body.discussions).toHaveLength(1);
		const hidden = await admin.get(`/space/${id}/discussions`);
		expect(errorOf(hidden)).toEqual([400, 'GRN_SPACE_00001']);
		const unknown = await admin.get('/space/999/discussions');
		expect(errorOf(unknown)).toEqual([400, 'GRN_SPACE_00001']);
	});
});

describe('a discussion', () => {
	it('is begun and commented by members, through a role as well, and read by everyone', async () => {
		const { id } = await spaceNamed('Project Alpha');
		const path = `/space/${id}/discussions`;
		const begun = await chen.post(path, { title: 'Names', body: '<b>?</b>', isHtmlBody: true });
		expect(begun.body).toEqual({
			id: expect.any(String),
			title: 'Names',
			body: '<b>?</b>',
			isHtmlBody: true,
		});
		const comments = `${path}/${begun.body.id}/comments`;
		const comment = await clientFor(base, 'garcia').post(comments, { body: '' });
		expect(comment.body).toEqual({
			id: expect.any(String),
			spaceId: id,
			discussionId: begun.body.id,
			body: '',
			isHtmlBody: false,
		});
		const { discussions } = (await suzuki.get(path)).body;
		expect(discussions.at(-1)).toMatchObject({ title: 'Names', creator: { code: 'chen' } });
		const refused = await suzuki.post(path, { title: 'Mine' });
		expect(errorOf(refused)).toEqual([400, 'GRN_REST_API_00207']);
		const silenced = await suzuki.post(comments, { body: 'Mine' });
		expect(errorOf(silenced)).toEqual([400, 'GRN_REST_API_00207']);
	});

	it('notifies the other members', async () => {
		const { id } = await spaceNamed('Project Alpha');
		await chen.post(`/space/${id}/discussions`, { title: 'Hear, hear' });
		const tanaka = clientFor(base, 'tanaka');
		const [item] = (await tanaka.get('/notification/items')).body.items;
		expect(item).toMatchObject({ moduleId: 'grn.space.discussion', title: 'Hear, hear' });
		const others = (await suzuki.get('/notification/items')).body.items;
		expect(others.map(({ title }) => title)).not.toContain('Hear, hear');
	});

	it('belongs to its space', async () => {
		const news = await spaceNamed('Company news');
		const alpha = await spaceNamed('Project Alpha');
		const [first] = (await mori.get(`/space/${news.id}/discussions`)).body.discussions;
		const wrong = `/space/${alpha.id}/discussions/${first?.id}/comments`;
		expect(errorOf(await chen.post(wrong, { body: '' }))).toEqual([400, 'GRN_REST_API_00206']);
	});

	it('needs a title, a comment needs a body', async () => {
		const { id } = await spaceNamed('Company news');
		const path = `/space/${id}/discussions`;
		expect(errorOf(await chen.post(path, { body: 'x' }))).toEqual([400, 'GRN_REST_API_00201']);
		const [first] = (await chen.get(path)).body.discussions;
		const comments = `${path}/${first?.id}/comments`;
		expect(errorOf(await chen.post(comments, {}))).toEqual([400, 'GRN_REST_API_00201']);
		const number = await chen.post(comments, { body: 1 });
		expect(errorOf(number)).toEqual([400, 'GRN_REST_API_00202']);
	});
});

describe('files of spaces', () => {
	it('are listed, taken and deleted by administrators, in private spaces too', async () => {
		const { id } = await spaceNamed('Hiring');
		const list = `/space/admin/space/${id}/files`;
		expect(errorOf(await mori.get(list))).toEqual([403, 'GRN_CMMN_00022']);
		const file = firstOf((await ito.get(list)).body.files);
		expect(file).toMatchObject({ name: 'notes.txt', creator: { code: 'mori' } });
		const path = `/space/admin/files/${file.id}`;
		const { content } = (await ito.get(path)).body;
		expect(Buffer.from(content, 'base64').toString()).toBe('Two interviews this week\n');
		expect(await admin.delete(path)).toMatchObject({ status: 200, body: { text: '' } });
		expect(errorOf(await ito.get(path))).toEqual([400, 'GRN_REST_API_00206']);
		expect((await ito.get(list)).body).toEqual({ files: [], hasNext: false });
	});

	it('are listed by discussion', async () => {
		const { id } = await spaceNamed('Project Alpha');
		const [screens] = (await chen.get(`/space/${id}/discussions`)).body.discussions;
		const { body } = await ito.get(`/space/admin/discussion/${screens?.id}/files`);
		expect(body.files.map(({ name }) => name)).toEqual(['draft-1.png', 'draft-2.png']);
		const unknown = await ito.get('/space/admin/discussion/999/files');
		expect(errorOf(unknown)).toEqual([400, 'GRN_REST_API_00206']);
		const nowhere = await ito.get('/space/admin/space/999/files');
		expect(errorOf(nowhere)).toEqual([400, 'GRN_SPACE_00001']);
	});
});

it('a space can be made by the control API in an empty world', async () => {
	await sandbox.reset();
	const made = await sandbox.control('groupware', {
		spaces: [
			{
				name: 'Test',
				isPublic: false,
				creator: 'sato',
				members: [{ type: 'ORGANIZATION', code: 'support' }],
				discussions: [{ title: 'One', files: [{ name: 'a.txt', content: 'YQ==' }] }],
			},
		],
	});
	expect(made).toEqual({ spaces: [{ id: '1', discussions: [{ id: '1', files: ['1'] }] }] });
	const { body } = await ito.post('/space/1/discussions', { title: 'Two' });
	expect(body.title).toBe('Two');
	expect((await chen.get('/space/spaces')).body.spaces).toEqual([]);
});
