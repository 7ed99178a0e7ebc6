import type { INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../nodes/shared/catalogue';
import { together } from '../properties/controls';
import { useSandbox } from '../support/sandbox';
import { itemsOf } from '../support/workflow';
import type { ServiceName } from './apiData';
import { type Example, type Examples, unset } from './examples/example';
import { misfits, previewOf, readPreview, writePreview } from './preview';
import { type Exchange, type Relay, relayTo } from './relay';
import { missingKeys, requestFaults, responseFaults, rowFor, type Sent } from './rows';
import { belongTogether, type ExampleRun, operationsOf, testedServices } from './services';

/** Options that the examples leave out because another test sets them. */
const IGNORED = ['options.guestSpace'];

/** Requests that change nothing that a person can see, although they are no GET. */
const READINGS = [
	'POST /k/v1/records/cursor.json',
	'DELETE /k/v1/records/cursor.json',
	'POST /k/v1/search.json',
	'POST /g/api/v1/schedule/searchAvailableTimes',
];

/** Operations with such a request. */
const READING = ['search.search', 'event.findTimes'];

/**
 * Runs every operation of a service on n8n's engine, with little and with everything filled in. Compares
 * what the node sent and the sandbox answered with docs/api, and the output with its preview and items.
 * With "Read Only" in the credential, readings do the same, and writes are refused before.
 */
export function testRequests(service: ServiceName): void {
	const tested = testedServices[service];
	const operations = operationsOf(tested);
	const sandbox = useSandbox();
	let relay: Relay;
	let examples: Examples;

	beforeAll(async () => {
		examples = await tested.examples(sandbox);
		relay = await relayTo(sandbox.url);
	});

	// Cursors that were left open close by themselves, so that there is room for others.
	afterEach(async () => await sandbox.clock(11 * 60));
	afterAll(async () => await relay.close());

	const exampleOf = async (key: string): Promise<Example> => {
		const make = examples[key];
		if (make === undefined) {
			throw new Error(`There is no example of ${key}. Add one in test/contract/examples/.`);
		}
		return await make();
	};

	const exchanged = async (run: ExampleRun) => {
		relay.take();
		const outcome = await tested.run(relay.url, { ...run, isApproved: true });
		return { ...outcome, exchanges: relay.take() };
	};

	const expectSound = (
		{ id }: Operation,
		{ error, exchanges }: { error?: Error; exchanges: Exchange[] },
	) => {
		expect(error).toBeUndefined();
		const faults = exchanges.flatMap((exchange) =>
			looksFirst(exchange, exchanges)
				? requestFaultsOf(service, exchange.sent)
				: exchangeFaults(service, exchange),
		);
		expect(faults).toEqual([]);
		expect(exchanges.flatMap(({ sent }) => rowsReached(service, sent))).toContain(id);
	};

	const expectPreviewed = (key: string, output: object[], incoming: string[]) => {
		const { folder } = tested;
		const ownKeys = [...tested.ownKeys, ...incoming];
		if (process.env.WRITE_PREVIEWS) writePreview(folder, key, previewOf(output, ownKeys));
		const preview = readPreview(folder, key);
		if (preview === undefined) {
			const name = key.replace('.', '\\.');
			throw new Error(
				`There is no output preview of ${key}. Write it: WRITE_PREVIEWS=1 npx jest test/contract -t '${name}\\b'`,
			);
		}
		expect(output.flatMap((row) => misfits(preview, row, ownKeys))).toEqual([]);
	};

	/** Minimal examples as the items of one run. */
	const minimalRun = async (key: string, operation: Operation): Promise<ExampleRun> => {
		const made = [await exampleOf(key)];
		if (!belongTogether(key)) made.push(await exampleOf(key));
		const joined = together(
			operation,
			made.map(({ minimal }) => minimal),
		);
		if (joined === undefined) throw new Error(`The examples of ${key} have different parameters.`);
		const input = joined.items.map((json, at): INodeExecutionData => {
			const item = made[at]?.input?.[0] ?? { json: {} };
			return { ...item, json: { ...item.json, ...json } };
		});
		return { key, parameters: joined.parameters, input };
	};

	it.each(operations)('%s with as little as possible', async (key, operation) => {
		const run = await minimalRun(key, operation);
		const readOnly = { ...run, account: { readOnly: true } };
		const isRefused = operation.method !== 'GET' && !READING.includes(key);
		if (isRefused) {
			const refused = await exchanged(readOnly);
			expect(refused.error?.message).toContain('"Read Only" is on in the credential');
			expect(refused.exchanges).toEqual([]);
		}
		const outcome = await exchanged(isRefused ? run : readOnly);
		expectSound(operation, outcome);
		expect(new Set(itemsOf(outcome.output))).toEqual(new Set(run.input?.keys()));
		expectPreviewed(
			key,
			outcome.output.map(({ json }) => json),
			Object.keys(run.input?.[0]?.json ?? {}),
		);
		const writes = outcome.exchanges
			.map(({ sent: { method, path } }) => `${method} ${path}`)
			.filter((request) => !request.startsWith('GET ') && !READINGS.includes(request));
		if (!isRefused) expect(writes).toEqual([]);
	});

	it.each(operations)('%s with everything', async (key, operation) => {
		const example = await exampleOf(key);
		expect(unset(operation, example, IGNORED)).toEqual([]);
		const input = example.input && { input: example.input };
		for (const parameters of example.full) {
			expectSound(operation, await exchanged({ key, parameters, ...input }));
		}
	});

	const inGuestSpace = operations.filter(([, { guestSpace }]) => guestSpace === true);
	if (inGuestSpace.length > 0) {
		it.each(inGuestSpace)('%s in a guest space', async (key) => {
			const { minimal, input } = await exampleOf(key);
			const options = { ...(minimal.options as object), guestSpace: '5' };
			const parameters = { ...minimal, options };
			const { exchanges } = await exchanged({ key, parameters, ...(input && { input }) });
			expect(exchanges.length).toBeGreaterThan(0);
			for (const { sent } of exchanges) expect(sent.path).toMatch(/^\/k\/guest\/5\/v1\//);
			expect(exchanges.flatMap(({ sent }) => requestFaultsOf(service, sent))).toEqual([]);
		});
	}
}

/** Whether a request found nothing in a place where the node then created something. */
function looksFirst({ sent, status }: Exchange, all: Exchange[]): boolean {
	const isCreated = (other: Exchange) =>
		other.sent.method === 'POST' && other.sent.path === sent.path && other.status === 200;
	return sent.method === 'GET' && status === 400 && all.some(isCreated);
}

function exchangeFaults(service: ServiceName, { sent, status, answer }: Exchange): string[] {
	const faults = requestFaultsOf(service, sent);
	if (status !== 200)
		return [
			...faults,
			`${sent.method} ${sent.path} was answered ${status}: ${JSON.stringify(answer)}`,
		];
	const [id, row] = rowFor(service, belowAddress(sent)) ?? [];
	if (row === undefined || answer === undefined) return faults;
	// The record platform leaves nothing out.
	const missing = service === 'recordPlatform' ? missingKeys(row, answer) : [];
	return [
		...faults,
		...missing.map((key) => `answer to ${id}: ${key} is missing`),
		...responseFaults(row, answer).map((fault) => `answer to ${id}: ${fault}`),
	];
}

function requestFaultsOf(service: ServiceName, request: Sent): string[] {
	const sent = belowAddress(request);
	const known = rowFor(service, sent);
	if (known === undefined) return [`nothing is known of ${sent.method} ${sent.path}`];
	const [id, row] = known;
	const own = requestFaults(row, sent).map((fault) => `${id}: ${fault}`);
	return [...own, ...bulkSteps(sent, id).flatMap((step) => requestFaultsOf(service, step))];
}

function rowsReached(service: ServiceName, request: Sent): string[] {
	const sent = belowAddress(request);
	const id = rowFor(service, sent)?.[0];
	if (id === undefined) return [];
	return [id, ...bulkSteps(sent, id).flatMap((step) => rowsReached(service, step))];
}

/** The path of a request below the address that the node was given. */
const belowAddress = (sent: Sent): Sent => ({ ...sent, path: sent.path.replace(/^\/g\//, '/') });

/** The requests inside a bulk request. */
function bulkSteps(sent: Sent, id: string): Sent[] {
	if (id !== 'bulkRequest') return [];
	const { requests } = JSON.parse(sent.body) as {
		requests: Array<{ method: string; api: string; payload: object }>;
	};
	return requests.map(({ method, api, payload }) => ({
		method,
		path: api,
		query: new URLSearchParams(),
		contentType: 'application/json',
		body: JSON.stringify(payload),
	}));
}
