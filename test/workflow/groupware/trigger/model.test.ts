import { useSandbox } from '../../../support/sandbox';
import { between, Model } from './model';

// Small pages, so that a poll takes several requests.
jest.mock('../../../../nodes/Groupware/values/pages', () => ({
	...jest.requireActual<object>('../../../../nodes/Groupware/values/pages'),
	PAGE: 7,
}));

// Changes come between the requests of a poll.
jest.mock('../../../../nodes/shared/transport/session', () => {
	const actual = jest.requireActual<typeof import('../../../../nodes/shared/transport/session')>(
		'../../../../nodes/shared/transport/session',
	);
	return {
		...actual,
		openSession: async (...parts: Parameters<typeof actual.openSession>) => {
			const session = await actual.openSession(...parts);
			const send: typeof session.send = async (...request) => {
				await between.requests();
				return await session.send(...request);
			};
			return { ...session, send };
		},
	};
});

const sandbox = useSandbox();

/** The long run: `TRIGGER_STEPS=3000 TRIGGER_SEED=1 npx jest test/workflow/groupware/trigger/model`. */
const steps = Number(process.env.TRIGGER_STEPS ?? 100);
const seed = Number(process.env.TRIGGER_SEED ?? 1);

it.each([
	{ name: 'exactly once', losesState: false },
	{ name: 'with a lost state, at least once', losesState: true },
])(
	'puts out every change of the calendars: $name',
	async ({ losesState }) => {
		const model = new Model(sandbox, { seed, steps, losesState });
		await model.go();
		expect(model.puts).toBeGreaterThan(steps / 5);
	},
	Math.max(120_000, steps * 1000),
);
