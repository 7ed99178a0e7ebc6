import type { IDataObject } from 'n8n-workflow';

import { builtIn } from '../../support/built-in-fields';
import { useNewApp } from './app';
import { automatic, byId, jsonOf, ORDER_PROCESS } from './world';

const assignees = { type: 'ONE', entities: [{ entity: { type: 'FIELD_ENTITY', code: 'Who' } }] };
const app = useNewApp(
	{ Who: { type: 'USER_SELECT' } },
	{
		...ORDER_PROCESS,
		states: {
			...ORDER_PROCESS.states,
			Working: { name: 'Working', index: '1', assignee: { ...assignees, type: 'ALL' } },
		},
	},
);

const run = async (operation: string, parameters: IDataObject, items: IDataObject[] = [{}]) =>
	await app.run(operation, parameters, { items });

it.each(['updateStatus', 'updateStatusOfOne'])(
	'a status changes by %s, and is put out with the record',
	async (operation) => {
		const id = await app.create({});
		const options = { returnRecord: true };
		const begin = { recordId: byId(id), action: 'Begin', options };
		expect(jsonOf(await run(operation, begin))).toMatchObject([
			{ $id: id, $revision: '3', [builtIn.status]: 'Working' },
		]);
		expect((await run(operation, begin)).error?.message).toContain('GAIA_IL03');
	},
);

it('a status is not changed for another revision', async () => {
	const id = await app.create({});
	const options = { revision: '9' };
	const { error } = await run('updateStatus', { recordId: byId(id), action: 'Begin', options });
	expect(error?.message).toContain('GAIA_CO02');
});

it('a status that an item brings along is named with the operation that changes it', async () => {
	const id = await app.create({});
	const code = builtIn.status;
	const fields = automatic({ matchingColumns: ['$id'] });
	const told = `the service fills in the field "${code}". To change "${code}", use Update Status`;
	const { hints } = await run('update', { fields }, [{ $id: id, Who: 'sato', [code]: 'Working' }]);
	expect(hints.map(({ message }) => message)).toContain(`Not written, because ${told}`);
	const { error } = await run('update', { fields }, [{ $id: id, [code]: 'Working' }]);
	expect(error?.message).toContain(`The item has nothing to write: ${told}`);
});

const held = async (id: string) => {
	const { [builtIn.assignee]: value } = await app.api.values(app.id, id);
	return (value as Array<{ code: string }>).map(({ code }) => code).sort();
};

it('assignees are added by default, removed, or replaced', async () => {
	const id = await app.create({ Who: [{ code: 'admin' }] });
	jsonOf(await run('updateStatus', { recordId: byId(id), action: 'Begin' }));
	const before = await held(id);
	const change = async (how: string | undefined, codes: unknown) =>
		jsonOf(
			await run('updateAssignees', {
				recordId: byId(id),
				...(how && { change: how }),
				assignees: codes as never,
			}),
		)[0];
	await change(undefined, ['sato']);
	expect(await held(id)).toEqual([...new Set([...before, 'sato'])].sort());
	expect(await change('remove', 'sato, ')).toMatchObject({ $id: id, $removed: ['sato'] });
	expect(await held(id)).toEqual(before);
	expect(await change('replace', ['sato'])).toMatchObject({ $removed: before });
	expect(await held(id)).toEqual(['sato']);
	await change('replace', []);
	expect(await held(id)).toEqual([]);
});
