import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { byId, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Plain: { type: 'SINGLE_LINE_TEXT' },
});

describe('a revision whose expression finds nothing does not turn the check off', () => {
	const fields = (id: string) => mapping({ $id: id, Plain: 'mine' }, { matchingColumns: ['$id'] });
	const run = async (operation: string, id: string, options: IDataObject, item: IDataObject) =>
		await app.run(
			operation,
			{ recordId: byId(id), fields: fields(id), options },
			{ items: [item] },
		);
	const revision = '={{ $json.$revision }}';

	it.each(['update', 'updateOne', 'delete'])('%s', async (operation) => {
		const id = await app.create({ Key: 'A', Plain: 'theirs' });
		const before = await app.records();
		const { error } = await run(operation, id, { revision }, {});
		expect(error?.message).toContain('The expression in "Revision" returned no value');
		expect(await app.records()).toEqual(before);
	});

	it.each(['', null, 1])('but %j is taken as before', async ($revision) => {
		const id = await app.create({ Key: 'A' });
		expect((await run('update', id, { revision }, { $revision })).error).toBeUndefined();
		expect(await app.records()).toMatchObject([{ Plain: 'mine' }]);
	});

	it('and is not needed where conflicts are ignored', async () => {
		const id = await app.create({ Key: 'A' });
		const { error } = await run('update', id, { revision, onConflict: 'ignore' }, {});
		expect(error).toBeUndefined();
	});
});
