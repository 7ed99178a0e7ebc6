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
type Read = (context: Context, parameters: Parameters) => Promise<object>;

/** The reading of one setting on either side; preview is for those who manage the app. */
export interface Sides {
	production: Read;
	preview: Read;
}

/** Makes both readings from one description; `rights` are those that open the production side. */
export function sides(describe: Describe, rights: Permission[] = SEE_APP): Sides {
	return {
		production: async (context, parameters) =>
			describe(context, await openApp(context, parameters.id('app'), rights), parameters),
		preview: async (context, parameters) =>
			describe(
				context,
				await openApp(context, parameters.id('app'), ['manage'], { environment: 'preview' }),
				parameters,
			),
	};
}
