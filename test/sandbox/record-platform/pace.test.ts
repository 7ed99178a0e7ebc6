import { recordsIn } from '../../../sandbox/record-platform/pace';

it.each([
	['records', { app: 1, records: [{}, {}, {}] }, { ids: ['1', '2', '3'] }, 3],
	['records', { app: '1', ids: ['4', '5'] }, {}, 2],
	['records', { app: '1', query: '' }, { records: [{}, {}] }, 2],
	['record', { app: '1', record: {} }, { id: '1' }, 1],
	['records/cursor', { id: 'x' }, { records: [{}, {}], next: false }, 2],
	['app/form/fields', { app: '1' }, { properties: {} }, 0],
	[
		'bulkRequest',
		{
			requests: [{ payload: { records: [{}, {}] } }, { payload: { ids: ['1'] } }, { payload: {} }],
		},
		{ results: [{}, {}, {}] },
		4,
	],
])('counts the records of %s', (api, sent, answer, count) => {
	expect(recordsIn(api, sent, answer)).toBe(count);
});
