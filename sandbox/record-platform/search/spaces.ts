import type { Context } from '../context';
import { hasRole, usersOfSpace } from '../spaces/access';
import { listSpaces, type Space } from '../spaces/store';
import type { Document } from './document';

interface ThreadRow {
	id: string;
	name: string;
	body: string;
	created_at: Date;
	creator: string;
}

interface CommentRow {
	id: string;
	thread: string;
	text: string;
	created_at: Date;
	creator: string;
}

/** The spaces that the caller may read, with their threads and what was written there. */
export async function spaceDocuments(context: Context): Promise<Document[]> {
	const found: Document[] = [];
	for (const space of await listSpaces(context.sql)) {
		const isHere = space.isGuest
			? space.id === context.guestSpaceId
			: context.guestSpaceId === undefined;
		const users = await usersOfSpace(context, space);
		if (isHere && hasRole(context, space, users, 'reader')) {
			found.push(...(await inSpace(context, space)));
		}
	}
	return found;
}

async function inSpace(context: Context, space: Space): Promise<Document[]> {
	const directory = await context.directory();
	const threads = await context.sql.query<ThreadRow>(
		`select id::text as id, name, body, created_at, creator from space_threads
		where space_id = $1::bigint order by id`,
		[space.id],
	);
	const comments = await context.sql.query<CommentRow>(
		`select id::text as id, thread_id::text as thread, text, created_at, creator from space_thread_comments
		where thread_id = any($1::bigint[]) order by id`,
		[threads.map(({ id }) => id)],
	);
	const owner = { scope: 'SPACE' as const, id: space.id };
	const ofSpace = { spaceId: space.id, spaceName: space.name };
	const made = ({ created_at, creator }: { created_at: Date; creator: string }) => ({
		createdAt: `${new Date(created_at).toISOString().slice(0, 19)}Z`,
		creator: directory.named(creator),
	});
	const spaceItself: Document = {
		type: 'SPACE',
		url: `#/space/${space.id}`,
		createdAt: new Date(space.createdAt),
		creator: space.creator,
		owner,
		texts: [{ text: space.name }, { text: plain(space.body) }],
		hit: () => ({
			space: { ...ofSpace, ...made({ created_at: space.createdAt, creator: space.creator }) },
		}),
	};
	return [
		spaceItself,
		...threads.flatMap((thread): Document[] => {
			const ofThread = { ...ofSpace, threadId: thread.id, threadName: thread.name };
			const url = `#/space/${space.id}/thread/${thread.id}`;
			return [
				{
					type: 'THREAD',
					url,
					createdAt: new Date(thread.created_at),
					creator: thread.creator,
					owner,
					texts: [{ text: thread.name }, { text: plain(thread.body) }],
					hit: () => ({ thread: { ...ofThread, ...made(thread) } }),
				},
				...comments
					.filter((comment) => comment.thread === thread.id)
					.map((comment): Document => ({
						type: 'THREAD_COMMENT',
						url: `${url}/${comment.id}`,
						createdAt: new Date(comment.created_at),
						creator: comment.creator,
						owner,
						texts: [{ text: comment.text }],
						hit: () => ({
							threadComment: { ...ofThread, commentId: comment.id, ...made(comment) },
						}),
					})),
			];
		}),
	];
}

function plain(html: string): string {
	return html.replace(/<[^<>]*>/g, ' ').trim();
}
