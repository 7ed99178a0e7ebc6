import type { Directory } from '../directory';
import { unknownObject } from '../errors';
import { notify } from '../notifications/store';
import type { Body, Handlers, Request } from '../request';
import { readPage } from '../rows';
import type { Member } from '../member';
import { inUtc } from '../time';
import { idOf } from '../values';
import { fileOperations } from './files';
import { spaceToRead, spaceToWrite } from './rights';
import {
	discussionColumns,
	type DiscussionRow,
	insertComment,
	insertDiscussion,
	membershipValues,
	selectSpaces,
	type SpaceRow,
} from './store';

/** Public spaces and those the caller is in; this one list takes a limit of 0 (space.space.list). */
async function listSpaces(request: Request): Promise<object> {
	const { query, caller, directory } = request;
	const { rows, hasNext } = await readPage<SpaceRow>(
		request,
		`${selectSpaces} WHERE public OR member ORDER BY id`,
		membershipValues(directory.membershipsOf(caller.id)),
		query.page(0),
	);
	return { spaces: rows.map((row) => presentSpace(row, directory)), hasNext };
}

async function listDiscussions(request: Request): Promise<object> {
	const space = await spaceToRead(request);
	const { rows, hasNext } = await readPage<DiscussionRow>(
		request,
		`SELECT ${discussionColumns} FROM groupware_discussion WHERE space_id = $1 ORDER BY id`,
		[space.id],
	);
	return { discussions: rows.map((row) => presentDiscussion(row, request.directory)), hasNext };
}

async function createDiscussion(
	request: Request<Body<'space.discussion.create'>>,
): Promise<object> {
	const { sql, body, caller, tenant } = request;
	const space = await spaceToWrite(request);
	const discussion = await insertDiscussion(sql, space.id, {
		title: body.title,
		body: body.body ?? '',
		htmlBody: body.isHtmlBody ?? false,
		creator: caller.id,
		createdAt: tenant.clock.now(),
	});
	await tell(request, space, discussion, `discussion:${discussion.id}`);
	return {
		id: String(discussion.id),
		title: discussion.title,
		body: discussion.body,
		isHtmlBody: discussion.htmlBody,
	};
}

/** The body must be named but may be empty (space.comment.create). */
async function createComment(request: Request<Body<'space.comment.create'>>): Promise<object> {
	const { sql, body, caller, path, tenant } = request;
	const space = await spaceToWrite(request);
	const [discussion] = await sql.query<DiscussionRow>(
		`SELECT ${discussionColumns} FROM groupware_discussion WHERE id = $1 AND space_id = $2`,
		[idOf(path.discussion_id, 'discussion_id') ?? 0, space.id],
	);
	if (discussion === undefined) throw unknownObject('discussion_id');
	const { body: text, isHtmlBody: htmlBody = false } = body;
	const id = await insertComment(sql, discussion.id, {
		body: text,
		htmlBody,
		creator: caller.id,
		createdAt: tenant.clock.now(),
	});
	await tell(request, space, { ...discussion, body: text }, `comment:${id}`);
	return {
		id: String(id),
		spaceId: String(space.id),
		discussionId: String(discussion.id),
		body: text,
		isHtmlBody: htmlBody,
	};
}

/** Notifies the other members. */
async function tell(
	{ sql, caller, directory, tenant }: Request<unknown>,
	space: SpaceRow,
	{ id, title, body }: Pick<DiscussionRow, 'id' | 'title' | 'body'>,
	key: string,
): Promise<void> {
	const members = await sql.query<Member>(
		'SELECT type, member AS id FROM groupware_space_member WHERE space_id = $1',
		[space.id],
	);
	const users = directory.users.filter(
		(user) =>
			user.active &&
			user.id !== caller.id &&
			directory
				.membershipsOf(user.id)
				.some((own) =>
					members.some(({ type, id: member }) => own.type === type && own.id === member),
				),
	);
	await notify(
		sql,
		{
			module: 'grn.space.discussion',
			key,
			creator: caller.id,
			createdAt: tenant.clock.now(),
			operation: 'add',
			url: `${tenant.baseUrl}/g/space/discussion?spid=${space.id}&tid=${id}`,
			title,
			body,
			icon: '',
		},
		users.map((user) => user.id),
	);
}

/** Nothing in the API changes a space or a discussion: who made it changed it last. */
function presentSpace(row: SpaceRow, directory: Directory): object {
	return {
		id: String(row.id),
		name: row.name,
		isPublic: row.public,
		category: { id: String(row.categoryId), name: row.categoryName },
		...presentOrigin(row, directory),
	};
}

function presentDiscussion(row: DiscussionRow, directory: Directory): object {
	return {
		id: String(row.id),
		title: row.title,
		body: row.body,
		isHtmlBody: row.htmlBody,
		...presentOrigin(row, directory),
	};
}

function presentOrigin(row: { creator: string; createdAt: Date }, directory: Directory): object {
	const creator = directory.user(row.creator);
	const createdAt = inUtc(row.createdAt);
	return { creator, updater: creator, createdAt, updatedAt: createdAt };
}

export const spaceOperations = {
	'space.space.list': listSpaces,
	'space.discussion.list': listDiscussions,
	'space.discussion.create': createDiscussion,
	'space.comment.create': createComment,
	...fileOperations,
} satisfies Handlers;
