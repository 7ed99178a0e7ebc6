import type { Api } from '../api';

/** Real answers of the operations on spaces, threads and guests, by their ID in the facts. */
export async function spaceAnswers(api: Api): Promise<Record<string, object>> {
	const found: Record<string, object> = {};
	const note = async (
		id: string,
		method: string,
		path: string,
		body?: object,
		caller = api,
	): Promise<object> => (found[id] = await caller.ok<object>(method, path, body));
	const idOf = (name: string): string => (found[name] as { id: string }).id;
	const members = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];

	await note('space.create', 'POST', 'space.json', { name: 'Contract' });
	await note('space.createFromTemplate', 'POST', 'template/space.json', {
		id: 1,
		name: 'Contract',
		members: [...members, { entity: { type: 'ORGANIZATION', code: 'sales' }, includeSubs: true }],
	});
	const id = idOf('space.createFromTemplate');
	await note('space.update', 'PUT', 'space.json', { id, name: 'Renamed' });
	await note('space.body.update', 'PUT', 'space/body.json', { id, body: '<p>Hello</p>' });
	await note('space.get', 'GET', 'space.json?id=2');
	await note('space.members.get', 'GET', `space/members.json?id=${id}`);
	await note('space.members.update', 'PUT', 'space/members.json', { id, members });
	await note('spaces.statistics', 'GET', 'spaces/statistics.json');
	await note('thread.create', 'POST', 'space/thread.json', { space: id, name: 'Thread' });
	const thread = idOf('thread.create');
	await note('thread.update', 'PUT', 'space/thread.json', { id: thread, body: 'Text' });
	await note('thread.comment.create', 'POST', 'space/thread/comment.json', {
		space: id,
		thread,
		comment: { text: 'Hello', mentions: [{ code: 'sales', type: 'ORGANIZATION' }] },
	});
	const guest = { code: 'contract@example.org', password: 'secret', timezone: 'UTC', name: 'C' };
	await note('guests.add', 'POST', 'guests.json', { guests: [guest] });
	await note(
		'guestSpace.members.update',
		'PUT',
		'space/guests.json',
		{ id: 1, guests: [guest.code] },
		api.inGuestSpace('1'),
	);
	await note('guests.delete', 'DELETE', 'guests.json', { guests: [guest.code] });
	await note('space.delete', 'DELETE', `space.json?id=${id}`);
	return found;
}
