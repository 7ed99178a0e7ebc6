import { unknownObject } from '../errors';
import { deleteFrom, downloadFrom, listFiles } from '../files/operations';
import type { Handlers, Request } from '../request';
import { requireRow } from '../rows';
import { idOf } from '../values';
import { unknownSpace } from './rights';

/** Administrators see the files of private spaces they are not in (space.adminFile.delete, notes). */
async function listOfDiscussion(request: Request): Promise<object> {
	const id = idOf(request.path.discussion_id, 'discussion_id') ?? 0;
	await requireRow(request.sql, 'groupware_discussion', id, unknownObject('discussion_id'));
	return listFiles(request, 'discussion_id = $1', id);
}

async function listOfSpace(request: Request): Promise<object> {
	const id = idOf(request.path.space_id, 'space_id') ?? 0;
	await requireRow(request.sql, 'groupware_space', id, unknownSpace(request.path.space_id));
	return listFiles(
		request,
		'discussion_id IN (SELECT id FROM groupware_discussion WHERE space_id = $1)',
		id,
	);
}

export const fileOperations = {
	'space.adminFile.delete': deleteFrom('space'),
	'space.adminFile.get': downloadFrom('space'),
	'space.adminFile.listByDiscussion': listOfDiscussion,
	'space.adminFile.listBySpace': listOfSpace,
} satisfies Handlers;
