import { useProbeSandbox } from './running';
import { FaultPlan } from '../../../sandbox/tenants/faults';

const sandbox = useProbeSandbox();
const notes = '/t/faults/probe/notes';

const plan = (fault: object): Promise<unknown> =>
	sandbox.control('/t/faults/_sandbox/faults', fault);
const write = (text: string): Promise<Response> =>
	fetch(sandbox.url(notes), { method: 'POST', body: text });
const written = async (): Promise<string[]> =>
	((await sandbox.json(notes)) as { notes: string[] }).notes;

beforeEach(() => sandbox.control('/t/faults/_sandbox/reset'));

describe('planned faults', () => {
	it("answer in the service's shape, so many times, and nothing is carried out", async () => {
		await plan({ status: 429, code: 'BUSY', message: 'Wait', retryAfter: 7, times: 2 });
		for (let time = 0; time < 2; time += 1) {
			const response = await write('lost');
			expect(response.status).toBe(429);
			expect(response.headers.get('retry-after')).toBe('7');
			expect(await response.json()).toEqual({ code: 'BUSY', message: 'Wait' });
		}
		expect((await write('kept')).status).toBe(200);
		expect(await written()).toEqual(['base', 'kept']);
	});

	it('answer with a page', async () => {
		await plan({ status: 503, html: true });
		const response = await fetch(sandbox.url(notes));
		expect(response.status).toBe(503);
		expect(response.headers.get('content-type')).toContain('text/html');
		await plan({ status: 200, html: '<p>maintenance</p>' });
		expect(await (await fetch(sandbox.url(notes))).text()).toBe('<p>maintenance</p>');
	});

	it('lose a success: carried out, but answered with an error', async () => {
		await plan({ status: 504, handled: true });
		expect((await write('written')).status).toBe(504);
		expect(await written()).toEqual(['base', 'written']);
	});

	it('cut the connection after it was carried out', async () => {
		await plan({ cut: 'after' });
		await expect(write('written')).rejects.toThrow();
		expect(await written()).toEqual(['base', 'written']);
	});

	it('cut the connection in the middle of the answer', async () => {
		await plan({ cut: 'body' });
		const response = await fetch(sandbox.url('/t/faults/probe/big'));
		expect(response.status).toBe(200);
		expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100_000);
		await expect(response.text()).rejects.toThrow();
	});

	it('delay', async () => {
		await plan({ delayMs: 300 });
		const started = performance.now();
		expect((await write('late')).status).toBe(200);
		expect(performance.now() - started).toBeGreaterThan(290);
	});

	it('hold one request until they are deleted, while others pass', async () => {
		await plan({ hold: true, times: 0 });
		const late = write('late');
		const isHolding = async () =>
			((await sandbox.json('/t/faults/_sandbox/faults')) as { holds: boolean }).holds;
		while (!(await isHolding())) await new Promise((resolve) => setTimeout(resolve, 5));
		expect((await write('meanwhile')).status).toBe(200);
		expect(await written()).toEqual(['base', 'meanwhile']);
		await sandbox.control('/t/faults/_sandbox/faults', undefined, 'DELETE');
		expect((await late).status).toBe(200);
		expect(await written()).toEqual(['base', 'meanwhile', 'late']);
		expect(await isHolding()).toBe(false);
	});

	it('hold only one of several requests that come at once', () => {
		const faults = new FaultPlan();
		faults.add({ skip: 0, times: 0, hold: true });
		expect(faults.take('POST', '/')).toMatchObject({ hold: true });
		expect(faults.take('POST', '/')).toBeUndefined();
	});

	it('carry a delayed write out although the client gave up', async () => {
		await plan({ delayMs: 300, method: 'POST' });
		const signal = AbortSignal.timeout(100);
		await expect(
			fetch(sandbox.url(notes), { method: 'POST', body: 'late', signal }),
		).rejects.toThrow();
		await new Promise((resolve) => setTimeout(resolve, 600));
		expect(await written()).toEqual(['base', 'late']);
	});

	it('hit by method, by path and after some that pass', async () => {
		await plan({ method: 'post', path: '/probe/notes', skip: 1, status: 500 });
		await plan({ path: 'robe/ec', status: 418, times: 0 });
		expect((await fetch(sandbox.url(notes))).status).toBe(200);
		expect((await write('first')).status).toBe(200);
		expect((await write('second')).status).toBe(500);
		for (let time = 0; time < 3; time += 1) {
			expect((await fetch(sandbox.url('/t/faults/probe/echo'))).status).toBe(418);
		}
		expect((await fetch(sandbox.url('/probe/echo'))).status).toBe(200);
		await sandbox.control('/t/faults/_sandbox/faults', undefined, 'DELETE');
		expect((await fetch(sandbox.url('/t/faults/probe/echo'))).status).toBe(200);
	});

	it.each([
		[{}, 'needs one of'],
		[{ status: 99 }, 'body/status'],
		[{ status: 'x' }, 'body/status'],
		[{ stats: 500 }, 'additional properties'],
		[{ delayMs: 5, code: 'X' }, 'need status or html'],
		[{ delayMs: 5, location: '/' }, 'need status or html'],
		[{ status: 302, location: 'a\r\nb: c' }, 'body/location'],
		[{ status: 500, path: '(' }, 'regular expression'],
		[{ status: 500, path: '(a+)+$' }, 'regular expression'],
		[{ status: 500, path: '/k/.*' }, 'regular expression'],
		[{ status: 500, html: true, code: 'a\r\nb: c' }, 'body/code'],
		[{ cut: 'never' }, 'body/cut'],
		[[], 'body must be object'],
	])('are refused when they make no sense: %j', async (fault, reason) => {
		const response = await fetch(sandbox.url('/t/faults/_sandbox/faults'), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(fault),
		});
		expect(response.status).toBe(400);
		expect(await response.json()).toEqual({ error: expect.stringContaining(reason) });
	});
});
