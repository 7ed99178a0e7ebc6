import { integer, object, optional, type Read, text, unlessBlank } from '../../input/readers';
import type { Context } from '../context';
import { invalid } from '../errors';
import { findField, type FieldType } from '../form';
import { type Body, inputErrors } from '../input';
import { readCondition } from './conditions';
import {
	fieldNotFound,
	readTargets,
	requireNoOrganizations,
	type SentTarget,
	switchesOf,
} from './entities';
import { type GeneralNotifications, partOf, type RecordNotification, type Reminder } from './parts';
import { time as timeOfDay } from './report-periods';
import type { OpenApp } from './store';

const DATE_FIELDS: ReadonlySet<FieldType> = new Set<FieldType>([
	'DATE',
	'DATETIME',
	'CREATED_TIME',
	'UPDATED_TIME',
]);
const EVENTS = [
	'recordAdded',
	'recordEdited',
	'commentAdded',
	'statusChanged',
	'fileImported',
] as const;

/** Notifications of what happens to records; a list that was not sent stays. */
export async function changeGeneral(
	context: Context,
	app: OpenApp,
	{ notifications: sent, notifyToCommenter }: Body<'app.notifications.general.update'>,
): Promise<GeneralNotifications> {
	const before = partOf(app.design.parts, 'generalNotifications');
	const targets = await readTargets(context, app, sent ?? [], 'notifications');
	return {
		notifications: sent
			? targets.map((target, index) => ({ ...target, ...switchesOf(sent[index] ?? {}, EVENTS) }))
			: before.notifications,
		notifyToCommenter: notifyToCommenter ?? before.notifyToCommenter,
	};
}

export async function readPerRecord(
	context: Context,
	app: OpenApp,
	{ notifications }: Body<'app.notifications.perRecord.update'>,
): Promise<RecordNotification[]> {
	const read: RecordNotification[] = [];
	for (const [index, sent] of notifications.entries()) {
		read.push(await readNotification(context, app, sent, `notifications[${index}]`));
	}
	return read;
}

async function readNotification(
	context: Context,
	app: OpenApp,
	sent: { filterCond?: string; title?: string; targets: SentTarget[] },
	path: string,
): Promise<RecordNotification> {
	return {
		filterCond: await readCondition(context, app, sent.filterCond, `${path}.filterCond`),
		title: sent.title ?? '',
		targets: await readTargets(context, app, sent.targets, `${path}.targets`),
	};
}

/** Reminders by a date of the record; a list that was not sent stays. */
export async function changeReminders(
	context: Context,
	app: OpenApp,
	sent: Body<'app.notifications.reminder.update'>,
): Promise<{ notifications: Reminder[]; timezone: string }> {
	const before = partOf(app.design.parts, 'reminders');
	const timezone = sent.timezone || before.timezone;
	requireTimeZone(timezone);
	if (!sent.notifications) return { ...before, timezone };
	const notifications: Reminder[] = [];
	for (const [index, element] of sent.notifications.entries()) {
		const path = `notifications[${index}]`;
		const timing = timingOf(
			app,
			TIMING(element.timing, `${path}.timing`, inputErrors),
			`${path}.timing`,
		);
		const notification = await readNotification(context, app, element, path);
		const entities = notification.targets.map((target) => target.entity);
		requireNoOrganizations(app, entities, `${path}.targets`);
		notifications.push({ ...notification, timing });
	}
	return { notifications, timezone };
}

const TIMING = object({
	code: text(1),
	daysLater: integer(-10_000, 10_000),
	hoursLater: unlessBlank(integer(-10_000, 10_000)),
	time: optional(timeOfDay),
});

function timingOf(
	app: OpenApp,
	{ code, time, ...sent }: Read<typeof TIMING>,
	path: string,
): Reminder['timing'] {
	const found = findField(app.design.fields, code);
	if (!found || found.table) throw fieldNotFound(code);
	if (!DATE_FIELDS.has(found.field.type)) {
		throw invalid(`${path}.code`, 'Specify a field with a date.');
	}
	const daysLater = String(sent.daysLater);
	if ((sent.hoursLater === undefined) === (time === undefined)) {
		throw invalid(`${path}.time`, 'Specify either hoursLater or time.');
	}
	if (time === undefined) return { code, daysLater, hoursLater: String(sent.hoursLater) };
	if (!time.endsWith('0')) {
		throw invalid(`${path}.time`, 'Specify a time in steps of 10 minutes.');
	}
	return { code, daysLater, time };
}

function requireTimeZone(timeZone: string): void {
	try {
		new Intl.DateTimeFormat('en', { timeZone });
	} catch {
		throw invalid('timezone', 'Specify the ID of a time zone.');
	}
}
