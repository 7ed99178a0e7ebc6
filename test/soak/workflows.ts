import {
	byId,
	chain,
	type ChainedNode,
	groupware,
	mapped,
	recordPlatform,
} from '../cluster/support/workflows';

const core = (name: string, type: string, typeVersion: number, parameters: object) => {
	return { name, type: `n8n-nodes-base.${type}`, typeVersion, parameters };
};
const every = (secondsInterval: number) => {
	const rule = { interval: [{ field: 'seconds', secondsInterval }] };
	return core('Schedule', 'scheduleTrigger', 1.2, { rule });
};
const record = (name: string, operation: string, app: string, more: object) =>
	recordPlatform(name, { resource: 'record', operation, app: byId(app), options: {}, ...more });
const event = (name: string, operation: string, more: object) =>
	groupware(name, { resource: 'event', operation, ...more });
const trigger = (node: ChainedNode) => ({ ...node, type: `${node.type}Trigger` });
/** The shortest time between two polls that n8n allows. */
const polling = { pollTimes: { item: [{ mode: 'everyMinute' }] }, options: {} };

const text = { mode: 'raw', jsonOutput: '{"text":"Soak"}', options: {} };
const toFile = { operation: 'toText', sourceProperty: 'text', options: {} };
const task = byId('={{ $("Task").first().json.$id }}');
const eventId = byId('={{ $("Event").first().json.id }}');
const end = core('End', 'noOp', 1, {});

/** Schedules and triggers of both nodes. What is created is deleted, so that what is stored doesn't grow. */
export const workflows = [
	chain('A task and an event come and go', [
		every(5),
		core('Text', 'set', 3.4, text),
		core('File', 'convertToFile', 1.1, toFile),
		record('Task', 'create', '4', { fields: mapped({ Title: 'Soak', Attachments: 'data' }) }),
		event('Event', 'create', {
			subject: 'Soak',
			timeType: 'timed',
			start: '={{ $now.plus({ days: 1 }).toISO() }}',
			end: '={{ $now.plus({ hours: 25 }).toISO() }}',
			attendees: { rows: [{ kind: 'codes', codes: 'admin' }] },
			additionalFields: {},
		}),
		// Meanwhile, the triggers find them.
		core('Wait', 'wait', 1.1, { amount: 45 }),
		record('Download', 'downloadFromRecord', '4', { resource: 'file', recordId: task }),
		record('Delete Task', 'delete', '4', { recordId: task }),
		event('Delete Event', 'delete', { eventId }),
	]),
	chain('Products are read', [
		every(10),
		record('Get Many', 'getAll', '3', { returnAll: true, simplify: true }),
	]),
	chain('A task starts a workflow', [
		trigger(recordPlatform('Task', { ...polling, app: byId('4'), events: ['created'] })),
		end,
	]),
	chain('An event starts a workflow', [
		trigger(
			groupware('Event', { ...polling, triggerOn: 'event', events: ['created'], calendar: 'me' }),
		),
		end,
	]),
];
