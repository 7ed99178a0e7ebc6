import { useSandbox } from '../../../support/sandbox';
import { eventIn, told, triggerFor } from './scene';

const sandbox = useSandbox();

it('goes on after the node was renamed', async () => {
	await eventIn(sandbox, 600, { subject: 'Old' });
	const trigger = await triggerFor(sandbox, { events: ['created'] });
	expect(await trigger.poll()).toBeNull();
	await eventIn(sandbox, 1200, { subject: 'New' });
	trigger.rename('Meetings');
	expect(told(await trigger.poll())).toEqual(['created New']);
	trigger.restart();
	expect(await trigger.poll()).toBeNull();
});
