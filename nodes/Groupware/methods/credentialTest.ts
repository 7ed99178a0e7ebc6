import { credentialTest } from '../../shared/credentialTest';
import { authenticated } from '../authenticate';
import { groupware } from '../service';

/** Lists one user, which every user may do. */
export const testAccount = credentialTest(groupware, {
	credential: 'groupwareApi',
	spec: {
		method: 'GET',
		path: '/api/v1/base/users',
		query: { limit: 1 },
		repeatable: true,
		answer: ['users'],
	},
	authenticate: authenticated,
});
