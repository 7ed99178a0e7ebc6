import { useSandbox } from '../support/sandbox';
import { rows, type Schema, serviceNames } from './apiData';
import type { Examples } from './examples/example';
import { testedServices, writesOf } from './services';

const sandbox = useSandbox();

const PAGE = '<html><body>Bad gateway</body></html>';

/** Answers that are not the service's, although it carried the request out. */
const FOREIGN: Record<string, object> = {
	'504 with JSON of a gateway': { status: 504, html: '{"message": "Endpoint request timed out"}' },
	'504 with a code of a gateway': { status: 504, html: '{"code": "504", "message": "Timed out"}' },
	'502 with a web page': { status: 502, html: PAGE },
	'200 with nothing': { status: 200, html: '' },
	'200 with null': { status: 200, html: 'null' },
	'200 with a list': { status: 200, html: '[]' },
	'200 with a web page': { status: 200, html: PAGE },
	'200 with foreign JSON': { status: 200, html: '{"message": "Please wait"}' },
};

/** It costs every write a run; what the others say does not hang on the operation. */
const OF_EVERY_WRITE = ['200 with foreign JSON'];

/** Writes of each kind of run. */
const OF_EVERY_KIND = [
	'record.create',
	'record.sync',
	'record.updateStatus',
	'tableRow.add',
	'comment.create',
	'customization.update',
	'file.copyToRecord',
	'space.updateBody',
	'event.create',
	'event.update',
	'facility.update',
	'presence.update',
	'proxySetting.create',
	'todo.create',
];

describe.each(serviceNames)('every write of %s', (name) => {
	const service = testedServices[name];
	const writes = writesOf(service);
	let examples: Examples;

	const clear = async () => await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
	const exampleOf = async (key: string) => {
		const example = await examples[key]?.();
		if (example === undefined) throw new Error(`There is no example of ${key}.`);
		return example;
	};

	beforeAll(async () => {
		await sandbox.control('reset', {});
		examples = await service.examples(sandbox);
	});

	afterEach(async () => {
		await clear();
		// Cursors that were left open close by themselves, so that there is room for others.
		await sandbox.clock(11 * 60);
	});

	it.each(writes)('%s knows its answer', (_key, { id, answer = [] }) => {
		const { properties = {} } = (rows[name][id]?.response ?? {}) as { properties?: Schema };
		const known = Object.keys(properties);
		expect(known).toEqual(expect.arrayContaining(answer));
		expect(answer.length > 0).toBe(known.length > 0);
	});

	describe.each(Object.entries(FOREIGN))('that is answered %s', (answer, fault) => {
		const tried = OF_EVERY_WRITE.includes(answer)
			? writes
			: writes.filter(([key]) => OF_EVERY_KIND.includes(key));

		it.each(tried)('%s says that nobody knows, and is sent once', async (key, operation) => {
			const { minimal, input } = await exampleOf(key);
			const { method } = operation;
			const path = service.pathOf(operation).replace(/\{.*/, '');
			await sandbox.forget();
			await sandbox.faults({ ...fault, method, path, handled: true, times: 0 });
			const run = { key, parameters: minimal, ...(input && { input }) };
			const { error, output } = await service.run(sandbox, run);
			expect(output).toEqual([]);
			expect(`${error?.message} ${error?.description}`).toContain('may or may not have succeeded');
			const sent = (await sandbox.requests()).filter(
				(one) => one.fault && one.method === method && one.path.startsWith(path),
			);
			expect(sent).toHaveLength(1);
		});
	});

	const ordered = writes.filter(
		([, { run }]) => (run.kind === 'perItem' || run.kind === 'custom') && run.target !== 'new',
	);

	it.each(ordered)(
		'%s runs items about the same thing one after the other',
		async (key, operation) => {
			const { minimal, full, input = [{ json: {} }] } = await exampleOf(key);
			const { method } = operation;
			await sandbox.faults({ method, delayMs: 10, times: 0 });
			await sandbox.forget();
			const [item] = input;
			// Operations of their own kind may let strangers pass: what is filled in decides.
			const parameters = operation.value === 'create' ? { ...minimal, ...full[0] } : minimal;
			await service.run(sandbox, {
				key,
				parameters,
				input: [item, item, item, item].flatMap((one) => (one ? [one] : [])),
				onError: 'continueRegularOutput',
			});
			const { mostRunning, requests } = await sandbox.log();
			expect(requests.length).toBeGreaterThan(2);
			expect(mostRunning).toBe(1);
		},
	);
});
