import { useSandbox } from '../support/sandbox';
import { serviceNames } from './apiData';
import type { Examples } from './examples/example';
import { isWrite, operationsOf, testedServices } from './services';

const sandbox = useSandbox();

describe.each(serviceNames)('every write of %s', (name) => {
	const service = testedServices[name];
	const ordered = operationsOf(service).filter(
		([, operation]) =>
			isWrite(operation) &&
			!operation.waits &&
			(operation.run.kind === 'perItem' || operation.run.kind === 'custom') &&
			operation.run.concurrencyKey !== 'new',
	);
	let examples: Examples;

	beforeAll(async () => {
		await sandbox.control('reset', {});
		examples = await service.examples(sandbox);
	});

	// Cursors that were left open close by themselves, so that there is room for others.
	afterEach(async () => await sandbox.clock(11 * 60));

	it.each(ordered)('%s runs items about one thing in turn', async (key, { method, value }) => {
		const example = await examples[key]?.();
		if (example === undefined) throw new Error(`There is no example of ${key}.`);
		const { minimal, full, input: [item = { json: {} }] = [] } = example;
		await sandbox.faults({ method, delayMs: 10, times: 0 });
		await sandbox.forget();
		await service.run(sandbox.url, {
			key,
			// Operations of their own kind may let strangers pass: what is filled in decides.
			parameters: value === 'create' ? { ...minimal, ...full[0] } : minimal,
			input: [item, item, item, item],
			onError: 'continueRegularOutput',
		});
		await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
		const { mostRunning, requests } = await sandbox.log();
		expect(requests.length).toBeGreaterThan(1);
		expect(mostRunning).toBe(1);
	});
});
