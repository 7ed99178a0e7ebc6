import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { bodyOf, digest, objectOf } from '../../shared/objects';
import { InputError, unexpectedResponse, withSubject } from '../../shared/errors';
import { valueAt } from '../../shared/parameters';
import { reading } from '../../shared/request';
import { getById } from '../catalogue/presence';
import { usersById } from '../values/directory';
import { plainRow } from '../values/rows';
import type { Change, TriggerSource } from './source';

/** Users whose presence is watched at most: each takes a request per poll. */
export const MOST_USERS = 100;

interface PresenceState {
	/** Status and a short form of the notes, by the ID of the user. */
	users: Record<string, { status: string; notes: string }>;
}

/** Status and notes of chosen users. */
export const watchPresence: TriggerSource<PresenceState> = {
	operation: getById,
	source: (item) => valueAt(item, 'users'),
	poll: async (item, before) => {
		const ids = before ? Object.keys(before.users) : await chosenUsers(item);
		const rows = await Promise.all(ids.map(async (id) => await presenceOf(id, item)));
		const users: PresenceState['users'] = {};
		const changes: Change[] = [];
		for (const [at, id] of ids.entries()) {
			const row = rows[at] ?? {};
			const now = { status: String(objectOf(row.status).code ?? ''), notes: digest(row.notes) };
			const was = before?.users[id];
			users[id] = now;
			if (was && (was.status !== now.status || was.notes !== now.notes)) {
				changes.push({ ...newPresence(id, row), more: { $previousStatus: was.status } });
			}
		}
		return { changes, state: { users } };
	},
	sample: async (item) => {
		const [id = ''] = await chosenUsers(item);
		return newPresence(id, await presenceOf(id, item));
	},
	nothing: 'No user was found',
};

async function chosenUsers(item: ItemContext): Promise<string[]> {
	const users = (await usersById(item, 'users', 'Users')) ?? [];
	if (users.length > 0 && users.length <= MOST_USERS) return users.map(({ id }) => id);
	throw users.length === 0
		? new InputError('No user is selected', 'Add at least one user')
		: new InputError(
				`More than ${MOST_USERS} users are selected (${users.length})`,
				'Each user takes one request per poll. Use several triggers',
			);
}

async function presenceOf(id: string, item: ItemContext): Promise<IDataObject> {
	const path = getById.path.replace('{userId}', id);
	try {
		const { answer = [] } = getById;
		const row = bodyOf(await item.request(reading(path, { answer })));
		if (typeof row.status === 'object' && row.status !== null) return row;
		throw unexpectedResponse(true);
	} catch (problem) {
		throw withSubject(`Presence of user ${id}`, problem);
	}
}

function newPresence(id: string, row: IDataObject): Change {
	const key = `${id}:${String(row.updatedAt ?? '')}:${digest([row.status, row.notes])}`;
	return { event: 'changed', key, row: plainRow(row) };
}
