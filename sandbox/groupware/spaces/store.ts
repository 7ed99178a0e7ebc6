import type { Sql } from '../../types';
import type { Member } from '../member';
import { insertRow } from '../rows';

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
	{ title, ...post }: NewPost,
): Promise<DiscussionRow> {
	const values = { space_id: space, title, ...written(post) };
	return await insertRow<DiscussionRow>(sql, 'groupware_discussion', values, discussionColumns);
}

export async function insertComment(
	sql: Sql,
	discussion: number,
	comment: Omit<NewPost, 'title'>,
): Promise<number> {
	const values = { discussion_id: discussion, ...written(comment) };
	const { id } = await insertRow(sql, 'groupware_discussion_comment', values);
	return id;
}

function written({ body, htmlBody, creator, createdAt }: Omit<NewPost, 'title'>) {
	return { body, html_body: htmlBody, creator, created_at: createdAt };
}
