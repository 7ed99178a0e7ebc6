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

describe('a new node with the first name of one that was renamed', () => {
	it('starts with what is changed from then on, and again for none of its changes', async () => {
		const first = await active();
		first.rename('New orders');
		expect(await first.poll()).toBeNull();
		const ids = [];
		for (let days = 0; days < 3; days++) {
			ids.push(await create());
			await app.sandbox.clock(86_400);
			expect(told(await first.poll())).toHaveLength(1);
		}
		const second = await triggerFor(app.sandbox, app.id, { events: ['created', 'statusChanged'] });
		second.join(first, 'Second', 'Trigger');
		expect(await second.poll()).toBeNull();
		expect((await app.records()).map(({ $id, $revision }) => [$id, $revision])).toEqual(
			ids.map((id) => [id, '1']),
		);
		const id = await create();
		expect(told(await second.poll())).toEqual([`created ${id}:1`]);
		first.join(second, 'Trigger', 'New orders');
		expect(told(await first.poll())).toEqual([`created ${id}:1`]);
	});

	it('takes nothing from it, also if it polls first', async () => {
		const first = await active();
		const id = await create();
		const second = await triggerFor(app.sandbox, app.id);
		second.join(first, 'Second', 'Trigger');
		await second.poll();
		first.join(second, 'Trigger', 'New orders');
		expect(told(await first.poll())).toEqual([`created ${id}:1`]);
	});
});

describe.each([
	['passes its name on', 'New orders'],
	['swaps names with the other one', 'Second'],
])('a node that %s', (_what, now) => {
	it.each([true, false])('goes on, and so does the other (polls first: %s)', async (isFirst) => {
		const other = await app.api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
		const first = await active();
		const second = await triggerFor(app.sandbox, other);
		second.join(first, 'Second');
		expect(await second.poll()).toBeNull();
		first.join(second, 'Trigger');
		const [ofFirst, ofSecond] = [await create(), await app.api.create(other, {})];
		await app.sandbox.clock(3600);
		const firstPolls = async (before: typeof second) => {
			first.join(before, 'Trigger', now);
			expect(told(await first.poll())).toEqual([`created ${ofFirst}:1`]);
		};
		const secondPolls = async (before: typeof first) => {
			second.join(before, 'Second', 'Trigger');
			expect(told(await second.poll())).toEqual([`created ${ofSecond}:1`]);
		};
		if (isFirst) {
			await firstPolls(first);
			await secondPolls(first);
		} else {
			await secondPolls(first);
			await firstPolls(second);
		}
		// They get their names back.
		const later = await create();
		first.join(isFirst ? second : first, 'Trigger');
		expect(told(await first.poll())).toEqual([`created ${later}:1`]);
		second.join(first, 'Second');
		expect(await second.poll()).toBeNull();
	});
});

it('goes on after another node has had its name, also if it gets its name back first', async () => {
	const other = await app.api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
	const first = await active();
	const second = await triggerFor(app.sandbox, other);
	second.join(first, 'Second');
	await second.poll();
	const id = await create();
	second.join(second, 'Second', 'Trigger');
	await second.poll();
	first.join(second, 'Trigger');
	expect(told(await first.poll())).toEqual([`created ${id}:1`]);
});

it('goes on with what its replacement has told, if the workflow gets it back', async () => {
	const first = await active();
	const pasted = await triggerFor(app.sandbox, app.id);
	pasted.join(first, 'Pasted', 'Trigger');
	const id = await create();
	expect(told(await pasted.poll())).toEqual([`created ${id}:1`]);
	first.join(pasted, 'Trigger');
	expect(await first.poll()).toBeNull();
});

it('keeps the states of few nodes that were replaced', async () => {
	let last = await active();
	for (let count = 0; count < 13; count++) {
		const next = await triggerFor(app.sandbox, app.id);
		next.join(last, `Pasted ${count}`, 'Trigger');
		await next.poll();
		last = next;
	}
	const { triggerStates } = last.keptOfWorkflow.global as { triggerStates: object };
	expect(Object.keys(triggerStates)).toHaveLength(11);
	expect(Object.keys(triggerStates).at(-1)).toBe('Pasted 12');
});
