import { modelRun } from '../../../support/model';
import { useSandbox } from '../../../support/sandbox';
import { between, CalendarModel } from './model';

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

const run = modelRun(100);

it.each([
	{ name: 'exactly once', losesState: false },
	{ name: 'with a lost state, at least once', losesState: true },
])(
	'puts out every change of the calendars: $name',
	async ({ name, losesState }) => {
		const model = new CalendarModel(sandbox, { ...run, losesState });
		await model.go();
		expect(model.puts).toBeGreaterThan(run.steps / 5);
		if (process.env.TRIGGER_STEPS) console.info(`${name}: ${model.summary}`);
	},
	Math.max(120_000, run.steps * 3000),
);
