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

it('tells a new node with its first name nothing of what it has told', async () => {
	const first = await triggerFor(sandbox, { events: ['created'] });
	await first.poll();
	first.rename('Meetings');
	expect(await first.poll()).toBeNull();
	await eventIn(sandbox, 1200, { subject: 'New' });
	expect(told(await first.poll())).toEqual(['created New']);
	const second = await triggerFor(sandbox, { events: ['created', 'canceled'] });
	second.join(first, 'Second', 'Trigger');
	expect(await second.poll()).toBeNull();
	await eventIn(sandbox, 1200, { subject: 'Later' });
	expect(told(await second.poll())).toEqual(['created Later']);
});

it('goes on after it has passed its name on to another trigger', async () => {
	const first = await triggerFor(sandbox, { triggerOn: 'notification' });
	await first.poll();
	const second = await triggerFor(sandbox, { events: ['created'] });
	second.join(first, 'Second');
	await second.poll();
	await eventIn(sandbox, 1200, { subject: 'E' });
	const notification = {
		module: 'grn.bulletin',
		key: 'k',
		from: 'sato',
		to: ['admin'],
		title: 'N',
	};
	await sandbox.control('groupware', { notifications: [notification] });
	second.join(second, 'Second', 'Trigger');
	expect(told(await second.poll())).toEqual(['created E']);
	first.join(second, 'Trigger', 'Second');
	expect(told(await first.poll(), 'title')).toContain('notified N');
});
