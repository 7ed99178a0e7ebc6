import { watchRecords } from '../../../../nodes/RecordPlatform/trigger/parameters';
import { useNewApp } from '../app';
import { withoutValue } from '../../without-value';
import { triggerFor } from './scene';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' }, Amount: { type: 'NUMBER' } });

const cases = withoutValue(watchRecords.parameters, {
	// An unknown type has each of the controls.
	conditions: { field: 'Name', operator: 'equals', value: 'x' },
});

it.each(cases)(
	'refuses an expression without a value in $path',
	async ({ label, path, parameters }) => {
		const trigger = await triggerFor(app.sandbox, app.id, parameters);
		for (const mode of ['trigger', 'manual'] as const) {
			await expect(trigger.poll(mode)).rejects.toThrow(
				// Controls of a row can have one name.
				path.startsWith('conditions.')
					? /The expression in ".+" returned no value|A condition group is empty/
					: `The expression in "${label}" returned no value`,
			);
		}
		expect(trigger.kept).toEqual({});
	},
);
