import { type Asked, compare, type Ran, type Stored, valueOf } from '../cluster/support/compare';

const keysOf = (run: string) => (run.startsWith('upsert') ? [`${run} a`, `${run} b`] : []);

const ran = (id: string, run: string, written: object[], more: Partial<Ran> = {}) =>
	({
		id,
		run,
		kind: run.replace(/-.*/, ''),
		isRetry: false,
		isDone: true,
		written,
		rows: written.length,
		...more,
	}) as Ran;

const nothing: Stored = { created: [], upserted: [], compared: [], events: [] };

function wrong(executions: Ran[], stored: Partial<Stored>, times: Record<string, number> = {}) {
	const runs = executions.map(({ run }) => run).filter((run) => run !== '');
	const calls = new Map([...runs.map((run) => [run, 1] as const), ...Object.entries(times)]);
	const asked: Asked = { calls, keysOf };
	return compare(executions, { ...nothing, ...stored }, asked).wrong;
}

const brokenOff = { isDone: false, written: [] };
const made = ($id: string, Execution: string, Part: number) => ({ $id, Execution, Part });
const two = [made('1', '7', 0), made('2', '7', 1)];
const creates = ran('7', 'create-1', [{ $id: '1' }, { $id: '2' }]);

describe('the comparison of executions with the service', () => {
	test('is content with what was reported, and with the rest of what was broken off', () => {
		expect(wrong([creates], { created: two })).toEqual([]);
		expect(wrong([{ ...creates, ...brokenOff }], { created: two.slice(1) })).toEqual([]);
		expect(
			wrong([ran('1', '', [], { kind: 'create', ...brokenOff })], {}, { 'create-1': 1 }),
		).toEqual([]);
	});

	test.each([
		['a record that is reported and missing', [creates], two.slice(1)],
		['a record more', [creates], [...two, made('3', '7', 2)]],
		['a part twice', [{ ...creates, ...brokenOff }], [...two, made('3', '7', 1)]],
		['a record of nobody', [creates], [...two, made('3', '8', 0)]],
		['fewer than were asked for', [{ ...creates, rows: 3 }], two],
		['one that was done and never called', [creates, ran('9', '', [], { kind: 'create' })], two],
	])('finds %s', (_what, executions, created) =>
		expect(wrong(executions, { created })).not.toEqual([]),
	);

	test('finds a call without an execution', () =>
		expect(wrong([creates], { created: two }, { 'create-2': 1 })).toEqual([
			'create: 1 runs have only 0 executions: create-2',
		]));

	test('finds a read with too few or doubled records', () => {
		const read = ran('1', 'read-1', [{ $id: '1' }, { $id: '2' }]);
		expect(wrong([read], {})).toEqual([]);
		expect(wrong([{ ...read, rows: 3 }], {})).toHaveLength(1);
		expect(wrong([ran('1', 'read-1', [{ $id: '1' }, { $id: '1' }])], {})).toHaveLength(1);
	});

	const record = ($id: string, Key: string, $revision = '1') => ({ $id, Key, $revision });
	const upserts = ran('1', 'upsert-1', [
		{ $id: '1', $revision: '1' },
		{ $id: '2', $revision: '1' },
	]);
	const both = [record('1', 'upsert-1 a'), record('2', 'upsert-1 b')];

	test('allows as many writes of a key as were reported or broken off', () => {
		expect(wrong([upserts], { upserted: both })).toEqual([]);
		const later = [record('1', 'upsert-1 a', '2'), record('2', 'upsert-1 b', '2')];
		expect(wrong([upserts], { upserted: later })).toHaveLength(2);
		const again = ran('2', 'upsert-1', [], brokenOff);
		expect(wrong([upserts, again], { upserted: later }, { 'upsert-1': 2 })).toEqual([]);
		const nameless = ran('2', '', [], { kind: 'upsert', ...brokenOff });
		expect(wrong([upserts, nameless], { upserted: later }, { 'upsert-1': 2 })).toEqual([]);
	});

	test('finds a key twice, a missing key, and a revision that two report', () => {
		expect(wrong([upserts], { upserted: [...both, record('3', 'upsert-1 a')] })).not.toEqual([]);
		expect(wrong([upserts], { upserted: both.slice(1) })).not.toEqual([]);
		const other = ran('2', 'upsert-1', upserts.written);
		const later = [record('1', 'upsert-1 a', '2'), record('2', 'upsert-1 b', '2')];
		expect(wrong([upserts, other], { upserted: later })).not.toEqual([]);
	});

	test('finds a write of Only Changes that had nothing to change', () => {
		const kept = ran('1', 'upsertChanges-1', [{}, {}]);
		const compared = ['a', 'b'].map((part, at) => {
			const key = `upsertChanges-1 ${part}`;
			return { ...record(String(at), key), Value: valueOf(key) };
		});
		expect(wrong([kept], { compared })).toEqual([]);
		const later = compared.map((one) => ({ ...one, $revision: '2' }));
		expect(wrong([kept], { compared: later })).toHaveLength(2);
		expect(wrong([kept], { compared: compared.slice(1) })).toHaveLength(1);
	});

	test('finds a room that is booked twice, and events that are not reported', () => {
		const event = (id: string, subject: string, start: number) => ({
			id,
			subject,
			start,
			end: start + 15,
		});
		const books = [ran('1', 'book-1', [{ id: '5' }]), ran('2', 'book-2', [{ id: '6' }])];
		expect(wrong(books, { events: [event('5', '1', 0), event('6', '2', 15)] })).toEqual([]);
		expect(wrong(books, { events: [event('5', '1', 0), event('6', '2', 14)] })).toHaveLength(1);
		expect(wrong(books, { events: [event('5', '1', 0)] })).toHaveLength(1);
		const more = [event('5', '1', 0), event('6', '2', 15), event('7', '2', 30)];
		expect(wrong(books, { events: more })).not.toEqual([]);
	});
});
