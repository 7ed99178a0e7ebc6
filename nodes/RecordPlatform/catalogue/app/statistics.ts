import type { Operation } from '../../../shared/catalogue';
import { pagesOfApps } from '../appPages';
import { limit, returnAll } from '../parameters';
import { PASSWORD_ONLY } from '../requirements';

export const getStatistics: Operation = {
	id: 'apps.statistics',
	value: 'getStatistics',
	name: 'Get Statistics',
	action: 'Get statistics of apps',
	description:
		'Get usage statistics of the apps that the signed-in user manages, one item per app. Requires the Wide Course of the service.',
	method: 'GET',
	path: '/k/v1/apps/statistics.json',
	rights: 'permission to manage the apps (other apps are not listed)',
	signIn: PASSWORD_ONLY,
	parameters: [returnAll, limit],
	run: {
		kind: 'paginate',
		pages: pagesOfApps,
		result: () => (json) => ({ json }),
		emptyHint: "The signed-in user doesn't manage any apps.",
	},
};
