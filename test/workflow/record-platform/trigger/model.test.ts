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
const run = modelRun(80);

it.each([
	{
		name: 'by polling alone, exactly once',
		Model: RecordModel,
		webhooks: false,
		losesState: false,
	},
	{
		name: 'with webhooks and restarts, at least once',
		Model: RecordModel,
		webhooks: true,
		losesState: false,
	},
	{
		name: 'with a lost state, at least once',
		Model: RecordModel,
		webhooks: true,
		losesState: true,
	},
	{
		name: 'that meets conditions and concerns a watched field',
		Model: FilteredModel,
		webhooks: false,
		losesState: false,
	},
	{
		name: 'with its old values, also with webhooks',
		Model: FilteredModel,
		webhooks: true,
		losesState: false,
	},
])(
	'puts out every change, in order: $name',
	async ({ name, Model, webhooks, losesState }) => {
		const model = new Model(sandbox, { ...run, webhooks, losesState });
		await model.go();
		expect(model.puts).toBeGreaterThan(run.steps / 5);
		if (process.env.TRIGGER_STEPS) console.info(`${name}: ${model.summary}`);
	},
	Math.max(60_000, run.steps * 3000),
);
