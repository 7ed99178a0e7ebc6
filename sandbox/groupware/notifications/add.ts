import type { SceneNotification, SceneNotificationApp } from '../arrange/scene';
import { moment, type Stage, userId } from '../arrange/stage';
import { notify } from './store';

/** An application with the same code gets these addresses. */
export async function addNotificationApp(
	{ sql }: Pick<Stage, 'sql'>,
	{ code, urls, isActive = true }: SceneNotificationApp,
): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_notification_app (code, urls, active) VALUES ($1, $2, $3)
		ON CONFLICT (code) DO UPDATE SET urls = excluded.urls, active = excluded.active`,
		[code, urls, isActive],
	);
}

export async function addNotification(stage: Stage, scene: SceneNotification): Promise<void> {
	const users = scene.to.map((login) => userId(stage, login));
	await notify(
		stage.sql,
		{
			module: scene.module,
			key: scene.key,
			creator: userId(stage, scene.from),
			createdAt: moment(stage, scene.createdAt),
			operation: scene.operation ?? 'add',
			url: `${stage.baseUrl}/g/`,
			title: scene.title,
			body: scene.body ?? '',
			icon: '',
		},
		users,
	);
	if (scene.isRead !== true) return;
	await stage.sql.query(
		`UPDATE groupware_notification SET read = true
		WHERE module = $1 AND key = $2 AND member = ANY ($3::text[])`,
		[scene.module, scene.key, users],
	);
}

export async function readNotifications(stage: Stage, login: string): Promise<void> {
	await stage.sql.query('UPDATE groupware_notification SET read = true WHERE member = $1', [
		userId(stage, login),
	]);
}
