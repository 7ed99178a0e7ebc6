import type { IExecuteFunctions } from 'n8n-workflow';

import type {
	RequestSpec,
	PerItemRun,
	Operation,
	CustomRun,
	Prepared,
} from '../../../nodes/shared/catalogue';
import { InputError } from '../../../nodes/shared/errors';
import { runPerItem } from '../../../nodes/shared/run/perItem';
import { Results } from '../../../nodes/shared/run/results';
import { itemWith } from '../../support/item';
import { toyService } from '../../support/toy';

interface Scene {
	run?: Partial<PerItemRun>;
	own?: CustomRun;
	goesOn?: boolean;
	repeatable?: boolean;
	answer?: (spec: RequestSpec, count: number) => unknown;
	/** Whether the execution is canceled at the wait with this number. */
	cancelAt?: number;
	/** Parameters by item. */
	parameters?: Array<Record<string, unknown>>;
}

/** Runs an operation for items with these paths, and notes what was asked, and what at once. */
async function each(paths: string[], scene: Scene = {}) {
	const { repeatable = false, answer = () => ({ ok: true }), goesOn = true } = scene;
	const asked: string[] = [];
	const beside: number[][] = [];
	const underWay = new Set<number>();
	const waits: number[] = [];
	const operation = { name: 'Touch', method: repeatable ? 'GET' : 'PUT' } as Operation;
	const views = (index: number) =>
		itemWith(scene.parameters?.[index] ?? {}, {
			index,
			operation,
			request: async (spec) => {
				asked.push(spec.path);
				underWay.add(index);
				beside.push([...underWay]);
				await new Promise((resolve) => setImmediate(resolve));
				underWay.delete(index);
				const given = answer(spec, asked.length);
				if (given instanceof Error) throw given;
				return given;
			},
		});
	const results = new Results(
		{} as unknown as IExecuteFunctions,
		{ node: views(0).node, service: toyService(), operation },
		goesOn,
	);
	const prepared = paths.map((path, index): Prepared => ({
		index,
		spec: { method: operation.method, path, repeatable },
		element: {},
	}));
	const plain: PerItemRun = { kind: 'perItem', result: (body) => ({ json: body as never }) };
	await runPerItem(
		prepared,
		scene.own ?? { ...plain, ...scene.run },
		views,
		results,
		async (seconds) => {
			waits.push(seconds);
			return await Promise.resolve(waits.length === scene.cancelAt);
		},
		async () => await Promise.resolve(undefined),
	);
	const items = paths.map((_, item) => item);
	const output = goesOn ? results.output(items) : [];
	return {
		asked,
		most: Math.max(0, ...beside.map((list) => list.length)),
		/** Whether requests of two items were ever under way together. */
		metWith: (one: number, other: number) =>
			beside.some((list) => list.includes(one) && list.includes(other)),
		waits,
		results,
		told: output.map(({ json, error }) => error?.message ?? json),
		output,
	};
}
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `/things/x${at}`);

describe('one request an item', () => {
	it('is sent for three items at a time, ten where nothing is changed, or as the operation says', async () => {
		expect((await each(numbered(20))).most).toBe(3);
		expect((await each(numbered(20), { repeatable: true })).most).toBe(10);
		expect((await each(numbered(20), { run: { concurrency: 2 } })).most).toBe(2);
		expect((await each([])).asked).toEqual([]);
	});

	it('gives each item its answer, or its own problem', async () => {
		const { told } = await each(numbered(3), {
			answer: ({ path }) => (path.endsWith('1') ? new InputError('No') : { path }),
		});
		expect(told).toEqual([{ path: '/things/x0' }, 'No [item 1]', { path: '/things/x2' }]);
	});

	it('is not sent for further items once a problem stops the workflow', async () => {
		const { asked } = await each(numbered(20), {
			goesOn: false,
			answer: () => new InputError('No'),
		});
		expect(asked).toHaveLength(3);
	});

	it('tells an answer of another form from a mistake of our own', async () => {
		const result = (body: unknown) => ({ json: (body as { a: { b: never } }).a.b });
		const reading = await each(['/a'], { run: { result }, repeatable: true });
		expect(reading.told).toEqual(['The service returned an unexpected response [item 0]']);
		expect(reading.output[0]?.error?.description).toContain('Check the base URL');
		const writing = await each(['/a'], { run: { result } });
		expect(writing.output[0]?.error?.description).toContain('may or may not have succeeded');
		const refusing = () => {
			throw new InputError('Not a picture');
		};
		expect((await each(['/a'], { run: { result: refusing } })).told).toEqual([
			'Not a picture [item 0]',
		]);
	});

	it('tells the same of a function of its own, by what it has sent', async () => {
		const telling = (method: 'GET' | 'PUT'): CustomRun => ({
			kind: 'custom',
			run: async (item, { path }) => {
				const body = await item.request({ method, path, repeatable: method === 'GET' });
				return { json: (body as { a: { b: never } }).a.b };
			},
		});
		const reading = await each(['/a'], { own: telling('GET') });
		expect(reading.told).toEqual(['The service returned an unexpected response [item 0]']);
		expect(reading.output[0]?.error?.description).toContain('Check the base URL');
		const writing = await each(['/a'], { own: telling('PUT') });
		expect(writing.told).toEqual([
			'The service returned an unexpected response, so the request may have been carried out [item 0]',
		]);
		expect(writing.output[0]?.error?.description).toContain('may or may not have succeeded');
	});
});

