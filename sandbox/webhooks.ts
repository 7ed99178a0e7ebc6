import type { Sql } from './types';

/** Kinds of record event the record platform notifies of (docs/api/record-platform.md, section 12). */
export const webhookEvents = [
	'ADD_RECORD',
	'UPDATE_RECORD',
	'DELETE_RECORD',
	'UPDATE_STATUS',
	'ADD_RECORD_COMMENT',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** A webhook as the settings page of an app holds it. */
export interface Webhook {
	id: string;
	/** Id of the app. */
	app: string;
	url: string;
	events: WebhookEvent[];
	active: boolean;
}

/** A webhook to send once the request that caused it has ended. */
export interface Notice {
	url: string;
	body: { id: string; type: WebhookEvent; [key: string]: unknown };
}

export const webhooksSchema = `
create table webhooks (
	id bigint generated always as identity primary key,
	app_id bigint not null,
	url text not null,
	events text[] not null,
	active boolean not null
);
`;

const columns = 'id::text as "id", app_id::text as app, url, events, active';

export async function addWebhook(sql: Sql, webhook: Omit<Webhook, 'id'>): Promise<Webhook> {
	const [row] = await sql.query<Webhook>(
		`insert into webhooks (app_id, url, events, active) values ($1, $2, $3, $4) returning ${columns}`,
		[webhook.app, webhook.url, webhook.events, webhook.active],
	);
	if (!row) throw new Error('The webhook was not added');
	return row;
}

/** All webhooks, or those that want to hear of one kind of event in one app. */
export function listWebhooks(
	sql: Sql,
	about?: { app: string; event: WebhookEvent },
): Promise<Webhook[]> {
	return sql.query<Webhook>(
		`select ${columns} from webhooks
		where $1::bigint is null or (app_id = $1::bigint and active and $2 = any(events))
		order by webhooks.id`,
		[about?.app ?? null, about?.event ?? ''],
	);
}

/** False when there was no such webhook. */
export async function deleteWebhook(sql: Sql, id: string): Promise<boolean> {
	const rows = await sql.query('delete from webhooks where id::text = $1 returning id', [id]);
	return rows.length > 0;
}
