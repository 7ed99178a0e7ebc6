import type { Sql } from '../../types';
import { unknownObject } from '../errors';
import { insertRow, requireRow, updateRow } from '../rows';

/** The category that all others are in. */
export const ROOT = 1;

/** What callers write in a topic or a draft. */
export interface TopicContent {
	subject: string;
	body: string;
	htmlBody: boolean;
	/** The name of the sender as it was entered. */
	sender: string | null;
	acknowledgement: boolean;
	allowComments: boolean;
	operatorType: 'ONLY_SENDER' | 'SELECT_USERS';
	/** IDs of users. */
	operators: string[];
	/** Both are null if the period is unlimited. */
	publicStart: Date | null;
	publicEnd: Date | null;
	draft: boolean;
}

export interface Topic extends TopicContent {
	id: number;
	categoryId: number;
	categoryName: string;
	creator: string;
	createdAt: Date;
	updater: string;
	updatedAt: Date;
}

export const selectTopics = `SELECT topic.id, category_id AS "categoryId",
	category.name AS "categoryName", subject, body, html_body AS "htmlBody", sender, acknowledgement,
	allow_comments AS "allowComments", operator_type AS "operatorType", operators,
	public_start AS "publicStart", public_end AS "publicEnd", draft, creator,
	created_at AS "createdAt", updater, updated_at AS "updatedAt"
	FROM groupware_bulletin_topic topic
	JOIN groupware_bulletin_category category ON category.id = category_id`;

/** Adds a category, below the root unless another parent is given. */
export async function insertCategory(
	sql: Sql,
	name: string,
	{ description = null, parent = ROOT }: { description?: string | null; parent?: number | null },
): Promise<number> {
	const { id } = await insertRow(sql, 'groupware_bulletin_category', {
		name,
		description,
		parent_id: parent,
	});
	return id;
}

export async function requireCategory(sql: Sql, id: number, name: string): Promise<void> {
	await requireRow(sql, 'groupware_bulletin_category', id, unknownObject(name));
}

/** Adds a topic or draft and returns its ID. */
export async function insertTopic(
	sql: Sql,
	category: number,
	content: TopicContent,
	creator: string,
	at: Date,
): Promise<number> {
	const { id } = await insertRow(sql, 'groupware_bulletin_topic', {
		category_id: category,
		creator,
		created_at: at,
		...written(content, creator, at),
	});
	return id;
}

export async function updateTopic(
	sql: Sql,
	id: number,
	content: TopicContent,
	updater: string,
	at: Date,
): Promise<void> {
	await updateRow(sql, 'groupware_bulletin_topic', id, written(content, updater, at));
}

function written(content: TopicContent, updater: string, at: Date): Record<string, unknown> {
	return {
		updater,
		updated_at: at,
		subject: content.subject,
		body: content.body,
		html_body: content.htmlBody,
		sender: content.sender,
		acknowledgement: content.acknowledgement,
		allow_comments: content.allowComments,
		operator_type: content.operatorType,
		operators: content.operators,
		public_start: content.publicStart,
		public_end: content.publicEnd,
		draft: content.draft,
	};
}
