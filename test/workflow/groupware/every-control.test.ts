import type { IDataObject } from 'n8n-workflow';

import { groupware } from '../../../nodes/Groupware/service';
import type { Parameter } from '../../../nodes/shared/catalogue';
import { Bench, runSubject, type Subject } from '../../properties/bench';
import { changes } from '../../properties/state';
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
