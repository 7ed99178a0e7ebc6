import { useSandbox } from '../../../support/sandbox';
import { clientOf } from '../world';
import { eventIn, inMinutes, told, triggerFor } from './scene';

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

it('misses none of many events at one time after others', async () => {
	for (const minutes of [20, 30, 40, 50]) await eventIn(sandbox, minutes);
	for (let count = 0; count < 11; count++) await eventIn(sandbox, 60);
	const trigger = await triggerFor(sandbox, { events: ['created', 'changed'] });
	expect(await trigger.poll()).toBeNull();
	const { known } = (trigger.kept.state as { seen: { snapshot: { known: object } } }).seen.snapshot;
	expect(Object.keys(known).length).toBeGreaterThanOrEqual(15);
	await eventIn(sandbox, 60, { subject: 'Last of many' });
	await eventIn(sandbox, 70, { subject: 'After many' });
	expect(told(await trigger.poll()).sort()).toEqual(['created After many', 'created Last of many']);
});

it('counts private events of others once, on whichever page they are', async () => {
	const sato = clientOf(sandbox, 'sato');
	const { body } = await clientOf(sandbox).get('/base/users', { name: 'sato' });
	const user = { mode: 'id', value: String(body.users[0]?.id) };
	for (const minutes of [20, 30, 40, 40, 40, 40, 50]) {
		const answer = await sato.post('/schedule/events', {
			eventType: 'REGULAR',
			subject: 'Secret',
			visibilityType: 'PRIVATE',
			start: inMinutes(minutes),
			end: inMinutes(100),
			attendees: [{ type: 'USER', code: 'sato' }],
		});
		expect(answer.status).toBe(200);
	}
	const trigger = await triggerFor(sandbox, {
		events: ['created', 'canceled'],
		calendar: 'selected',
		calendars: { rows: [{ kind: 'user', user }] },
	});
	expect(await trigger.poll()).toBeNull();
	const { known } = (trigger.kept.state as { seen: { snapshot: { known: object } } }).seen.snapshot;
	expect(Object.keys(known)).toHaveLength(7);
});
