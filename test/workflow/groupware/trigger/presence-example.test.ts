import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { examples } from '../../../../start/layout';
import { useSandbox } from '../../../support/sandbox';
import { clientOf, jsonOf, runGroupware } from '../world';
import { eventIn, triggerFor } from './scene';

const sandbox = useSandbox();
const account = { username: 'sato', password: 'sato' };

function parametersOf(name: string): IDataObject {
	const text = readFileSync(join(examples, '10-meetings-to-presence.json'), 'utf8');
	const { nodes } = JSON.parse(text) as { nodes: Array<{ name: string; parameters: IDataObject }> };
	return nodes.find((node) => node.name === name)?.parameters ?? {};
}

describe('the example that shows meetings as presence', () => {
	it.each([
		['a public event', { visibilityType: 'PUBLIC' }, /^Oncologist until \d\d:\d\d$/],
		['a private event', { visibilityType: 'PRIVATE' }, /^Private event until \d\d:\d\d$/],
		[
			'a private event with watchers',
			{ visibilityType: 'SET_PRIVATE_WATCHERS', watchers: [{ type: 'USER', code: 'mori' }] },
			/^Private event until \d\d:\d\d$/,
		],
		['a start', { visibilityType: 'PUBLIC', isStartOnly: true, end: undefined }, /^Oncologist$/],
	])('shows others what they may see of %s', async (_what, over, notes) => {
		const trigger = await triggerFor(sandbox, parametersOf('Event Starts Soon'), account);
		expect(await trigger.poll()).toBeNull();
		const attendees = [{ type: 'USER', code: 'sato' }];
		const id = await eventIn(sandbox, 3, { subject: 'Oncologist', attendees, ...over });
		const input = (await trigger.poll()) ?? [];
		expect(input).toHaveLength(1);
		const parameters = parametersOf('Set Presence');
		const { resource, operation } = parameters as { resource: string; operation: string };
		jsonOf(await runGroupware(sandbox, { resource, operation, parameters, account, input }));
		expect((await clientOf(sandbox, 'ito').get('/presence/users/code/sato')).body).toMatchObject({
			status: { code: 'absence' },
			notes: expect.stringMatching(notes),
		});
		await clientOf(sandbox).delete(`/schedule/events/${id}`);
	});
});
