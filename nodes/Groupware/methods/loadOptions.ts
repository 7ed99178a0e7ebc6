import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { timeZones } from '../timezones';
import { WORKFLOW_ZONE } from '../values/event';

const zones = [...timeZones]
	.map((name) => ({ name, value: name }))
	.sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Lists the time zones that the service knows, after what a parameter means without one. */
function zonesAfter(...others: INodePropertyOptions[]) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await Promise.resolve([...others, ...zones]);
	};
}

export const getTimeZones = zonesAfter({ name: '(Default)', value: '' });

export const getOutputTimeZones = zonesAfter(
	{ name: '(As Returned by the Service)', value: '' },
	{ name: '(Workflow Time Zone)', value: WORKFLOW_ZONE },
);
