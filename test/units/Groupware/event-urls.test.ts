import { groupware } from '../../../nodes/Groupware/service';
import { plainValue } from '../../../nodes/shared/input/plainValue';
import { itemWith } from '../../support/item';

it('an event may be chosen by its URL in every operation that offers it', async () => {
	const choosing = groupware.resources.flatMap(({ value, operations }) =>
		operations.flatMap(({ value: operation, parameters }) =>
			parameters
				.filter(({ modes }) => modes?.some(({ name }) => name === 'url'))
				.map((parameter) => ({ key: `${value}.${operation}`, parameter })),
		),
	);
	expect(choosing.length).toBeGreaterThan(6);
	const url = 'https://example.cybozu.com/g/schedule/view.csp?event=17';
	for (const { key, parameter } of choosing) {
		const chosen = plainValue({ __rl: true, mode: 'url', value: url }, parameter);
		const sent = async () => await parameter.send?.as?.(chosen, itemWith({}));
		expect([key, await sent().catch(String)]).toEqual([key, '17']);
	}
});
