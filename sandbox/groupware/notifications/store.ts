import type { Sql } from '../../types';

export const noticeOperations = ['add', 'modify', 'remove'] as const;

export interface Notice {
	/** `grn.message`, …, or `x.1` for an application outside. */
	module: string;
	/** Tells notices of one module apart; the same key again replaces the former one. */
	key: string;
	/** Id of the user. */
	creator: string;
	createdAt: Date;
	operation: (typeof noticeOperations)[number];
	url: string;
	title: string;
	body: string;
	icon: string;
}

export const noticeColumns = `module, key, creator, created_at AS "createdAt", operation, url, title,
	body, icon`;

/** Gives every one of these users the notice, unread, in place of an earlier one with its key. */
export async function notify(sql: Sql, notice: Notice, users: readonly string[]): Promise<void> {
	if (users.length === 0) return;
	// In one order everywhere, so that two notices at once cannot wait for each other.
	await sql.query(
		`INSERT INTO groupware_notification (member, module, key, creator, created_at, operation, url,
			title, body, icon)
		SELECT member, $2::text, $3::text, $4::text, $5::timestamptz, $6::text, $7::text, $8::text,
			$9::text, $10::text FROM unnest($1::text[]) AS member
		ON CONFLICT (member, module, key) DO UPDATE SET creator = excluded.creator,
			created_at = excluded.created_at, operation = excluded.operation, url = excluded.url,
			title = excluded.title, body = excluded.body, icon = excluded.icon, read = false`,
		[
			[...users].sort(),
			notice.module,
			notice.key,
			notice.creator,
			notice.createdAt.toISOString(),
			notice.operation,
			notice.url,
			notice.title,
			notice.body,
			notice.icon,
		],
	);
}
