import { setTimeout as sleep } from 'node:timers/promises';

import { useNewApp } from '../workflow/record-platform/app';
import {
	automatic,
	itemsOf,
	jsonOf,
	PASSWORD,
	type Run,
	schemaOf,
} from '../workflow/record-platform/world';

const app = useNewApp({ Title: { type: 'SINGLE_LINE_TEXT' } });
const { sandbox } = app;
const fields = automatic({ schema: schemaOf({ Title: 'SINGLE_LINE_TEXT' }) });
/** Three bulk requests: 2,000, 2,000 and 500 records. */
const items = Array.from({ length: 4500 }, (_, index) => ({ Title: `row ${index}` }));
const BULK = { method: 'POST', path: '/k/v1/bulkRequest.json' };
const RECORDS = { method: 'GET', path: '/k/v1/records.json' };

const create = async ({ parameters, ...more }: Partial<Run> = {}) =>
	await app.run('create', { fields, ...parameters }, { items, ...more });
const read = async () => await app.run('getAll', { returnAll: true });

const titles = async () => jsonOf(await read()).map(({ Title }) => Title);
const sent = async () =>
	(await sandbox.requests()).filter(({ method }) => method === 'POST').length;

describe('a write whose answer is lost', () => {
	it.each([
		['the connection is cut before the work', { cut: 'before' }, 2500],
		['the connection is cut after the work', { cut: 'after' }, 4500],
		['the answer is cut short', { cut: 'body' }, 4500],
		['a gateway gives up on it', { handled: true, status: 502, html: true }, 4500],
		[
			'a gateway asks to come again',
			{ handled: true, status: 503, html: true, retryAfter: 0 },
			4500,
		],
	])('%s: it is not sent again, and its items are told as unknown', async (_, fault, written) => {
		await sandbox.faults({ ...BULK, skip: 1, ...fault });
		const { output, error } = await create({
			parameters: { options: { requestsAtOnce: 1 } },
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(await sent()).toBe(3);
		const unknown = output.filter((item) => item.error);
		expect(itemsOf(unknown)).toEqual(Array.from({ length: 2000 }, (_item, index) => 2000 + index));
		expect(unknown[0]?.error?.message).toMatch(/may have been carried out \[items 2000–3999\]$/);
		expect(unknown[0]?.error?.description).toContain('may or may not have succeeded');
		const found = await titles();
		expect(found).toHaveLength(written);
		expect(new Set(found).size).toBe(written);
	});

	it('ends a workflow that is to stop, with what was written before', async () => {
		await sandbox.faults({ ...BULK, skip: 1, cut: 'after' });
		const { output, error } = await create();
		expect(output).toEqual([]);
		// Both others were under way; either may reach the service first.
		expect(await sent()).toBe(3);
		const [, lost] =
			/^The connection was lost after the request was sent .*\[items (\d+–\d+)\]$/.exec(
				error?.message ?? '',
			) ?? [];
		const written = {
			'2000–3999': '2,500 items were written [items 0–1999, 4000–4499]',
			'4000–4499': '4,000 items were written [items 0–3999]',
		}[lost ?? ''];
		expect(written).toBeDefined();
		expect(error?.description).toContain(written);
	});

	it('is told as unknown when it takes longer than the time limit', async () => {
		await sandbox.faults({ ...BULK, delayMs: 2500 });
		const { error } = await create({ parameters: { requestOptions: { timeoutSeconds: 1 } } });
		expect(error?.message).toMatch(/didn't answer in time/);
		expect(error?.description).toContain('may or may not have succeeded');
		// The sandbox carries it out after its delay; only then it stands in the log.
		for (let waited = 0; waited < 50 && (await sent()) === 0; waited++) await sleep(100);
		expect(await sent()).toBe(1);
	});
});

describe('a write that the service turned away', () => {
	it.each([
		[
			'too many calls at once',
			{ status: 429, code: 'GAIA_TO04', message: 'Too many requests.', retryAfter: 0 },
		],
		['a database lock', { status: 400, code: 'GAIA_DA02', message: 'The database is locked.' }],
		[
			'maintenance with a time to come again',
			{ status: 503, code: 'CB_MA01', message: 'Under maintenance.', retryAfter: 0 },
		],
	])('%s: is sent again, and written once', async (_, fault) => {
		await sandbox.faults({ ...BULK, skip: 1, times: 2, ...fault });
		const { output, error } = await create();
		expect(error).toBeUndefined();
		expect(output).toHaveLength(4500);
		expect(await sent()).toBe(5);
		const found = await titles();
		expect(new Set(found).size).toBe(4500);
		expect(found).toHaveLength(4500);
	});
});

describe('a read', () => {
	beforeEach(async () => {
		const { error } = await create();
		if (error) throw error;
		await sandbox.forget();
	});

	it.each([
		['a cut connection', { cut: 'before' }],
		['an answer cut short', { cut: 'body' }],
		['a failing gateway', { status: 502, html: true }],
		[
			'too many calls',
			{ status: 429, code: 'GAIA_TO04', message: 'Too many requests.', retryAfter: 0 },
		],
	])('goes on after %s, with every record once', async (_, fault) => {
		await sandbox.faults({ ...RECORDS, skip: 2, times: 2, ...fault });
		const found = await titles();
		expect(found).toHaveLength(4500);
		expect(new Set(found).size).toBe(4500);
	});

	it('says that a page is no answer of the service', async () => {
		await sandbox.faults({ ...RECORDS, status: 200, html: '<html>Please sign in</html>' });
		const { error, output } = await read();
		expect(output).toEqual([]);
		expect(error?.message).toMatch(/returned a web page instead of an API response \[item 0\]$/);
		expect(error?.description).toContain('Check the base URL');
	});
});

describe('secrets', () => {
	it('appear in no error, whatever fails', async () => {
		const password = 'Pa55-w0rd-that-nobody-may-see';
		const account = { ...PASSWORD, password };
		const coded = Buffer.from(`admin:${password}`).toString('base64');
		const faults = [
			undefined,
			{ path: '/k/', cut: 'before', times: 0 },
			{ path: '/k/', status: 302, html: true, times: 0 },
			{ path: '/k/', status: 500, html: true, times: 0 },
		];
		for (const fault of faults) {
			if (fault) await sandbox.faults(fault);
			const { error } = await app.run(
				'createOne',
				{ fields },
				{ items: [{ Title: 'x' }], account },
			);
			expect(error).toBeDefined();
			const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error?.stack);
			expect(told).not.toContain(password);
			expect(told).not.toContain(coded);
			await sandbox.reset();
			await app.renew();
		}
	});
});
