import { useSandbox } from '../../../support/sandbox';
import { Model } from './model';

// Small pages, so that a poll takes several requests and changes come between them.
jest.mock('../../../../nodes/RecordPlatform/query/reading/request', () => ({
	...jest.requireActual<object>('../../../../nodes/RecordPlatform/query/reading/request'),
	PAGE: 7,
}));

const sandbox = useSandbox();

/** The long run: `TRIGGER_STEPS=5000 TRIGGER_SEED=1 npx jest test/workflow/record-platform/trigger/model`. */
const steps = Number(process.env.TRIGGER_STEPS ?? 80);
const seed = Number(process.env.TRIGGER_SEED ?? 1);

it.each([
	{ name: 'by polling alone, exactly once', webhooks: false, losesState: false },
	{ name: 'with webhooks and restarts, at least once', webhooks: true, losesState: false },
	{ name: 'with a lost state, at least once', webhooks: true, losesState: true },
])(
	'puts out every change, in order: $name',
	async ({ webhooks, losesState }) => {
		const model = new Model(sandbox, { seed, steps, webhooks, losesState });
		await model.go();
		expect(model.puts).toBeGreaterThan(steps / 5);
	},
	Math.max(60_000, steps * 500),
);
