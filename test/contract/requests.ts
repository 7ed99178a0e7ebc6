import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Operation, Service } from '../../nodes/shared/catalogue';
import { sharedFolder } from '../support/shared';
import type { ServiceName } from './apiData';
import { type Example, type Examples, unset } from './examples/example';
import { vendorRows } from './openapi';
import { misfits, previewOf, readPreview, writePreview } from './preview';
import { type Exchange, type Relay, relayTo } from './relay';
import { requestFaults, responseFaults, rowFor, rowIn, type Sent } from './rows';

export interface Contract {
	service: ServiceName;
	catalogue: Service;
	/** Below which the service answers; the relay goes in between. */
	target: () => string;
	examples: () => Promise<Examples>;
	/** Options that the examples leave out because another test sets them. */
	ignored: string[];
	run: (
		baseUrl: string,
		parameters: IDataObject,
		input?: INodeExecutionData[],
	) => Promise<{ error?: Error; output: INodeExecutionData[] }>;
	/** The service's folder under nodes/, where its output previews lie. */
	folder: string;
	/** Keys of the output that another app, event or form would not have; previews leave them out. */
	ownKeys: string[];
	/** Path of a request below the address that the node was given. */
	pathOf?: (path: string) => string;
}

const vendorsOwn = vendorRows(sharedFolder);

/**
 * Runs every operation with little and with everything filled in, and holds what the node put
 * on the wire, and what the sandbox answered, against what is known of the operation.
 */
export function testRequests(contract: Contract): void {
	const { service, catalogue, ignored, run } = contract;
	const operations = catalogue.resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value}.${operation.value}`, operation] as const),
	);
	let relay: Relay;
	let examples: Examples;

	beforeAll(async () => {
		examples = await contract.examples();
		relay = await relayTo(contract.target());
	});

	afterAll(async () => await relay.close());

	const choices = (key: string) => {
		const [resource, operation] = key.split('.');
		return { resource, operation };
	};

	const exampleOf = async (key: string): Promise<Example> => {
		const make = examples[key];
		if (make === undefined) throw new Error(`There is no example of ${key}.`);
		return await make();
	};

	const exchanged = async (key: string, parameters: IDataObject, input?: INodeExecutionData[]) => {
		relay.take();
		const { error, output } = await run(relay.url, { ...choices(key), ...parameters }, input);
		return { error, output: output.map(({ json }) => json), exchanges: relay.take() };
	};

	const expectSound = (
		operation: Operation,
		{ error, exchanges }: { error?: Error; exchanges: Exchange[] },
	) => {
		expect(error).toBeUndefined();
		const faults = exchanges.flatMap((exchange) =>
			looksFirst(exchange, exchanges)
				? requestFaultsOf(service, exchange.sent, contract.pathOf)
				: faultsOf(service, exchange, contract.pathOf),
		);
		expect(faults).toEqual([]);
		const reached = exchanges.flatMap(({ sent }) => rowsReached(service, sent, contract.pathOf));
		expect(reached).toContain(operation.id);
	};

	const expectPreviewed = (key: string, output: object[]) => {
		expect(output.length).toBeGreaterThan(0);
		const { folder, ownKeys } = contract;
		if (process.env.WRITE_PREVIEWS) writePreview(folder, key, previewOf(output, ownKeys));
		const preview = readPreview(folder, key);
		if (preview === undefined) throw new Error(`There is no output preview of ${key}.`);
		expect(output.flatMap((row) => misfits(preview, row, ownKeys))).toEqual([]);
	};

	it.each(operations)('%s with as little as possible', async (key, operation) => {
		const { minimal, input } = await exampleOf(key);
		const outcome = await exchanged(key, minimal, input);
		expectSound(operation, outcome);
		expectPreviewed(key, outcome.output);
	});

	it.each(operations)('%s with everything', async (key, operation) => {
		const example = await exampleOf(key);
		expect(unset(operation, example, ignored)).toEqual([]);
		for (const parameters of example.full) {
			expectSound(operation, await exchanged(key, parameters, example.input));
		}
	});

	const inGuestSpace = operations.filter(([, { guestSpace }]) => guestSpace === true);
	if (inGuestSpace.length > 0) {
		it.each(inGuestSpace)('%s in a guest space', async (key) => {
			const { minimal, input } = await exampleOf(key);
			const options = { ...(minimal.options as object), guestSpace: '5' };
			const { exchanges } = await exchanged(key, { ...minimal, options }, input);
			expect(exchanges.length).toBeGreaterThan(0);
			for (const { sent } of exchanges) expect(sent.path).toMatch(/^\/k\/guest\/5\/v1\//);
			expect(
				exchanges.flatMap(({ sent }) => requestFaultsOf(service, sent, contract.pathOf)),
			).toEqual([]);
		});
	}
}

type PathOf = Contract['pathOf'];

/** Whether a request found nothing in a place where the node then created something. */
function looksFirst({ sent, status }: Exchange, all: Exchange[]): boolean {
	const isCreated = (other: Exchange) =>
		other.sent.method === 'POST' && other.sent.path === sent.path && other.status === 200;
	return sent.method === 'GET' && status === 400 && all.some(isCreated);
}

function faultsOf(
	service: ServiceName,
	{ sent, status, answer }: Exchange,
	pathOf: PathOf,
): string[] {
	const known = rowFor(service, below(sent, pathOf));
	const faults = requestFaultsOf(service, sent, pathOf);
	if (status !== 200)
		return [
			...faults,
			`${sent.method} ${sent.path} was answered ${status}: ${JSON.stringify(answer)}`,
		];
	const wrong = known && answer !== undefined ? responseFaults(known[1], answer) : [];
	return [...faults, ...wrong.map((fault) => `answer to ${known?.[0]}: ${fault}`)];
}

function requestFaultsOf(service: ServiceName, request: Sent, pathOf: PathOf): string[] {
	const sent = below(request, pathOf);
	const known = rowFor(service, sent);
	if (known === undefined) return [`nothing is known of ${sent.method} ${sent.path}`];
	const [id, row] = known;
	const own = requestFaults(row, sent).map((fault) => `${id}: ${fault}`);
	return [
		...own,
		...vendorFaults(service, sent),
		...steps(sent, id).flatMap((step) => requestFaultsOf(service, step, pathOf)),
	];
}

/** What is wrong with a request by the vendor's own description, where that is at hand. */
function vendorFaults(service: ServiceName, sent: Sent): string[] {
	const [name, row] = (service === 'recordPlatform' && rowIn(vendorsOwn, sent)) || [];
	if (row === undefined) return [];
	return requestFaults(row, sent).map((fault) => `OpenAPI, ${name}: ${fault}`);
}

function rowsReached(service: ServiceName, request: Sent, pathOf: PathOf): string[] {
	const sent = below(request, pathOf);
	const id = rowFor(service, sent)?.[0];
	if (id === undefined) return [];
	return [id, ...steps(sent, id).flatMap((step) => rowsReached(service, step, pathOf))];
}

function below(sent: Sent, pathOf: PathOf): Sent {
	return pathOf ? { ...sent, path: pathOf(sent.path) } : sent;
}

/** The requests inside a bulk request. */
function steps(sent: Sent, id: string): Sent[] {
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
