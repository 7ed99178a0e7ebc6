import type { Operation } from '../../nodes/shared/catalogue';
import { describe as describeNode } from '../../nodes/shared/describe';
import { choicesOf } from '../gates/invariants';
import { type Row, rows, type ServiceName, serviceNames } from './apiData';
import { isWrite, operationsOf, testedServices } from './services';

const operations = (service: ServiceName) =>
	operationsOf(testedServices[service]).map(([, operation]) => operation);

describe.each(serviceNames)('the catalogue of %s', (service) => {
	it.each(Object.entries(rows[service]))('offers %s', (id, row) => {
		const entries = operations(service).filter((operation) => operation.id === id);
		expect(entries.length).toBeGreaterThan(0);
		for (const entry of entries) expect(address(entry)).toBe(address(row));
	});

	it('knows the answer of each write, and where there is none', () => {
		const writes = operations(service).filter(isWrite);
		const wrong = writes.filter(({ id, answer = [] }) => {
			const { properties = {} } = rows[service][id]?.response ?? {};
			const known = Object.keys(properties as object);
			return answer.length > 0 !== known.length > 0 || answer.some((key) => !known.includes(key));
		});
		expect(wrong.map(({ id }) => id)).toEqual([]);
	});

	it('offers nothing of which nothing is known', () => {
		const unknown = operations(service).filter(({ id }) => rows[service][id] === undefined);
		expect(unknown.map(({ id }) => id)).toEqual([]);
	});

	it('gives every entry its own line in a dropdown', () => {
		const shown = describeNode(testedServices[service].catalogue)
			.filter(({ name }) => name === 'operation')
			.flatMap((property) => choicesOf(property));
		expect(shown).toHaveLength(operations(service).length);
		expect(new Set(shown.map(({ action }) => action)).size).toBe(shown.length);
	});
});

/** Method and path; what stands for a parameter may be named differently. */
function address({ method, path }: Pick<Row | Operation, 'method' | 'path'>): string {
	return `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
}
