import type { ItemView } from '../../shared/catalogue';
import { Failed } from '../../shared/errors';
import { factsOf } from '../advice';
import { guestSpaceOf, pathOn } from '../route';

export const DEPLOY_PATH = '/k/v1/app/deploy.json';

export interface State {
	app: string;
	status: 'PROCESSING' | 'SUCCESS' | 'FAIL' | 'CANCEL';
}

/**
 * Why a change of an app's settings was refused. While they are deployed the service takes none
 * (facts: preview and deploy), but no code is known that tells so: the state of the app does.
 */
export async function whyRefused(problem: unknown, item: ItemView, app: string): Promise<unknown> {
	if (!(problem instanceof Failed) || !isUnexplained(problem)) return problem;
	const { failure } = problem;
	if (!failure.explanation || !(await isDeploying(item, app))) return problem;
	const advice = `App ${app} is being deployed, and takes no change of its settings meanwhile. Run it again when the deployment has ended; the operation Deploy can wait for that`;
	return new Failed({ ...failure, explanation: { ...failure.explanation, advice } });
}

/** Whether the service said no without a reason that is known. */
function isUnexplained({ failure: { reach, explanation } }: Failed): boolean {
	if (reach !== 'refused' || explanation?.code === undefined || explanation.fields) return false;
	return factsOf(explanation.code) === undefined;
}

async function isDeploying(item: ItemView, app: string): Promise<boolean> {
	try {
		const { apps } = (await item.ask({
			method: 'GET',
			path: pathOn(DEPLOY_PATH, { guestSpace: guestSpaceOf(item), preview: true }),
			query: { apps: [app] },
			repeatable: true,
		})) as { apps?: State[] };
		return apps?.some(({ status }) => status === 'PROCESSING') === true;
	} catch {
		// The refusal itself is told then.
		return false;
	}
}
