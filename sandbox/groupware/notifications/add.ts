import type { NotificationFixture, NotificationAppFixture } from '../fixtures/types';
import { moment, type FixtureContext, userId } from '../fixtures/context';
import { notify } from './store';

/** An application with the same code gets these addresses. */
export async function addNotificationApp(
	{ sql }: Pick<FixtureContext, 'sql'>,
	{ code, urls, isActive = true }: NotificationAppFixture,
): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_notification_app (code, urls, active) VALUES ($1, $2, $3)
		ON CONFLICT (code) DO UPDATE SET urls = excluded.urls, active = excluded.active`,
		[code, urls, isActive],
	);
}

export async function addNotification(
	context: FixtureContext,
	fixture: NotificationFixture,
): Promise<void> {
	const users = fixture.to.map((login) => userId(context, login));
	await notify(
		context.sql,
		{
			module: fixture.module,
			key: fixture.key,
			creator: userId(context, fixture.from),
			createdAt: moment(context, fixture.createdAt),
			operation: fixture.operation ?? 'add',
			url: `${context.baseUrl}/g/`,
			title: fixture.title,
			body: fixture.body ?? '',
			icon: '',
		},
		users,
	);
	if (fixture.isRead !== true) return;
	await context.sql.query(
		`UPDATE groupware_notification SET read = true
		WHERE module = $1 AND key = $2 AND member = ANY ($3::text[])`,
		[fixture.module, fixture.key, users],
	);
}

export async function readNotifications(context: FixtureContext, login: string): Promise<void> {
	await context.sql.query('UPDATE groupware_notification SET read = true WHERE member = $1', [
		userId(context, login),
	]);
}
