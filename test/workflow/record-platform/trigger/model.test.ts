import { modelRun } from '../../../support/model';
import { useSandbox } from '../../../support/sandbox';
import { RecordModel } from './model';

// Small pages, so that a poll takes several requests and changes come between them.
jest.mock('../../../../nodes/RecordPlatform/query/reading/request', () => ({
	...jest.requireActual<object>('../../../../nodes/RecordPlatform/query/reading/request'),
	PAGE: 7,
}));

const sandbox = useSandbox();
const run = modelRun(80);

it.each([
	{ name: 'by polling alone, exactly once', webhooks: false, losesState: false },
	{ name: 'with webhooks and restarts, at least once', webhooks: true, losesState: false },
	{ name: 'with a lost state, at least once', webhooks: true, losesState: true },
])(
	'puts out every change, in order: $name',
	async ({ name, webhooks, losesState }) => {
		const model = new RecordModel(sandbox, { ...run, webhooks, losesState });
		await model.go();
		expect(model.puts).toBeGreaterThan(run.steps / 5);
		if (process.env.TRIGGER_STEPS) console.info(`${name}: ${model.summary}`);
	},
	Math.max(60_000, run.steps * 3000),
);
