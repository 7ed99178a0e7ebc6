import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { groupware } from '../../../nodes/Groupware/service';
import type { Parameter } from '../../../nodes/shared/catalogue';
import { Bench, runSubject, type Subject } from '../../properties/bench';
import { type Control, controlsOf, withValue } from '../../properties/controls';
import { changes, outcomeOf } from '../../properties/state';
import { sandboxOrigin } from '../../support/sandbox';

/** What holds for each control of the catalogue, whatever its operation. */

let bench: Bench;

beforeAll(async () => {
	bench = await Bench.open(await sandboxOrigin(), 'groupware');
});

const operations = groupware.resources.flatMap(({ value, operations: own }) =>
	own.map((operation) => ({ key: `${value}.${operation.value}`, operation })),
);

const subjectOf = (key: string) => bench.subjects.find((one) => one.key === key) as Subject;

describe('an update whose only field has an expression that finds nothing', () => {
	const updates = operations.flatMap(({ key, operation }) => {
		const fields = operation.parameters.find(({ name }) => name === 'updateFields');
		return fields ? [[key, (fields.options as Parameter[]).map(({ name }) => name)] as const] : [];
	});

	it.each(updates)('writes nothing: %s', async (key, names) => {
		const subject = subjectOf(key);
		const [example] = await bench.prepare(subject, 0);
		await bench.back();
		const written: string[] = [];
		for (const name of names) {
			const updateFields = { [name]: '={{ $json.missing }}' };
			const parameters = { ...example?.minimal, updateFields };
			const { error } = await runSubject(subject, bench.tenant.url, parameters);
			// Empty text over empty text is a change, too.
			if (!error?.message.includes('There are no changes to make')) written.push(name);
		}
		expect(written).toEqual([]);
		expect(changes(bench.before, await bench.look(), true)).toEqual([]);
	});
});

/** Every field of the updates that is of a type, by operation. */
const fieldsOf = (type: string) =>
	operations.flatMap(({ key, operation }) => {
		const fields = operation.parameters.find(({ name }) => name === 'updateFields');
		const names = ((fields?.options ?? []) as Parameter[]).filter((one) => one.type === type);
		return names.length > 0 ? [[key, names.map(({ name }) => name)] as const] : [];
	});

describe.each([
	['a choice', fieldsOf('options'), ['={{ null }}']],
	['a switch', fieldsOf('boolean'), ['={{ null }}', '={{ "" }}', '={{ "perhaps" }}']],
])('an update with an expression that gives no value of %s', (_type, updates, values) => {
	it.each(updates)('is refused: %s', async (key, names) => {
		const subject = subjectOf(key);
		const [example] = await bench.prepare(subject, 0);
		await bench.back();
		const all = (example?.full[0]?.updateFields ?? {}) as IDataObject;
		const taken: string[] = [];
		for (const name of names) {
			// Names of other time zones are allowed, and without dates there is nothing to read in one.
			if (name === 'timeZone') continue;
			for (const value of values) {
				const parameters = { ...example?.minimal, updateFields: { ...all, [name]: value } };
				const { error } = await runSubject(subject, bench.tenant.url, parameters);
				if (error === undefined) taken.push(`${name} ${value}`);
			}
		}
		expect(taken).toEqual([]);
		expect(changes(bench.before, await bench.look(), true)).toEqual([]);
	});
});

/** Texts that people read: one is sent without the parts that were not found. */
const READ = new Set([
	...['additionalItem', 'body', 'eventMenu', 'facilityUsingPurpose', 'fileName', 'manuallySender'],
	...['name', 'notes', 'subject', 'title', 'en', 'ja', 'zh', 'zh-tw'],
	...['address', 'phone', 'route', 'routeFare', 'routeTime', 'zipCode'],
]);

type Filled = Control & { parameters: IDataObject };

const tried = new Set<string>();

/**
 * Each control of an operation that its example fills in with text, once; without those that an
 * operation with the same method had before.
 */
async function textsOf(subject: Subject): Promise<Filled[]> {
	const [example] = await bench.prepare(subject, 0);
	const found = new Map<string, Filled>();
	for (const parameters of example ? [example.minimal, ...example.full] : []) {
		for (const control of controlsOf(subject.operation, parameters)) {
			const { path, type, value } = control;
			const name = path.filter((key) => typeof key === 'string').join('.');
			// The nodes here have version 1.
			const all = subject.operation.parameters.filter((one) => one.name === path[0]);
			if (all.every(({ displayOptions: { show } = {} }) => hasLater(show))) continue;
			if (type === 'json' || typeof value !== 'string' || /^(=|$)/.test(value)) continue;
			// These decide which other controls there are.
			if (/rows\.kind$|^calendar$/.test(name) || tried.has(`${subject.operation.method} ${name}`))
				continue;
			found.set(name, { ...control, parameters });
		}
	}
	for (const name of found.keys()) tried.add(`${subject.operation.method} ${name}`);
	return [...found.values()];
}

const hasLater = (show: object = {}) => JSON.stringify(show).includes('"gte"');

/** What a run with a text in a control did. */
async function runWith(subject: Subject, { parameters, path }: Filled, text: string) {
	await bench.back();
	const { error } = await runSubject(subject, bench.tenant.url, withValue(parameters, path, text));
	const reads = subject.operation.method === 'GET';
	const made = error || reads ? [] : outcomeOf(bench.before, await bench.look());
	return { message: error?.message ?? '', made };
}

const isFilter = ({ operation: { method, parameters } }: Subject, name: unknown) =>
	method === 'GET' &&
	parameters
		.flatMap((one) => [one, ...((one.options ?? []) as Parameter[])])
		.some((one) => one.name === name && one.send?.in === 'query');

it.each(operations.map(({ key }) => key))(
	'a text of nothing but expressions counts as one, and a part of what selects something is not left out: %s',
	async (key) => {
		const subject = subjectOf(key);
		const texts = await textsOf(subject);
		const differing: object[] = [];
		for (const [at, control] of texts.entries()) {
			const alone = await runWith(subject, control, '={{ $json.a }}');
			const text = at % 2 === 0 ? '={{ $json.a }} ' : '={{ $json.a }}\n{{ $json.b }}';
			const composed = await runWith(subject, control, text);
			if (!isDeepStrictEqual(alone, composed)) differing.push({ control, text, alone, composed });
		}
		expect(differing).toEqual([]);
		await bench.look();
		await bench.back();

		const isRead = ({ path }: Control) =>
			READ.has(String(path.at(-1))) && !isFilter(subject, path.at(-1));
		const withGap = (control: Filled, at: number) =>
			`=${String(control.value)}${['{{ $json.missing }}', '{{ null }}', '{{ "" }}'][at % 3]}`;
		const taken: object[] = [];
		for (const [at, control] of texts.filter((one) => !isRead(one)).entries()) {
			const { message } = await runWith(subject, control, withGap(control, at));
			const isRefused = / expression .*"[^"]+" returned no value/.test(message);
			if (!isRefused) taken.push({ ...control, message });
		}
		expect(taken).toEqual([]);
		expect(changes(bench.before, await bench.look(), true)).toEqual([]);
		for (const [at, control] of texts.filter(isRead).entries()) {
			const sent = await runWith(subject, control, withGap(control, at));
			expect(sent).toEqual(await runWith(subject, control, String(control.value)));
		}
		await bench.look();
	},
	120_000,
);
