import { RecordReader } from '../../../../nodes/RecordPlatform/trigger/reading';
import { builtIn } from '../../../support/built-in-fields';
import { useNewApp } from '../app';
import { told, triggerFor } from './scene';

const PAGE = 3;
jest.mock('../../../../nodes/RecordPlatform/query/reading/request', () => ({
	...jest.requireActual<object>('../../../../nodes/RecordPlatform/query/reading/request'),
	PAGE: 3,
}));

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });

afterEach(() => jest.restoreAllMocks());

/** Does something once, after the records of the current minute were read. */
function afterMinute(does: () => Promise<void>): { isDone: boolean } {
	const { page } = RecordReader.prototype;
	const state = { isDone: false };
	jest.spyOn(RecordReader.prototype, 'page').mockImplementation(async function (
		this: RecordReader,
		parts,
	) {
		const records = await page.call(this, parts);
		const endsMinute = parts.order === '$id asc' && records.length < PAGE;
		if (endsMinute && !state.isDone) {
			state.isDone = true;
			await does();
		}
		return records;
	});
	return state;
}

const create = async (count: number) => {
	for (let made = 0; made < count; made++) await app.create({ Name: 'a' });
};

it('misses nothing that is written in a minute after it was read, while the poll goes on', async () => {
	const old = await app.create({ Name: 'old' });
	await app.sandbox.clock(3600);
	const trigger = await triggerFor(app.sandbox, app.id);
	await trigger.poll();
	await create(PAGE + 1);
	const late = afterMinute(async () => {
		const record = { Name: { value: 'late' } };
		await app.api.ok('PUT', 'record.json', { app: app.id, id: old, record });
		await app.sandbox.clock(240);
		await create(1);
	});
	const items = await trigger.drain();
	expect(late.isDone).toBe(true);
	expect(told(items).sort()).toEqual([
		...[2, 3, 4, 5, 6].map((id) => `created ${id}:1`),
		`updated ${old}:2`,
	]);
});

it('puts out records with an old time that appear late, over several polls', async () => {
	await create(1);
	const trigger = await triggerFor(app.sandbox, app.id, { options: { perPoll: PAGE + 2 } });
	await trigger.poll();
	await create(PAGE + 1);
	const old = { value: '2020-01-01T00:00:00Z' };
	const late = afterMinute(async () => {
		const records = Array.from({ length: 12 }, () => ({ [builtIn.updatedTime]: old }));
		await app.api.ok('POST', 'records.json', { app: app.id, records });
		await app.sandbox.clock(240);
		await create(1);
	});
	const keys = told(await trigger.drain());
	expect(late.isDone).toBe(true);
	const ids = keys.map((key) => Number(/\d+/.exec(key)?.[0])).sort((a, b) => a - b);
	expect(ids).toEqual(Array.from({ length: PAGE + 1 + 12 + 1 }, (_, at) => at + 2));
});
