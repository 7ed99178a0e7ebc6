import type { Context, Permission } from '../context';
import { openApp, type OpenApp } from './store';

/** Any of these lets someone see the settings of an app's production side. */
export const SEE_APP: Permission[] = ['view', 'add', 'manage'];

type Describe<Sent> = (context: Context, app: OpenApp, sent: Sent) => object | Promise<object>;

/**
 * The reading of one setting, on the side that the request is about. `rights` are those that open the production side;
 * preview is for those who manage the app.
 */
export function setting<Sent extends { app: string }>(
	describe: Describe<Sent>,
	rights: Permission[] = SEE_APP,
) {
	return async (context: Context, sent: Sent): Promise<object> => {
		const { environment } = context;
		const needed: Permission[] = environment === 'preview' ? ['manage'] : rights;
		const app = await openApp(context, sent.app, needed, { environment });
		return describe(context, app, sent);
	};
}
