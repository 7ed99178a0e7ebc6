import type { Tenant } from '../../types';
import { loadDirectory } from '../directory';
import { addBulletinCategory, addTopic } from '../bulletin/add';
import { addEventComment } from '../events/comments';
import { addSeries } from '../events/add';
import { type ReadingName, readings, setReading } from '../readings';
import { addMessage } from '../messages/add';
import { addNotification, addNotificationApp, readNotifications } from '../notifications/add';
import { addPlugin } from '../plugins';
import { addPresenceStatus } from '../presence';
import { addSpace } from '../spaces/add';
import { addTodo, addTodoCategory } from '../todo';
import { addForm, addRequest, setRequestStatus } from '../workflow/add';
import type { Arranged, Scene } from './scene';
import type { Stage } from './stage';

/** Puts all of a scene into the tenant, or nothing of it: a ControlError says what is wrong with it. */
export async function arrange(tenant: Tenant, scene: Scene): Promise<Arranged> {
	const stored: string[] = [];
	try {
		return await tenant.transaction(async (sql) =>
			build(scene, {
				sql,
				files: tenant.files,
				directory: await loadDirectory(sql),
				now: tenant.clock.now(),
				baseUrl: tenant.baseUrl,
				stored,
			}),
		);
	} catch (error) {
		for (const key of stored) await tenant.files.delete(key);
		throw error;
	}
}

async function build(scene: Scene, stage: Stage): Promise<Arranged> {
	const each = <Item, Made>(
		items: readonly Item[] | undefined,
		add: (stage: Stage, item: Item) => Promise<Made>,
	) => inTurn(items, (item) => add(stage, item));
	const forms = await each(scene.forms, addForm);
	const requests = await each(scene.requests, addRequest);
	await each(scene.requestStatuses, setRequestStatus);
	const messages = await each(scene.messages, addMessage);
	const spaces = await each(scene.spaces, addSpace);
	const bulletinCategories = await each(scene.bulletinCategories, addBulletinCategory);
	const topics = await each(scene.topics, addTopic);
	const eventComments = await each(scene.eventComments, addEventComment);
	const todoCategories = await each(scene.todoCategories, addTodoCategory);
	const todos = await each(scene.todos, addTodo);
	await each(scene.presenceStatuses, addPresenceStatus);
	await each(scene.notificationApps, addNotificationApp);
	await each(scene.notifications, addNotification);
	await each(scene.notificationsRead, readNotifications);
	await each(scene.plugins, addPlugin);
	await each(scene.series, addSeries);
	for (const name of Object.keys(readings) as ReadingName[]) {
		const reading = scene[name];
		if (reading) await setReading(stage.sql, name, reading);
	}
	return {
		...(forms && { forms }),
		...(requests && { requests }),
		...(messages && { messages }),
		...(spaces && { spaces }),
		...(bulletinCategories && { bulletinCategories }),
		...(topics && { topics }),
		...(eventComments && { eventComments }),
		...(todoCategories && { todoCategories }),
		...(todos && { todos }),
	};
}

/** One after the other, as a transaction needs it; undefined for a list that was left out. */
async function inTurn<Item, Made>(
	items: readonly Item[] | undefined,
	add: (item: Item) => Promise<Made>,
): Promise<Made[] | undefined> {
	if (items === undefined) return undefined;
	const made: Made[] = [];
	for (const item of items) made.push(await add(item));
	return made;
}
