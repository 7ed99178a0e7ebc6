import { testAccount } from './credentialTest';
import * as listSearch from './listSearch';

/** The pickers of the editor, by the names that the catalogue uses. */
export const methods = {
	credentialTest: { testAccount },
	listSearch: { ...listSearch },
};
