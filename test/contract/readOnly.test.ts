import { connect as groupwareOf } from '../../nodes/Groupware/connection';
import { connect as recordPlatformOf } from '../../nodes/RecordPlatform/connection';
import { useSandbox } from '../support/sandbox';
import { serviceNames } from './apiData';
import type { Examples } from './examples/example';
import { testedServices } from './services';

const sandbox = useSandbox();

/** Requests that change nothing that a person can see, although they are no GET. */
const READINGS = [
	'POST /k/v1/records/cursor.json',
	'DELETE /k/v1/records/cursor.json',
	'POST /k/v1/search.json',
	'POST /g/api/v1/schedule/searchAvailableTimes',
];

/** Operations with such a request. */
const READING = ['search.search', 'event.findTimes'];

describe.each(serviceNames)('%s with "Read Only" in the credential', (name) => {
	const service = testedServices[name];
	const operations = service.catalogue.resources.flatMap(({ value, operations }) =>
		operations.map((operation) => [`${value}.${operation.value}`, operation] as const),
	);
	let examples: Examples;

	beforeAll(async () => {
		await sandbox.control('reset', {});
		examples = await service.examples(sandbox);
	});

	const run = async (key: string) => {
		const example = await examples[key]?.();
		if (example === undefined) throw new Error(`There is no example of ${key}.`);
		await sandbox.forget();
		const { minimal: parameters, input } = example;
		const given = { key, parameters, account: { readOnly: true }, ...(input && { input }) };
		const outcome = await service.run(sandbox, given);
		const sent = (await sandbox.requests()).map(({ method, path }) => `${method} ${path}`);
		return { ...outcome, sent };
	};
	const reads = ({ method }: { method: string }, key: string) =>
		method === 'GET' || READING.includes(key);

	it.each(operations.filter(([key, operation]) => reads(operation, key)))(
		'%s reads as before',
		async (key) => {
			const { error, output, sent } = await run(key);
			expect(error).toBeUndefined();
			expect(output.length).toBeGreaterThan(0);
			const writes = sent.filter((one) => !one.startsWith('GET ') && !READINGS.includes(one));
			expect(writes).toEqual([]);
			expect(sent.length).toBeGreaterThan(0);
		},
	);

	it.each(operations.filter(([key, operation]) => !reads(operation, key)))(
		'%s is refused before anything is sent',
		async (key, operation) => {
			const { error, output, sent } = await run(key);
			expect(error?.message).toContain(
				`"${operation.name}" would change data, but "Read Only" is on in the credential`,
			);
			expect(error?.description).toContain('Nothing was sent');
			expect(output).toEqual([]);
			expect(sent).toEqual([]);
		},
	);
});

it('previews a write with a dry run', async () => {
	const service = testedServices.recordPlatform;
	const example = await (await service.examples(sandbox))['record.create']?.();
	if (example === undefined) throw new Error('There is no example of record.create.');
	await sandbox.forget();
	const { error, output } = await service.run(sandbox, {
		key: 'record.create',
		parameters: { ...example.minimal, options: { dryRun: true } },
		account: { readOnly: true },
		...(example.input && { input: example.input }),
	});
	expect(error).toBeUndefined();
	expect(output[0]?.json).toMatchObject({ dryRun: true });
	const methods = (await sandbox.requests()).map(({ method }) => method);
	expect(methods.filter((method) => method !== 'GET')).toEqual([]);
});

it('takes no dry run of an operation that has none', async () => {
	const service = testedServices.recordPlatform;
	const example = await (await service.examples(sandbox))['form.updateFields']?.();
	if (example === undefined) throw new Error('There is no example of form.updateFields.');
	await sandbox.forget();
	const { error } = await service.run(sandbox, {
		key: 'form.updateFields',
		parameters: { ...example.minimal, options: '={{ ({ dryRun: true }) }}' },
		account: { readOnly: true },
	});
	expect(error?.message).toContain('"Read Only" is on in the credential');
	expect(await sandbox.requests()).toEqual([]);
});

it.each([
	['Record Platform', recordPlatformOf],
	['Groupware', groupwareOf],
] as const)('%s takes the setting of a credential for OAuth2', (_service, connect) => {
	const baseUrl = 'https://example.cybozu.com';
	const choice = { value: 'oAuth2', name: 'OAuth2', credential: '', oauth2: true };
	expect(connect({ baseUrl, readOnly: true }, choice).readOnly).toBe(true);
	expect(connect({ baseUrl, readOnly: false }, choice).readOnly).toBeUndefined();
	expect(connect({ baseUrl }, choice).readOnly).toBeUndefined();
});
