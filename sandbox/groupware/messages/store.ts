import type { Sql } from '../../types';
import { insertRow } from '../rows';

export const operatorTypes = ['ONLY_SENDER', 'SELECT_USERS', 'ALL_TO_RECIPIENTS'] as const;

export interface Recipient {
	/** Id of the user. */
	id: string;
	acknowledged: boolean;
}

export interface NewMessage {
	title: string;
	body: string;
	htmlBody: boolean;
	acknowledgement: boolean;
	draft: boolean;
	operatorType: (typeof operatorTypes)[number];
	creator: string;
	createdAt: Date;
	/** Null for a message nobody changed. */
	updater: string | null;
	updatedAt: Date | null;
}

export interface Message extends NewMessage {
	id: number;
	recipients: Recipient[];
	/** Ids of users. */
	operators: string[];
}

export const messageColumns = `id, title, body, html_body AS "htmlBody", acknowledgement, draft,
	operator_type AS "operatorType", creator, created_at AS "createdAt", updater,
	updated_at AS "updatedAt"`;

export type MessageRow = Omit<Message, 'recipients' | 'operators'>;

/** Undefined when there is none. */
export async function loadMessage(sql: Sql, id: number): Promise<Message | undefined> {
	const [row] = await sql.query<MessageRow>(
		`SELECT ${messageColumns} FROM groupware_message WHERE id = $1`,
		[id],
	);
	if (row === undefined) return undefined;
	const recipients = await sql.query<Recipient>(
		`SELECT member AS id, acknowledged FROM groupware_message_recipient
		WHERE message_id = $1 ORDER BY position`,
		[id],
	);
	const operators = await sql.query<{ id: string }>(
		`SELECT member AS id FROM groupware_message_operator WHERE message_id = $1 ORDER BY position`,
		[id],
	);
	return { ...row, recipients, operators: operators.map((operator) => operator.id) };
}

export async function insertMessage(
	sql: Sql,
	message: NewMessage,
	recipients: readonly Recipient[],
	operators: readonly string[],
): Promise<Message> {
	const values = {
		title: message.title,
		body: message.body,
		html_body: message.htmlBody,
		acknowledgement: message.acknowledgement,
		draft: message.draft,
		operator_type: message.operatorType,
		creator: message.creator,
		created_at: message.createdAt,
		updater: message.updater,
		updated_at: message.updatedAt,
	};
	const row = await insertRow<MessageRow>(sql, 'groupware_message', values, messageColumns);
	await sql.query(
		`INSERT INTO groupware_message_recipient (message_id, position, member, acknowledged)
		SELECT $1::int, position, member, acknowledged
		FROM unnest($2::text[], $3::boolean[]) WITH ORDINALITY AS one (member, acknowledged, position)`,
		[row.id, recipients.map(({ id }) => id), recipients.map(({ acknowledged }) => acknowledged)],
	);
	await sql.query(
		`INSERT INTO groupware_message_operator (message_id, position, member)
		SELECT $1::int, position, member FROM unnest($2::text[]) WITH ORDINALITY AS one (member, position)`,
		[row.id, operators],
	);
	return { ...row, recipients: [...recipients], operators: [...operators] };
}
