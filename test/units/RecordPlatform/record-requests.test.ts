import { remove, upserting } from '../../../nodes/RecordPlatform/catalogue/record/write';
import type { BatchRun } from '../../../nodes/shared/catalogue';

describe('a request that deletes records', () => {
	const assemble = (...records: Array<{ id: string; revision?: string }>) =>
		(remove.run as BatchRun).assemble(records.map((element) => [{ item: 0, element }]));

	it('names revisions where one was chosen, any for the others', () => {
		expect(assemble({ id: '1' }, { id: '2' })).toEqual({ query: { ids: ['1', '2'] } });
		expect(assemble({ id: '1' }, { id: '2', revision: '7' })).toEqual({
			query: { ids: ['1', '2'], revisions: ['-1', '7'] },
		});
	});
});

it('records are created or updated by their key, and updated by their ID', () => {
	const updateKey = { field: 'Key', value: 'a' };
	const byKey = { updateKey, record: { Name: { value: 'x' } } };
	const byId = { id: '1', record: byKey.record };
	expect(upserting.assemble([byKey])).toEqual({ body: { upsert: true, records: [byKey] } });
	expect(upserting.assemble([byId])).toEqual({ body: { records: [byId] } });
});
