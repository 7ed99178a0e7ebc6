import { randomUUID } from 'node:crypto';
import { listWebhooks, type WebhookEvent } from '../webhooks';
import type { OpenApp } from './apps/store';
import type { Context } from './context';
import { cellValue, toRecord } from './records/read';
import { findRecord } from './records/row';

/** Tells the app's webhooks of a record that was written (docs/api: webhooks). */
export async function notifyOfRecord(
	context: Context,
	app: OpenApp,
	type: 'ADD_RECORD' | 'UPDATE_RECORD' | 'UPDATE_STATUS',
	recordId: string,
): Promise<void> {
	await notify(context, app, type, async () => {
		const stored = await findRecord(context.sql, app.id, recordId);
		const directory = await context.directory();
		const { titleField } = app.design.settings;
		const title =
			titleField.selectionMode === 'MANUAL' ? app.design.fields[titleField.code ?? ''] : undefined;
		return {
			record: toRecord(stored, app, directory),
			recordTitle: String((title && cellValue(stored, title, app, directory)) ?? recordId),
			url: pageOf(context, app, recordId),
		};
	});
}

export async function notifyOfDeletion(
	context: Context,
	app: OpenApp,
	recordId: string,
): Promise<void> {
	await notify(context, app, 'DELETE_RECORD', () => ({
		recordId,
		deletedBy: context.person,
		deletedAt: `${context.now.toISOString().slice(0, 19)}Z`,
	}));
}

export async function notifyOfComment(
	context: Context,
	app: OpenApp,
	recordId: string,
	comment: { id: string; [key: string]: unknown },
): Promise<void> {
	await notify(context, app, 'ADD_RECORD_COMMENT', () => ({
		recordId,
		comment,
		url: `${pageOf(context, app, recordId)}&comment=${comment.id}`,
	}));
}

async function notify(
	context: Context,
	app: OpenApp,
	type: WebhookEvent,
	content: () => object | Promise<object>,
): Promise<void> {
	const webhooks = await listWebhooks(context.sql, { app: app.id, event: type });
	if (webhooks.length === 0) return;
	const about = { type, app: { id: app.id, name: app.design.name }, ...(await content()) };
	for (const { url } of webhooks)
		context.notices.push({ url, body: { id: randomUUID(), ...about } });
}

function pageOf({ tenant }: Context, app: OpenApp, recordId: string): string {
	const space = app.inGuestSpace ? `guest/${app.spaceId}/` : '';
	return `${tenant.baseUrl}/k/${space}${app.id}/show#record=${recordId}`;
}
