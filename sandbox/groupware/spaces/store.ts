import type { Sql } from '../../types';
import type { Member } from '../member';

export interface SpaceRow {
	id: number;
	name: string;
	public: boolean;
	categoryId: number;
	categoryName: string;
	creator: string;
	createdAt: Date;
	/** Whether one of those who ask is a member. */
	member: boolean;
}

/**
 * Spaces with whether one of `$1` types and `$2` ids is among their members. To be followed by a
 * condition on `space`.
 */
export const selectSpaces = `SELECT * FROM (
	SELECT space.id, space.name, public, category_id AS "categoryId", category.name AS "categoryName",
		creator, created_at AS "createdAt", EXISTS (
			SELECT 1 FROM groupware_space_member named WHERE named.space_id = space.id
				AND (named.type, named.member) IN (SELECT * FROM unnest($1::text[], $2::text[]))
		) AS member
	FROM groupware_space space JOIN groupware_space_category category ON category.id = category_id
) space`;

/** The first two values of a statement that begins with `selectSpaces`. */
export function membershipValues(members: readonly Member[]): [string[], string[]] {
	return [members.map(({ type }) => type), members.map(({ id }) => id)];
}

export interface NewPost {
	title: string;
	body: string;
	htmlBody: boolean;
	creator: string;
	createdAt: Date;
}

export interface DiscussionRow extends NewPost {
	id: number;
}

export const discussionColumns = `id, title, body, html_body AS "htmlBody", creator,
	created_at AS "createdAt"`;

export async function insertDiscussion(
	sql: Sql,
	space: number,
	post: NewPost,
): Promise<DiscussionRow> {
	const [row] = await sql.query<DiscussionRow>(
		`INSERT INTO groupware_discussion (space_id, title, body, html_body, creator, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${discussionColumns}`,
		[space, post.title, post.body, post.htmlBody, post.creator, post.createdAt.toISOString()],
	);
	if (row === undefined) throw new Error('The discussion was not added');
	return row;
}

export async function insertComment(
	sql: Sql,
	discussion: number,
	comment: Omit<NewPost, 'title'>,
): Promise<number> {
	const [row] = await sql.query<{ id: number }>(
		`INSERT INTO groupware_discussion_comment (discussion_id, body, html_body, creator, created_at)
		VALUES ($1, $2, $3, $4, $5) RETURNING id`,
		[discussion, comment.body, comment.htmlBody, comment.creator, comment.createdAt.toISOString()],
	);
	if (row === undefined) throw new Error('The comment was not added');
	return row.id;
}
