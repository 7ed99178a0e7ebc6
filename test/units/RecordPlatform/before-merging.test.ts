import type { IDataObject } from 'n8n-workflow';

import { type Change, onlyDifferences } from '../../../nodes/RecordPlatform/diff/changes';
import type { RequestSpec, ItemView, PrefetchResult } from '../../../nodes/shared/catalogue';
import { itemWith } from '../../support/item';

const cell = (type: string, value: unknown) => ({ type, value });
const row = (id: string, name: string) => ({
	id,
	value: { Name: cell('SINGLE_LINE_TEXT', name) },
});
const current = {
	$id: cell('__ID__', '4'),
	$revision: cell('__REVISION__', '3'),
	T: cell('SUBTABLE', [row('1', 'a'), row('2', 'b')]),
};
const spec: RequestSpec = {
	method: 'PUT',
	path: '/k/v1/record.json',
	body: { app: '7' },
	repeatable: false,
};

/** Makes an update ready over an app that holds this record. */
async function ready(change: Change, options: IDataObject, more: Partial<ItemView> = {}) {
	const asked: RequestSpec[] = [];
	const item = itemWith(
		{ options },
		{
			request: async (request) => {
				asked.push(request);
				const found = String(request.query?.query).includes('"4"') ? [current] : [];
				return await Promise.resolve({ records: found });
			},
			...more,
		},
	);
	const [one] = await onlyDifferences([{ item, element: change, spec, attempt: 1 }]);
	return { asked, answer: one as PrefetchResult };
}
const recordOf = (answer: PrefetchResult) =>
	'element' in answer ? (answer.element as Change).record : undefined;

describe('a table that is merged', () => {
	const mine = { T: { value: [{ id: '1', value: { Name: { value: 'A' } } }] } };
	const merged = async (revision?: string) => {
		const change = { id: '4', ...(revision && { revision }), record: mine as never };
		const { answer } = await ready(change, { onConflict: 'merge' });
		const { value } = recordOf(answer)?.T as unknown as { value: Array<{ id: string }> };
		return value.map(({ id }) => id);
	};

	it('keeps the rows that others may have added since the revision that the person read', async () => {
		expect(await merged('2')).toEqual(['1', '2']);
	});

	it('loses the rows that the person left out where nobody wrote since', async () => {
		expect(await merged('3')).toEqual(['1']);
		expect(await merged()).toEqual(['1']);
	});

	it('is read with the records of its app, by the fields that are written', async () => {
		const { asked } = await ready({ id: '4', record: mine as never }, { onConflict: 'merge' });
		expect(asked[0]).toMatchObject({
			path: '/k/v1/records.json',
			query: { app: '7', fields: ['$id', '$revision', 'T'] },
		});
	});
});

describe('files of other records', () => {
	const files = [{ fileKey: 'k', name: 'a.txt', contentType: 'a/b', size: '1' }];
	const record = { Files: { value: files } } as never;
	let copies = 0;
	const upload = async () => await Promise.resolve({ fileKey: `copy ${(copies += 1)}` });

	it('are copied before the record is written', async () => {
		const { answer } = await ready({ id: '4', record }, {}, { upload });
		expect(recordOf(answer)).toEqual({ Files: { value: [{ fileKey: `copy ${copies}` }] } });
	});

	it('are not copied for a record that is not there, which is refused instead', async () => {
		const before = copies;
		const { answer } = await ready({ id: '9', record }, {}, { upload });
		expect((answer as { problem: Error }).problem.message).toBe('Record 9 was not found');
		expect(copies).toBe(before);
	});

	it('are copied for a key that no record has: an upsert creates it', async () => {
		const updateKey = { field: 'Key', value: 'new' };
		const { answer } = await ready({ updateKey, record }, {}, { upload });
		expect(recordOf(answer)).toEqual({ Files: { value: [{ fileKey: `copy ${copies}` }] } });
	});
});
