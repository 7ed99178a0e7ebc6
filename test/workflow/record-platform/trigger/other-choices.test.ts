import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from '../app';
import { told, triggerFor } from './scene';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });

const named = (more: object) => ({
	rows: [{ field: 'Name|SINGLE_LINE_TEXT', operator: 'equals', value: 'x', ...more }],
});

it.each<[IDataObject, string]>([
	[{ events: '={{ ["create"] }}' }, '"create" is not a valid value for "Trigger On"'],
	[{ events: ['created', 'Updated'] }, '"Updated" is not a valid value for "Trigger On"'],
	[{ events: '={{ [] }}' }, 'The expression in "Trigger On" returned no value'],
	[
		{ filterBy: '={{ "Query" }}', query: 'Name = "x"' },
		'"Query" is not a valid value for "Filter By"',
	],
	[{ match: '={{ "Any" }}', conditions: named({}) }, '"Any" is not a valid value for'],
	[{ startFrom: '={{ "All" }}' }, '"All" is not a valid value for "Start From"'],
	[{ options: { outputAs: '={{ "List" }}' } }, '"List" is not a valid value for "Output"'],
	[
		{ options: { ignoreOwn: '={{ "yes" }}' } },
		'"yes" is not a valid value for "Ignore Own Changes"',
	],
	[
		{ options: { watchedFields: '={{ [] }}' } },
		'The expression in "Watched Field Names or IDs" returned no value',
	],
])('refuses %j', async (parameters, message) => {
	await app.create({ Name: 'y' });
	const trigger = await triggerFor(app.sandbox, app.id, parameters);
	for (const mode of ['trigger', 'manual'] as const) {
		await expect(trigger.poll(mode)).rejects.toThrow(message);
	}
	expect(trigger.kept).toEqual({});
});

it.each<IDataObject>([
	{ events: '={{ "created、updated" }}', match: '={{ "any" }}' },
	{ conditions: named({ operator: '={{ "equals" }}' }), options: { ignoreOwn: '={{ "FALSE" }}' } },
	{ options: { watchedFields: '={{ ["Name"] }}' } },
])('takes %j', async (parameters) => {
	const trigger = await triggerFor(app.sandbox, app.id, parameters);
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'x' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});
