import { ReadCache } from '../../../nodes/shared/readCache';

let owners = 0;
let owner: string;
let reads: number;
beforeEach(() => {
	owner = `owner ${owners++}`;
	reads = 0;
});
afterEach(() => jest.restoreAllMocks());

/** What an execution reads with the credential of this test, or of another one. */
function execution({ of = owner, usesShared = true, isPublished = true } = {}): ReadCache {
	const cache = new ReadCache(() => of, isPublished);
	cache.usesShared = usesShared;
	return cache;
}

const reading = (value: unknown) => async () => {
	reads += 1;
	return await Promise.resolve(value);
};

/** Moves the clock on from now. */
function after(seconds: number): void {
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + seconds * 1000);
}

it.each([
	['in the same minute', {}, 59, 1],
	['after a minute', {}, 60, 2],
	['with another credential', { of: 'another' }, 0, 2],
	['that reads for itself', { usesShared: false }, 0, 2],
])('another execution %s', async (_, how, seconds, expected) => {
	await execution().cached('key', reading('a'));
	after(seconds);
	const cache = execution(how);
	expect([
		await cache.cached('key', reading('b')),
		await cache.cached('key', reading('c')),
	]).toEqual(expected === 1 ? ['a', 'a'] : ['b', 'b']);
	expect([reads, cache.peek('key')]).toEqual([expected, expected === 1 ? 'a' : 'b']);
});

it('what could not be read again is no longer known', async () => {
	await execution().cached('key', reading('a'));
	const cache = execution();
	const lost = async () => await Promise.reject(new Error('lost'));
	expect(await cache.cached('key', lost)).toBe('a');
	await cache.revalidate();
	expect(cache.peek('key')).toBeUndefined();
});

it('two keys are two values, and once is for one execution', async () => {
	await execution().cached('key', reading('a'));
	expect(await execution().cached('other', reading('b'))).toBe('b');
	await execution().once('third', reading('c'));
	expect(await execution().cached('third', reading('d'))).toBe('d');
});

it('a failure counts for its own execution only, also for those that wait for it', async () => {
	const [first, second] = [execution(), execution()];
	const failing = first.cached('key', async () => await Promise.reject(new Error('canceled')));
	const waiting = second.cached('key', reading('a'));
	await expect(failing).rejects.toThrow('canceled');
	await expect(first.cached('key', reading('b'))).rejects.toThrow('canceled');
	expect(await waiting).toBe('a');
	expect(await execution().cached('key', reading('b'))).toBe('a');
});

it.each([
	['the same', { a: [1] }, 0],
	['something else', { a: [2] }, 1],
])('%s, read again, makes it known once', async (_, now, generation) => {
	await execution().cached('key', reading({ a: [1] }));
	const cache = execution();
	await cache.cached('key', reading(now));
	await Promise.all([cache.revalidate(), cache.revalidate()]);
	await cache.revalidate();
	expect([reads, cache.generation, cache.peek('key')]).toEqual([2, generation, now]);
	expect(await execution().cached('key', reading('c'))).toEqual(now);
});

it('a failure of reading again is what the value is now', async () => {
	await execution().cached('key', reading('a'));
	const cache = execution();
	const rights = async () => await Promise.reject(new Error('no rights'));
	await cache.cached('key', rights);
	await cache.revalidate();
	expect(cache.generation).toBe(1);
	await expect(cache.cached('key', reading('b'))).rejects.toThrow('no rights');
});

it.each<[string, object, number, unknown]>([
	['in the same minute', {}, 59, 'a'],
	['after a minute', {}, 60, undefined],
	['with another credential', { of: 'another' }, 0, undefined],
	['in the editor', { isPublished: false }, 0, undefined],
])('what was noted is recalled: %s', async (_, how, seconds, expected) => {
	execution().note('guess', 'a');
	execution({ isPublished: false }).note('guess', 'b');
	after(seconds);
	expect(await execution(how).recall('guess')).toBe(expected);
});

it('a hundred values are kept, the newest', async () => {
	for (let key = 0; key < 101; key++) await execution().cached(String(key), reading(key));
	await execution().cached('1', reading('again'));
	expect(reads).toBe(101);
	await execution().cached('0', reading('again'));
	expect(reads).toBe(102);
});
