import type { ItemView } from '../../shared/catalogue';
import { RequestError } from '../../shared/errors';
import { knownCode } from '../errorCodes';
import { guestSpaceOf, pathOn } from '../route';

export const DEPLOY_PATH = '/k/v1/app/deploy.json';

export interface DeploymentStatus {
	app: string;
	status: 'PROCESSING' | 'SUCCESS' | 'FAIL' | 'CANCEL';
}

/**
 * Why a change of an app's settings was refused. The service accepts none during a deployment,
 * but has no error code for it, so the deployment status is checked.
 */
export async function explainRefusal(
	problem: unknown,
	item: ItemView,
	app: string,
): Promise<unknown> {
	if (!(problem instanceof RequestError) || !isUnexplained(problem)) return problem;
	const { failure } = problem;
	if (!failure.explanation || !(await isDeploying(item, app))) return problem;
	const advice = `App ${app} is being deployed, and its settings can't change until this is done. Run it again later, or turn on "Wait Until Done" in Deploy`;
	return new RequestError({ ...failure, explanation: { ...failure.explanation, advice } });
}

/** An invalid request, whatever is wrong with it. */
const INVALID = 'CB_IL02';

/** Whether the service refused the request for an unknown reason. */
function isUnexplained({ failure: { outcome, explanation } }: RequestError): boolean {
	if (outcome !== 'refused' || explanation?.code === undefined || explanation.fields) return false;
	return explanation.code === INVALID || knownCode(explanation.code) === undefined;
}

async function isDeploying(item: ItemView, app: string): Promise<boolean> {
	try {
		const { apps } = (await item.request({
			method: 'GET',
			path: pathOn(DEPLOY_PATH, { guestSpace: guestSpaceOf(item), preview: true }),
			query: { apps: [app] },
			repeatable: true,
		})) as { apps?: DeploymentStatus[] };
		return apps?.some(({ status }) => status === 'PROCESSING') === true;
	} catch {
		// The refusal itself is reported then.
		return false;
	}
}
