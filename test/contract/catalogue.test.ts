import { describe as describeNode } from '../../nodes/shared/describe';
import { choicesOf } from '../gates/invariants';
import { rows, type ServiceName, serviceNames } from './apiData';
import { operationsOf, testedServices } from './services';

const operations = (service: ServiceName) =>
	operationsOf(testedServices[service]).map(([, operation]) => operation);

describe.each(serviceNames)('the catalogue of %s', (service) => {
	it('offers each operation of docs/api', () => {
		const offered = new Set(operations(service).map(({ id }) => id));
		expect([...offered].sort()).toEqual(Object.keys(rows[service]).sort());
	});

	it('gives every entry its own line in a dropdown', () => {
		const shown = describeNode(testedServices[service].catalogue)
			.filter(({ name }) => name === 'operation')
			.flatMap((property) => choicesOf(property));
		expect(shown).toHaveLength(operations(service).length);
		expect(new Set(shown.map(({ action }) => action)).size).toBe(shown.length);
	});
});
