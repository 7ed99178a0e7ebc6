import { groupware } from '../../../nodes/Groupware/service';
import type { Parameter } from '../../../nodes/shared/catalogue';
import { Bench, runSubject, type Subject } from '../../properties/bench';
import { changes } from '../../properties/state';
import { sandboxOrigin } from '../../support/sandbox';

/** What holds for each control of the catalogue, whatever its operation. */

let bench: Bench;

beforeAll(async () => {
	bench = await Bench.open(await sandboxOrigin(), 'groupware');
}, 90_000);

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
