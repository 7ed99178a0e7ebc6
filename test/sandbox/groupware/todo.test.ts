import { errorOf, firstOf, useGroupware } from './client';

const { sandbox, as, brown, sato } = useGroupware('brown', 'sato');

it('a to-do has defaults, and no due date unless there is one', async () => {
	const { body } = await brown.post('/todo/todos', { subject: 'Call' });
	expect(body).toEqual({
		id: expect.any(Number),
		status: 'Uncompleted',
		category: 0,
		subject: 'Call',
		hasDueDate: false,
		priority: 2,
		notes: '',
	});
	expect((await brown.get(`/todo/todos/${body.id}`)).body).toEqual(body);
});

it('a to-do is nobody else’s, administrators included', async () => {
	const { body } = await brown.post('/todo/todos', { subject: 'Mine' });
	for (const other of [sato, as('admin')]) {
		expect(errorOf(await other.get(`/todo/todos/${body.id}`))).toEqual([400, 'GRN_REST_API_00206']);
	}
});

it('categories of to-dos are one’s own', async () => {
	await sandbox.control('groupware', {
		todoCategories: [
			{ user: 'brown', name: 'Home' },
			{ user: 'brown', name: 'Work' },
			{ user: 'sato', name: '営業' },
		],
	});
	const { body } = await brown.get('/todo/categories', { limit: '1' });
	expect([body.categories, body.hasNext]).toEqual([[{ id: '1', name: 'Home' }], true]);
	const { id } = firstOf((await sato.get('/todo/categories')).body.categories);
	const own = await sato.post('/todo/todos', { subject: 'Call', category: Number(id) });
	expect(own.body).toMatchObject({ category: Number(id) });
	const other = await brown.post('/todo/todos', { subject: 'Call', category: Number(id) });
	expect(errorOf(other)).toEqual([400, 'GRN_REST_API_00206']);
});
