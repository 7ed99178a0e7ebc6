import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { digest } from '../../shared/digest';
import { InputError, unexpectedResponse, withSubject } from '../../shared/errors';
import { bodyOf } from '../../shared/objects';
import { getById } from '../catalogue/presence';
import { usersById } from '../values/directory';
import { plainRow } from '../values/rows';
import type { Change, Watch } from './watch';

/** Users whose presence is watched at most: each takes a request per poll. */
export const MOST_USERS = 100;

interface PresenceState {
	/** The setting that names the users. */
	setting: string;
	/** Status and a short form of the notes, by the ID of the user. */
	users: Record<string, { status: string; notes: string }>;
}

/** Status and notes of chosen users. */
export const watchPresence: Watch<PresenceState> = {
	operation: getById,
	source: () => [],
	look: async (item, before) => {
		const setting = JSON.stringify(item.read('users', {}));
		const ids =
			before?.setting === setting ? Object.keys(before.users) : new Set(await chosenUsers(item));
		const users: PresenceState['users'] = {};
		const changes: Change[] = [];
		for (const body of await Promise.all(
			[...ids].map(async (id) => ({ id, ...(await get(id, item)) })),
		)) {
			const now = { status: statusOf(body), notes: digest(body.notes) };
			const was = before?.users[body.id];
			users[body.id] = now;
			if (was && (was.status !== now.status || was.notes !== now.notes)) {
				changes.push(changeOf(body.id, body.row, was.status));
			}
		}
		return { changes, state: { setting, users } };
	},
	sample: async (item) => {
		const [id = ''] = await chosenUsers(item);
		return changeOf(id, (await get(id, item)).row);
	},
	nothing: 'No user was found',
};

async function chosenUsers(item: ItemView): Promise<string[]> {
	const users = (await usersById(item, 'users', 'Users')) ?? [];
	if (users.length > 0 && users.length <= MOST_USERS) return users.map(({ id }) => id);
	throw users.length === 0
		? new InputError('No user is selected', 'Add at least one user')
		: new InputError(
				`More than ${MOST_USERS} users are selected (${users.length})`,
				'Each user takes one request per poll. Use several triggers',
			);
}

async function get(id: string, item: ItemView) {
	const path = getById.path.replace('{userId}', id);
	try {
		const { answer = [] } = getById;
		const body = await item.request({ method: 'GET', path, repeatable: true, answer });
		const row = bodyOf(body);
		if (typeof row.status !== 'object' || row.status === null) throw unexpectedResponse(true);
		return { row, status: row.status as { code?: string }, notes: row.notes };
	} catch (problem) {
		throw withSubject(`Presence of user ${id}`, problem);
	}
}

function statusOf({ status }: { status: { code?: string } }): string {
	return status.code ?? '';
}

function changeOf(id: string, row: IDataObject, before?: string): Change {
	return {
		event: 'changed',
		key: `${id}:${String(row.updatedAt ?? '')}:${digest([row.status, row.notes])}`,
		...(before !== undefined && { more: { $previousStatus: before } }),
		row: plainRow(row),
	};
}
