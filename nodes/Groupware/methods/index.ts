import { credentialTest } from '../../shared/credentialTest';
import { reading } from '../../shared/request';
import { authenticated } from '../connection';
import { groupware } from '../service';
import * as listSearch from './listSearch';
import * as loadOptions from './loadOptions';

/** Lists one user, which every user may do. */
const testAccount = credentialTest(groupware, {
	credential: 'groupwareApi',
	spec: reading('/api/v1/base/users', { query: { limit: 1 }, answer: ['users'] }),
	authenticate: authenticated,
});

/** The pickers of the editor, by the names that the catalogue uses. */
export const methods = {
	credentialTest: { testAccount },
	listSearch: { ...listSearch },
	loadOptions: { ...loadOptions },
};
