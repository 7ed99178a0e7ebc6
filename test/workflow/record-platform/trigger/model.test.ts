import { modelRun } from '../../../support/model';
import { useSandbox } from '../../../support/sandbox';
import { FilteredModel } from './filtered-model';
import { RecordModel } from './model';

// Small pages, so that a poll takes several requests and changes come between them.
jest.mock('../../../../nodes/RecordPlatform/reading/request', () => ({
	...jest.requireActual<object>('../../../../nodes/RecordPlatform/reading/request'),
	PAGE: 7,
}));

const sandbox = useSandbox();
const run = modelRun(60);

it.each([
	['by polling alone, exactly once', RecordModel, false, false],
	['with webhooks and restarts, at least once', RecordModel, true, false],
	['with a lost state, at least once', RecordModel, true, true],
	['that meets conditions and concerns a watched field', FilteredModel, false, false],
	['with its old values, also with webhooks', FilteredModel, true, false],
])(
	'puts out every change, in order: %s',
	async (name, Model, webhooks, losesState) => {
		const model = new Model(sandbox, { ...run, webhooks, losesState });
		await model.go();
		expect(model.puts).toBeGreaterThan(run.steps / 5);
		if (process.env.TRIGGER_STEPS) console.info(`${name}: ${model.summary}`);
	},
	Math.max(60_000, run.steps * 3000),
);
