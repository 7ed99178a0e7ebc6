import type { Context, Permission } from '../context';
import type { Parameters } from '../parameters';
import { openApp, type OpenApp } from './store';

/** Any of these lets someone see the settings of an app's production side. */
export const SEE_APP: Permission[] = ['view', 'add', 'manage'];

type Describe = (
	context: Context,
	app: OpenApp,
	parameters: Parameters,
) => object | Promise<object>;

/**
 * The reading of one setting, on the side that the request is about. `rights` are those that open the production side;
 * preview is for those who manage the app.
 */
export function setting(describe: Describe, rights: Permission[] = SEE_APP) {
	return async (context: Context, parameters: Parameters): Promise<object> => {
		const { environment } = context;
		const needed: Permission[] = environment === 'preview' ? ['manage'] : rights;
		const app = await openApp(context, parameters.id('app'), needed, { environment });
		return describe(context, app, parameters);
	};
}
