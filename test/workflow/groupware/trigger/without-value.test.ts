import { parameters as all } from '../../../../nodes/Groupware/trigger/parameters';
import { useSandbox } from '../../../support/sandbox';
import { withoutValue } from '../../without-value';
import { triggerFor } from './scene';

const sandbox = useSandbox();

it.each(withoutValue(all))(
	'refuses an expression without a value in $path',
	async ({ label, parameters }) => {
		const trigger = await triggerFor(sandbox, parameters);
		for (const mode of ['trigger', 'manual'] as const) {
			await expect(trigger.poll(mode)).rejects.toThrow(
				`The expression in "${label}" returned no value`,
			);
		}
		expect(trigger.kept).toEqual({});
	},
);
