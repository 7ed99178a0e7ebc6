import { useSandbox } from '../../support/sandbox';
import { clientFor, errorOf, firstOf } from './client';

const sandbox = useSandbox();
const base = () => `${sandbox.url}/g`;
const brown = clientFor(base, 'brown');
const sato = clientFor(base, 'sato');

describe('a to-do', () => {
	it('has defaults, and no due date unless there is one', async () => {
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

	it('is told in the time zone of its owner', async () => {
		const dueDate = '2026-07-01T10:00:00+09:00';
		const { body } = await brown.post('/todo/todos', { subject: 'Call', dueDate, priority: 3 });
		expect(body).toMatchObject({
			hasDueDate: true,
			dueDate: '2026-07-01T02:00:00+01:00',
			priority: 3,
		});
	});

	it('is nobody else’s, administrators included', async () => {
		const { body } = await brown.post('/todo/todos', { subject: 'Mine' });
		for (const other of [sato, clientFor(base, 'admin')]) {
			const answer = await other.get(`/todo/todos/${body.id}`);
			expect(errorOf(answer)).toEqual([400, 'GRN_REST_API_00206']);
		}
	});

	it.each<[object, string]>([
		[{ subject: '' }, 'GRN_REST_API_00201'],
		[{ subject: 'x'.repeat(101) }, 'GRN_REST_API_00209'],
		[{ priority: 4 }, 'GRN_REST_API_00212'],
		[{ priority: '2' }, 'GRN_REST_API_00202'],
		[{ category: 999 }, 'GRN_REST_API_00206'],
		[{ category: {} }, 'GRN_REST_API_00202'],
		[{ dueDate: '2026-07-01' }, 'GRN_REST_API_00220'],
		[{ dueDate: '2026-07-01T10:00:00' }, 'GRN_REST_API_00220'],
		[{ notes: 1 }, 'GRN_REST_API_00202'],
	])('cannot be made with %j', async (changes, code) => {
		const answer = await brown.post('/todo/todos', { subject: 'Call', ...changes });
		expect(errorOf(answer)).toEqual([400, code]);
	});
});

describe('categories of to-dos', () => {
	it('are one’s own', async () => {
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

	it('hold what the control API made', async () => {
		const made = await sandbox.control('groupware', {
			todos: [{ user: 'sato', subject: 'Done', category: '営業', isCompleted: true }],
		});
		const [todo] = (made as { todos: Array<{ id: string }> }).todos;
		expect((await sato.get(`/todo/todos/${todo?.id}`)).body).toMatchObject({
			status: 'Completed',
			category: 3,
		});
		const unknown = { todos: [{ user: 'sato', subject: 'Done', category: 'Home' }] };
		await expect(sandbox.control('groupware', unknown)).rejects.toThrow('no category Home');
	});
});
