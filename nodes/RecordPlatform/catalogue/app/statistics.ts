import type { Operation } from '../../../shared/catalogue';
import { walkApps } from '../appPages';
import { limit, returnAll } from '../parameters';
import { PASSWORD_ONLY } from '../signIn';

export const getStatistics: Operation = {
	id: 'apps.statistics',
	value: 'getStatistics',
	name: 'Get Statistics',
	action: 'Get statistics of apps',
	description:
		'Read how much the apps that the signed-in user manages are used, one item an app. Only the wide course of the service has this.',
	method: 'GET',
	path: '/k/v1/apps/statistics.json',
	rights: 'permission to manage the apps: only such apps are listed',
	signIn: PASSWORD_ONLY,
	parameters: [returnAll, limit],
	run: {
		kind: 'walk',
		walk: walkApps,
		result: () => (json) => ({ json }),
		emptyHint: 'The signed-in user manages no app.',
	},
};