describe('changes of the same thing', () => {
	it.each([
		['one path', '/things/7', '/things/7'],
		['one ID with zeros before it', '/things/7', '/things/007'],
		['one ID with zeros before it, first in the path', '7', '07'],
		['one name in other letters', '/things/Kim', '/things/kiM'],
		['one name in other widths', '/things/%EF%BC%A1', '/things/A'],
		['one name with and without an escape', '/things/%61', '/things/a'],
	])('run one after the other: %s', async (_, one, other) => {
		const { asked, metWith } = await each([one, other, '/things/other']);
		expect(asked).toHaveLength(3);
		expect(metWith(0, 1)).toBe(false);
		expect(metWith(0, 2)).toBe(true);
	});

	it('are those that the operation names so, whatever the path', async () => {
		const parameters = ['a', 'b', 'a'].map((name) => ({ name }));
		const concurrencyKey = (item: { read: (name: string) => unknown }) =>
			item.read('name') as string;
		const { metWith } = await each(numbered(3), { run: { concurrencyKey }, parameters });
		expect(metWith(0, 2)).toBe(false);
		expect(metWith(0, 1)).toBe(true);
	});

	it('are none where each item makes something new, or the operation names nothing', async () => {
		for (const concurrencyKey of ['new', () => undefined] as const) {
			const { metWith } = await each(['/things', '/things'], { run: { concurrencyKey } });
			expect(metWith(0, 1)).toBe(true);
		}
	});

	it('are none where nothing is changed', async () => {
		const { metWith } = await each(['/things/7', '/things/07'], { repeatable: true });
		expect(metWith(0, 1)).toBe(true);
	});

	it('are not looked for in a path that cannot be read: its request says what is wrong', async () =>
		expect((await each(['/things/%E0%A4%A', '/b'])).told).toEqual([{ ok: true }, { ok: true }]));
});

describe('work that the service does in the background', () => {
	const until = (limit = 3): PerItemRun['until'] => ({
		wanted: (item) => item.read('wait') !== false,
		request: (_, body) => ({
			method: 'GET',
			path: `/state/${(body as { job?: string }).job}`,
			repeatable: true,
		}),
		judge: (body) => {
			const { state } = body as { state: string };
			if (state.startsWith('failed')) return { failed: new InputError('It failed') };
			return state === 'done' ? { row: { json: { state } } } : { wait: true };
		},
		everyMs: 1000,
		limitSeconds: () => limit,
	});
	const states =
		(...list: string[]) =>
		(_: RequestSpec, count: number) =>
			count === 1 ? { job: '7' } : { state: list[count - 2] ?? list.at(-1) };
	const wait = async (answer: Scene['answer'], more: Scene = {}, limit?: number) =>
		await each(['/jobs'], { run: { until: until(limit) }, answer, ...more });

	it('is asked for until it is done', async () => {
		const { told, asked, waits } = await wait(states('running', 'running', 'done'));
		expect(told).toEqual([{ state: 'done' }]);
		expect(asked).toEqual(['/jobs', '/state/7', '/state/7', '/state/7']);
		expect(waits).toEqual([1, 1]);
	});

	it('is given up after the time that the person gives it', async () => {
		const { told, asked, output } = await wait(states('running'), {}, 2);
		expect(told).toEqual(["The service didn't finish within 2 seconds [item 0]"]);
		expect(output[0]?.error?.description).toContain('still running');
		expect(asked).toHaveLength(4);
	});

	it('is not waited for any more when the execution is canceled', async () => {
		const { told, asked } = await wait(states('running'), { cancelAt: 1 });
		expect(told).toEqual([
			'The execution was canceled, so the request may have been carried out [item 0]',
		]);
		expect(asked).toHaveLength(2);
	});

	it('whose state has another form was accepted all the same', async () => {
		const { told, output } = await wait((_, count) => (count === 1 ? { job: '7' } : {}));
		expect(told).toEqual([
			'The service returned an unexpected response, so the request may have been carried out [item 0]',
		]);
		expect(output[0]?.error?.description).toContain('may or may not have succeeded');
	});
});
