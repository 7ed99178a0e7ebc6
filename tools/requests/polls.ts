import type { IDataObject } from 'n8n-workflow';

import { tenantAt } from '../../test/properties/tenant';
import { Api } from '../../test/sandbox/record-platform/api';
import { users } from '../../test/workflow/groupware/world';
import { triggerFor as groupwareTrigger } from '../../test/workflow/groupware/trigger/scene';
import { triggerFor as recordTrigger } from '../../test/workflow/record-platform/trigger/scene';

/** Requests of a poll of a published workflow. */
export interface PollRow {
	trigger: string;
	watches: string;
	/** The poll that sets the start. */
	first: number;
	/** A poll without a change. */
	idle: number;
}

const RECORDS: Record<string, IDataObject> = {
	'records created or updated': {},
	'records created or updated, with conditions': { filter: 'query', query: 'Name = "a"' },
	'a watched field': { options: { watchedFields: ['Name'] } },
	'Status Changed': { events: ['statusChanged'] },
	'Record Deleted, with Find Deleted Records': {
		events: ['deleted'],
		options: { findDeleted: true },
	},
	'all events with Use Webhook': {
		events: ['created', 'updated', 'statusChanged', 'commented', 'deleted'],
		useWebhook: true,
	},
	'records created or updated, with Ignore Own Changes': { options: { ignoreOwn: true } },
};

const GROUPWARE: Record<string, IDataObject> = {
	'events of your calendar': {},
	'events, canceled ones too': { events: ['created', 'changed', 'canceled'] },
	'events that start soon': { events: ['startingSoon'] },
	messages: { triggerOn: 'message' },
	notifications: { triggerOn: 'notification' },
	organizations: { triggerOn: 'organization' },
	'presence of one user': {
		triggerOn: 'presence',
		users: users('sato'),
	},
	users: { triggerOn: 'user' },
	'workflow requests submitted': { triggerOn: 'workflowRequest' },
	'status of workflow requests': {
		triggerOn: 'workflowRequest',
		requestEvents: ['statusChanged'],
	},
};

/** @param origin of a sandbox */
export async function countPolls(origin: string): Promise<PollRow[]> {
	const tenant = tenantAt(origin);
	await tenant.control('reset', { demo: true });
	const api = new Api(tenant);
	const app = await api.makeApp(
		{ Name: { type: 'SINGLE_LINE_TEXT' } },
		{
			enable: true,
			states: { Open: { name: 'Open', index: '0' }, Done: { name: 'Done', index: '1' } },
			actions: [{ name: 'Finish', from: 'Open', to: 'Done' }],
		},
	);
	await api.send('POST', 'record.json', { app, record: { Name: { value: 'a' } } });
	const count = async (trigger: Awaited<ReturnType<typeof recordTrigger>>) => {
		const of = async () => {
			await fetch(`${tenant.url}/_sandbox/requests`, { method: 'DELETE' });
			await trigger.poll();
			const answer = await fetch(`${tenant.url}/_sandbox/requests`);
			return ((await answer.json()) as { requests: unknown[] }).requests.length;
		};
		const first = await of();
		await tenant.control('clock', { advanceSeconds: 600 });
		// What is new to the first idle poll is the overlap with the first one.
		await of();
		await tenant.control('clock', { advanceSeconds: 600 });
		return { first, idle: await of() };
	};
	const rows: PollRow[] = [];
	for (const [watches, parameters] of Object.entries(RECORDS)) {
		const counts = await count(await recordTrigger(tenant, app, parameters));
		rows.push({ trigger: 'Record Platform Trigger', watches, ...counts });
	}
	for (const [watches, parameters] of Object.entries(GROUPWARE)) {
		const counts = await count(await groupwareTrigger(tenant, parameters));
		rows.push({ trigger: 'Groupware Trigger', watches, ...counts });
	}
	return rows;
}
