import { useNewApp } from '../app';
import { told, triggerFor } from './scene';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });

const active = async (parameters: object = {}) => {
	const trigger = await triggerFor(app.sandbox, app.id, { ...parameters });
	await trigger.drain();
	return trigger;
};

const create = async () => await app.create({ Name: 'a' });

it.each(['all', 'now'])(
	'goes on after the node was renamed, with Start From: %s',
	async (startFrom) => {
		await create();
		const trigger = await active({ startFrom });
		for (const name of ['New orders', 'Orders', 'Trigger']) {
			const meanwhile = await create();
			trigger.rename(name);
			expect(told(await trigger.poll())).toEqual([`created ${meanwhile}:1`]);
			expect(trigger.isToBeStored).toBe(true);
			trigger.restart();
			expect(await trigger.poll()).toBeNull();
		}
	},
);

it('goes on after the node was renamed while the service could not be reached', async () => {
	const trigger = await active({ startFrom: 'all' });
	const id = await create();
	trigger.rename('New orders');
	await app.sandbox.faults({ path: '/k/v1/records.json', status: 403, code: 'CB_NO02' });
	await expect(trigger.poll()).rejects.toThrow('CB_NO02');
	trigger.restart();
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

it('answers a webhook after the node was renamed, once a poll has run', async () => {
	const trigger = await active();
	trigger.rename('New orders');
	expect(await trigger.poll()).toBeNull();
	const id = await create();
	const { workflowData } = await trigger.webhook({
		type: 'ADD_RECORD',
		app: { id: app.id },
		record: { $id: { value: id } },
	});
	expect(told(workflowData?.[0] ?? null)).toEqual([`created ${id}:1`]);
});

it('has a state of its own beside another trigger in the workflow', async () => {
	const [first, second] = [await active(), await triggerFor(app.sandbox, app.id)];
	const before = await create();
	second.join(first, 'Second');
	expect(await second.poll()).toBeNull();
	first.join(second, 'Trigger');
	const after = await create();
	expect(told(await first.poll())).toEqual([`created ${before}:1`, `created ${after}:1`]);
	second.join(first, 'Second');
	expect(told(await second.poll())).toEqual([`created ${after}:1`]);
	// The two nodes change their names.
	first.join(second, 'Trigger', 'Second');
	second.join(second, 'Second', 'Trigger');
	const last = await create();
	expect(told(await first.poll())).toEqual([`created ${last}:1`]);
	expect(told(await second.poll())).toEqual([`created ${last}:1`]);
});

it('takes the place of a node of the same name that it replaces, and of no other', async () => {
	const old = await create();
	const first = await active({ startFrom: 'all' });
	const id = await create();
	const pasted = await triggerFor(app.sandbox, app.id, { startFrom: 'all' });
	pasted.join(first, 'Pasted', 'Trigger');
	expect(told(await pasted.poll())).toEqual([`created ${id}:1`]);
	const copy = await triggerFor(app.sandbox, app.id, { startFrom: 'all' });
	copy.join(pasted, 'Copy');
	expect(told(await copy.poll())).toEqual([`created ${old}:1`, `created ${id}:1`]);
});

it('goes on with a state of an earlier version, and after others have cleared the static data', async () => {
	await create();
	const trigger = await active({ startFrom: 'all' });
	const { kept } = trigger;
	const id = await create();
	trigger.restart(kept);
	expect(trigger.keptOfWorkflow).not.toHaveProperty('global');
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	trigger.restart(trigger.kept);
	expect(await trigger.poll()).toBeNull();
});

it('changes nothing in a test, also under another name', async () => {
	const trigger = await active();
	const before = trigger.keptOfWorkflow;
	const id = await create();
	trigger.rename('Test');
	expect(await trigger.poll('manual')).toHaveLength(1);
	expect(trigger.isToBeStored).toBe(false);
	trigger.rename('Trigger');
	expect(trigger.keptOfWorkflow).toMatchObject(before);
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});
