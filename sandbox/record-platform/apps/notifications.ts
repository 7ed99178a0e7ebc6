import type { Context } from '../context';
import { invalid } from '../errors';
import { findField, type FieldType } from '../form';
import type { Parameters } from '../parameters';
import { readCondition } from './conditions';
import { fieldNotFound, readTarget, requireNoOrganizations } from './entities';
import {
	type GeneralNotifications,
	partOf,
	type RecordNotification,
	type Reminder,
	type Target,
} from './parts';
import { readTime } from './report-periods';
import type { OpenApp } from './store';

const TARGETS = ['USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY'] as const;
const DATE_FIELDS: ReadonlySet<FieldType> = new Set<FieldType>([
	'DATE',
	'DATETIME',
	'CREATED_TIME',
	'UPDATED_TIME',
]);

/** Notifications of what happens to records; a list that was not sent stays. */
export async function changeGeneral(
	context: Context,
	app: OpenApp,
	given: Parameters,
): Promise<GeneralNotifications> {
	const before = partOf(app.design.parts, 'generalNotifications');
	const notifications = given.has('notifications') ? [] : before.notifications;
	for (const element of given.elements('notifications')) {
		notifications.push({
			...(await readTarget(context, app, element, TARGETS)),
			recordAdded: element.boolean('recordAdded'),
			recordEdited: element.boolean('recordEdited'),
			commentAdded: element.boolean('commentAdded'),
			statusChanged: element.boolean('statusChanged'),
			fileImported: element.boolean('fileImported'),
		});
	}
	const notifyToCommenter = given.optionalBoolean('notifyToCommenter') ?? before.notifyToCommenter;
	return { notifications, notifyToCommenter };
}

export async function readPerRecord(
	context: Context,
	app: OpenApp,
	given: Parameters,
): Promise<RecordNotification[]> {
	if (!given.has('notifications')) given.missing('notifications');
	const read: RecordNotification[] = [];
	for (const element of given.elements('notifications')) {
		read.push(await readNotification(context, app, element, true));
	}
	return read;
}

async function readNotification(
	context: Context,
	app: OpenApp,
	given: Parameters,
	conditionRequired: boolean,
): Promise<RecordNotification> {
	if (conditionRequired && !given.has('filterCond')) given.missing('filterCond');
	const filterCond = await readCondition(context, app, given);
	const title = given.optionalText('title', { maximum: 100 }) ?? '';
	if (!given.has('targets')) given.missing('targets');
	const targets: Target[] = [];
	for (const element of given.elements('targets')) {
		targets.push(await readTarget(context, app, element, TARGETS));
	}
	return { filterCond, title, targets };
}

/** Reminders by a date of the record; a list that was not sent stays. */
export async function changeReminders(
	context: Context,
	app: OpenApp,
	given: Parameters,
): Promise<{ notifications: Reminder[]; timezone: string }> {
	const before = partOf(app.design.parts, 'reminders');
	const timezone = readTimeZone(given) ?? before.timezone;
	if (!given.has('notifications')) return { ...before, timezone };
	const notifications: Reminder[] = [];
	for (const element of given.elements('notifications')) {
		const timing = readTiming(app, element.inside('timing') ?? element.missing('timing'));
		const notification = await readNotification(context, app, element, false);
		const entities = notification.targets.map((target) => target.entity);
		requireNoOrganizations(app, entities, element.path('targets'));
		notifications.push({ ...notification, timing });
	}
	return { notifications, timezone };
}

function readTiming(app: OpenApp, given: Parameters): Reminder['timing'] {
	const code = given.text('code');
	const found = findField(app.design.fields, code);
	if (!found || found.table) throw fieldNotFound(code);
	if (!DATE_FIELDS.has(found.field.type)) {
		throw invalid(given.path('code'), 'Specify a field with a date.');
	}
	const daysLater = distance(given, 'daysLater');
	if (given.has('hoursLater') === given.has('time')) {
		throw invalid(given.path('time'), 'Specify either hoursLater or time.');
	}
	if (given.has('hoursLater')) {
		return { code, daysLater, hoursLater: distance(given, 'hoursLater') };
	}
	const time = readTime(given);
	if (!time.endsWith('0'))
		throw invalid(given.path('time'), 'Specify a time in steps of 10 minutes.');
	return { code, daysLater, time };
}

function distance(given: Parameters, name: string): string {
	if (!given.has(name)) given.missing(name);
	return String(given.integer(name, { minimum: -10_000, maximum: 10_000, default: 0 }));
}

function readTimeZone(given: Parameters): string | undefined {
	const zone = given.optionalText('timezone');
	if (zone === undefined || zone === '') return undefined;
	try {
		new Intl.DateTimeFormat('en', { timeZone: zone });
	} catch {
		throw invalid(given.path('timezone'), 'Specify the ID of a time zone.');
	}
	return zone;
}
