import type { PerItemRun, ItemContext } from '../../../nodes/shared/catalogue';
import { InputError } from '../../../nodes/shared/errors';
import { deploymentResource } from '../../../nodes/RecordPlatform/catalogue/deployment';

const judged = (operation: string, body: unknown) => {
	const { run } = deploymentResource.operations.find(({ value }) => value === operation) ?? {};
	return (run as PerItemRun).until?.judge(body, {} as ItemContext);
};
const apps = (...states: string[]) => ({
	apps: states.map((status, at) => ({ app: String(at + 1), status })),
});
const failedOf = (outcome: ReturnType<typeof judged>) =>
	outcome && 'failed' in outcome ? outcome.failed : undefined;

describe('the state of a deployment', () => {
	it.each(['deploy', 'revert'])('is waited for while one app is at work: %s', (operation) => {
		expect(judged(operation, apps('SUCCESS', 'PROCESSING'))).toEqual({ wait: true });
		expect(judged(operation, apps('SUCCESS', 'SUCCESS'))).toHaveProperty('row');
	});

	it('is an error in the words of what was asked for', () => {
		const deployed = failedOf(judged('deploy', apps('FAIL', 'CANCEL')));
		expect(deployed).toBeInstanceOf(InputError);
		expect(deployed?.message).toBe(
			'The deployment failed. App 1 failed (FAIL), App 2 was canceled (CANCEL)',
		);
		expect(deployed?.advice).toMatch(/^The live app was not changed/);
		const reverted = failedOf(judged('revert', apps('CANCEL', 'PROCESSING')));
		expect(reverted?.message).toBe('The changes were not reverted. App 1 was canceled (CANCEL)');
		expect(reverted?.advice).toMatch(/^They may still be in the test environment/);
	});
});
