import type { IDataObject } from 'n8n-workflow';

import { pagesById } from '../../../nodes/RecordPlatform/reading/current';
import { pagesByOffset } from '../../../nodes/RecordPlatform/catalogue/pages';
import { paginateRecords } from '../../../nodes/RecordPlatform/reading/paginate';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { allRows } from '../../../nodes/shared/run/paginate';
import { itemWith } from '../../support/item';

const DRAFT: RequestSpec = {
	method: 'GET',
	path: '/k/v1/records.json',
	query: { app: '1' },
	repeatable: true,
};
const UNFITTING = 'The service returned an unexpected response';
const FOREVER = 60;

const page = (from: number, step = 1, length = 500) =>
	Array.from({ length }, (_, at) => ({ $id: { type: '__ID__', value: String(from + step * at) } }));

function answering(answer: (spec: RequestSpec, asked: number) => unknown) {
	let asked = 0;
	return itemWith(
		{},
		{
			request: async (spec) => {
				asked += 1;
				if (asked > FOREVER) throw new Error('Asked forever');
				return await Promise.resolve(answer(spec, asked));
			},
		},
	);
}

const reading = (order: string) => ({
	spec: DRAFT,
	wanted: Infinity,
	fields: [],
	totalCount: false,
	query: { condition: 'a = 1', order },
});

describe('a walk that would be asked forever ends in an error', () => {
	it.each([
		['the same page', () => ({ records: page(1) })],
		['IDs that fall', (_: RequestSpec, asked: number) => ({ records: page(10_000 - 500 * asked) })],
		['no IDs', () => ({ records: page(1).map(() => ({})) })],
		['no records', () => ({})],
	])('%s, page by page', async (_, answer) => {
		const read = { path: DRAFT.path, app: '1', condition: '', fields: ['$id'] };
		const all = async () => {
			for await (const { records } of pagesById(read, answering(answer))) void records;
		};
		await expect(all()).rejects.toThrow(UNFITTING);
	});

	it.each(['$id asc', '$id desc', ''])('the same page, by ranges of IDs (%s)', async (order) => {
		const step = order === '$id asc' ? 1 : -1;
		const item = answering(() => ({ records: page(10_000, step) }));
		const { read } = paginateRecords(reading(order), item);
		await expect(read(() => undefined)).rejects.toThrow(UNFITTING);
	});

	it('a cursor that says there is more, without records', async () => {
		const item = answering(({ method, path }) => {
			if (method === 'POST') return { id: 'c' };
			if (method === 'DELETE') return {};
			return path.endsWith('cursor.json') ? { records: [], next: true } : { records: page(1) };
		});
		const { read } = paginateRecords(reading('a asc'), item);
		await expect(read(() => undefined)).rejects.toThrow(UNFITTING);
	});

	it('pages of apps, spaces or plugins that repeat', async () => {
		const apps: IDataObject[] = Array.from({ length: 100 }, (_, at) => ({ appId: String(at) }));
		const item = answering(() => ({ apps }));
		const walk = pagesByOffset('apps', 100)(DRAFT, Infinity);
		await expect(allRows(walk, Infinity, item)).rejects.toThrow(UNFITTING);
	});
});
