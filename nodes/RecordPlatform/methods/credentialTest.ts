import { credentialTest } from '../../shared/credentialTest';
import { authenticated } from '../authenticate';
import { recordPlatform } from '../service';

/**
 * Lists one app. With API tokens the service refuses this request, but only after it has recognized
 * the tokens.
 */
export const testAccount = credentialTest(recordPlatform, {
	credential: 'recordPlatformApi',
	spec: {
		method: 'GET',
		path: '/k/v1/apps.json',
		query: { limit: 1 },
		repeatable: true,
		answer: ['apps'],
	},
	authenticate: authenticated,
	signedIn: ({ explanation }, { signIn }) =>
		signIn === 'API token' && explanation?.code === 'GAIA_NO01',
});
