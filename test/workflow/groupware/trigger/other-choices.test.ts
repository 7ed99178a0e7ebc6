import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../../support/sandbox';
import { eventIn, told, triggerFor } from './scene';

const sandbox = useSandbox();

const USER = { triggerOn: 'user' };
const REQUEST = { triggerOn: 'workflowRequest' };
const NOTIFICATION = { triggerOn: 'notification' };

it.each<[IDataObject, string]>([
	[{ calendar: '={{ "Selected" }}' }, '"Selected" is not a valid value for "Calendar Owner"'],
	[{ calendar: '={{ "selected " }}' }, '"selected " is not a valid value for "Calendar Owner"'],
	[{ events: '={{ ["created", "moved"] }}' }, '"moved" is not a valid value for "Events"'],
	[{ events: '={{ "created、moved" }}' }, '"moved" is not a valid value for "Events"'],
	[{ events: ['moved'] }, '"moved" is not a valid value for "Events"'],
	[{ ...USER, directoryEvents: '={{ ["Created"] }}' }, '"Created" is not a valid value for'],
	[{ ...USER, directoryEvents: [] }, 'No event is selected'],
	[{ ...USER, directoryEvents: '={{ [] }}' }, 'The expression in "Events" returned no value'],
	[{ ...REQUEST, requestEvents: '={{ ["submitted"] }}' }, '"submitted" is not a valid value for'],
	[
		{ ...REQUEST, requestEvents: ['statusChanged'], statuses: '={{ [] }}' },
		'The expression in "Status" returned no value',
	],
	[
		{ ...NOTIFICATION, kinds: '={{ [null] }}' },
		'The expression in "Notification Types" returned no value',
	],
	[
		{ options: { ignoreOwn: '={{ "yes" }}' } },
		'"yes" is not a valid value for "Ignore Own Changes"',
	],
	[{ options: { showPrivate: '={{ 0 }}' } }, '"0" is not a valid value for "Show Private Events"'],
	[
		{ calendar: 'selected', calendars: { rows: [{ kind: '={{ "Facility" }}', facility: '' }] } },
		'"Facility" is not a valid value for',
	],
])('refuses %j', async (parameters, message) => {
	const trigger = await triggerFor(sandbox, parameters);
	for (const mode of ['trigger', 'manual'] as const) {
		await expect(trigger.poll(mode)).rejects.toThrow(message);
	}
	expect(trigger.kept).toEqual({});
});

it.each<IDataObject>([
	{ events: '={{ "created, changed" }}' },
	{ events: '={{ "created、changed" }}', options: { ignoreOwn: '={{ "False" }}' } },
	{ options: { outputTimeZone: '={{ "Asia/Kathmandu" }}' } },
])('takes %j', async (parameters) => {
	const trigger = await triggerFor(sandbox, parameters);
	expect(await trigger.poll()).toBeNull();
	await eventIn(sandbox, 60, { subject: 'New' });
	expect(told(await trigger.poll())).toEqual(['created New']);
});

it.each<IDataObject>([
	{ ...NOTIFICATION, kinds: '={{ ["grn.another"] }}' },
	{ ...REQUEST, statuses: '={{ ["ANOTHER"] }}', requestEvents: ['statusChanged'] },
])('takes values that only other services have: %j', async (parameters) => {
	expect(await (await triggerFor(sandbox, parameters)).poll()).toBeNull();
});
