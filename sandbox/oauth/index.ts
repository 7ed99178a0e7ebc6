import type { Answerer } from '../http/dispatch';
import { page } from '../http/pages';
import { authorization } from './authorization';
import { tokenEndpoint } from './token-endpoint';

export { accountOfBearer, isExpiredBearer } from './tokens';

/** What lies under `/oauth2/`. */
export const oauth: Answerer = {
	owns: (path) => path.startsWith('/oauth2/'),
	async handle(call) {
		if (call.path === '/oauth2/authorization') return authorization(call);
		if (call.path === '/oauth2/token') return tokenEndpoint(call);
		return page(404, 'Page not found', 'There are /oauth2/authorization and /oauth2/token.');
	},
	illegalRequestCode: 'invalid_request',
	faultBody: (status, code, message) => ({
		status,
		body: { error: code, error_description: message },
	}),
};
