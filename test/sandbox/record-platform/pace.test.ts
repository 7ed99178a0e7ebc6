import { recordsIn } from '../../../sandbox/record-platform/pace';
import { useSandbox } from '../../support/sandbox';
import { Api } from './api';

const sandbox = useSandbox();

async function timed(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

it('waits for each record of a call, and for calls at the same time at the same time', async () => {
	const api = new Api(sandbox.url);
	const app = await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
	await sandbox.control('pace', { perRecordMs: 20 });
	const records = Array.from({ length: 100 }, () => ({ Name: { value: 'a' } }));
	const write = () => api.send('POST', 'records.json', { app, records });
	const eight = await timed(() => Promise.all(Array.from({ length: 8 }, write)));
	expect(eight).toBeGreaterThanOrEqual(2_000);
	// One after the other they would take sixteen seconds of waiting alone.
	expect(eight).toBeLessThan(16_000);
	const query = encodeURIComponent('limit 100');
	const read = await timed(() => api.send('GET', `records.json?app=${app}&query=${query}`));
	expect(read).toBeGreaterThanOrEqual(2_000);
});

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
