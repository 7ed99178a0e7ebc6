import { useSandbox } from '../../../support/sandbox';
import { eventIn, told, triggerFor } from './scene';

jest.mock('../../../../nodes/Groupware/values/pages', () => ({
	...jest.requireActual<object>('../../../../nodes/Groupware/values/pages'),
	PAGE: 3,
}));

const sandbox = useSandbox();

it('reads many events that start at one time, page by page', async () => {
	for (let count = 0; count < 8; count++) await eventIn(sandbox, 60);
	await eventIn(sandbox, 90);
	const trigger = await triggerFor(sandbox, { events: ['created', 'canceled'] });
	expect(await trigger.poll()).toBeNull();
	await eventIn(sandbox, 60, { subject: 'One more' });
	await eventIn(sandbox, 120, { subject: 'Later' });
	expect(told(await trigger.poll()).sort()).toEqual(['created Later', 'created One more']);
	await sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect((await sandbox.calls()).length).toBeLessThan(8);
});
