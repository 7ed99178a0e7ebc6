import type { Parameter } from '../../../nodes/shared/catalogue';
import { recordPlatform } from '../../../nodes/RecordPlatform/service';

/** Controls, those in collections too. */
function all(parameters: Parameter[]): Parameter[] {
	return parameters.flatMap((parameter) => [
		parameter,
		...all((parameter.options ?? []).filter((one): one is Parameter => 'type' in one)),
	]);
}

it('is asked in the same words whether what is there is kept or replaced', () => {
	const choices = recordPlatform.resources.flatMap(({ value: resource, operations }) =>
		operations.flatMap(({ value: operation, parameters }) =>
			all(parameters)
				.filter(({ name }) => name.startsWith('existing'))
				.map((parameter) => ({ at: `${resource}.${operation}`, parameter })),
		),
	);
	expect(choices.map(({ at }) => at)).toEqual(
		expect.arrayContaining([
			'record.update',
			'record.upsertWithTable',
			'tableRow.update',
			'file.copyToRecord',
			'customization.update',
		]),
	);
	for (const { parameter } of choices) {
		expect(parameter.displayName).toMatch(/^Existing (?:Files|Rows)$/);
		expect(parameter.options).toEqual([
			{ name: 'Keep', value: 'keep', description: expect.any(String) },
			{ name: 'Replace', value: 'replace', description: expect.any(String) },
		]);
	}
});
