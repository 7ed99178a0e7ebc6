import { credentialTest } from '../../shared/credentialTest';
import { reading } from '../../shared/request';
import { authenticated } from '../connection';
import { recordPlatform } from '../service';
import { getAssignees, searchApps, searchEntities, searchPeople } from './listSearch';
import * as loadOptions from './loadOptions';
import * as resourceMapping from './resourceMapping';

/** Lists one app. The service refuses it to API tokens, but only after it has recognized them. */
const testAccount = credentialTest(recordPlatform, {
	credential: 'recordPlatformApi',
	spec: reading('/k/v1/apps.json', { query: { limit: 1 }, answer: ['apps'] }),
	authenticate: authenticated,
	signedIn: ({ explanation }, { signIn }) =>
		signIn === 'API token' && explanation?.code === 'GAIA_NO01',
});

export const credentials = recordPlatform.credentials.map(({ value, credential, oauth2 }) => ({
	name: credential,
	required: true,
	...(!oauth2 && { testedBy: 'testAccount' }),
	displayOptions: { show: { authentication: [value] } },
}));

export const methods = {
	credentialTest: { testAccount },
	listSearch: { searchApps, searchEntities, searchPeople },
	loadOptions: { ...loadOptions, getAssignees },
	resourceMapping: { ...resourceMapping },
};
