import type { Sql } from '../../types';
import { unknownObject } from '../errors';

/** The category that all others are in. */
export const ROOT = 1;

export const operatorTypes = ['ONLY_SENDER', 'SELECT_USERS'] as const;

/** What callers write in a topic or a draft. */
export interface TopicContent {
	subject: string;
	body: string;
	htmlBody: boolean;
	/** The name of the sender as it was entered. */
	sender: string | null;
	acknowledgement: boolean;
	allowComments: boolean;
	operatorType: (typeof operatorTypes)[number];
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
	const [row] = await sql.query<{ id: number }>(
		`INSERT INTO groupware_bulletin_category (name, description, parent_id) VALUES ($1, $2, $3)
		RETURNING id`,
		[name, description, parent],
	);
	if (row === undefined) throw new Error('The category was not added');
	return row.id;
}

export async function requireCategory(sql: Sql, id: number, name: string): Promise<void> {
	const rows = await sql.query('SELECT 1 FROM groupware_bulletin_category WHERE id = $1', [id]);
	if (rows.length === 0) throw unknownObject(name);
}

/** Adds a topic or draft and returns its ID. */
export async function insertTopic(
	sql: Sql,
	category: number,
	content: TopicContent,
	creator: string,
	at: Date,
): Promise<number> {
	const [row] = await sql.query<{ id: number }>(
		`INSERT INTO groupware_bulletin_topic (category_id, creator, created_at, updater, updated_at,
			subject, body, html_body, sender, acknowledgement, allow_comments, operator_type, operators,
			public_start, public_end, draft)
		VALUES ($1, $2, $3, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text[], $12, $13, $14) RETURNING id`,
		[category, creator, at.toISOString(), ...contentValues(content)],
	);
	if (row === undefined) throw new Error('The topic was not added');
	return row.id;
}

export async function updateTopic(
	sql: Sql,
	id: number,
	content: TopicContent,
	updater: string,
	at: Date,
): Promise<void> {
	await sql.query(
		`UPDATE groupware_bulletin_topic SET updater = $2, updated_at = $3, subject = $4, body = $5,
			html_body = $6, sender = $7, acknowledgement = $8, allow_comments = $9, operator_type = $10,
			operators = $11::text[], public_start = $12, public_end = $13, draft = $14
		WHERE id = $1`,
		[id, updater, at.toISOString(), ...contentValues(content)],
	);
}

function contentValues(content: TopicContent): unknown[] {
	return [
		content.subject,
		content.body,
		content.htmlBody,
		content.sender,
		content.acknowledgement,
		content.allowComments,
		content.operatorType,
		content.operators,
		content.publicStart?.toISOString() ?? null,
		content.publicEnd?.toISOString() ?? null,
		content.draft,
	];
}
