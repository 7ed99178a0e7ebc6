import type { Context } from '../context';
import { ServiceError } from '../errors';
import { checkFormulas } from '../formula/check';
import { inputErrors } from '../input';
import { applyPreview, unfitRecords } from './deploy';
import type { Design } from './design';
import { checkLookupKeys } from './sources';
import { openApp, type OpenApp, writeDesign } from './store';

/** The app that a change is about, and the revision that it has to have. */
export interface ChangedApp {
	app?: string;
	revision?: string;
}

type Change = (design: Design, app: OpenApp) => Promise<object | void> | object | void;

/**
 * Changes the preview side of an app and raises its revision; what `change` gives is answered with it.
 * Throws CB_VA01 and GAIA_CO03.
 */
export async function changePreview(
	context: Context,
	{ app: id, revision }: ChangedApp,
	change: Change,
): Promise<object> {
	if (id === undefined) throw inputErrors.missing('app');
	const app = await openApp(context, id, ['manage'], { environment: 'preview', lock: true });
	requireSettled(app);
	if (revision !== undefined && revision !== app.design.revision) {
		throw new ServiceError('GAIA_CO03');
	}
	const { design } = app;
	const answer = (await change(design, app)) ?? {};
	design.revision = (BigInt(design.revision) + 1n).toString();
	await writeDesign(context.sql, app.id, 'preview', design);
	await context.sql.query('update apps set modifier = $2 where id = $1::bigint', [
		app.id,
		context.person.code,
	]);
	return { ...answer, revision: design.revision };
}

/**
 * `changePreview`, then deployed at once with all that waits in preview (docs/api/record-platform.md,
 * section 11). Throws CB_VA01, CB_IL02 and GAIA_CO03.
 */
export async function changeAndDeploy(
	context: Context,
	target: ChangedApp,
	change: Change,
): Promise<object> {
	const { app: id } = target;
	if (id === undefined) throw inputErrors.missing('app');
	await openApp(context, id, ['manage'], { lock: true });
	const answer = await changePreview(context, target, async (design, app) => {
		checkFormulas(design.fields);
		await checkLookupKeys(context.sql, [app]);
		if (await unfitRecords(context.sql, app)) {
			throw new ServiceError('CB_IL02', {
				message: 'The settings cannot be deployed: records do not fit the changed fields.',
			});
		}
		return change(design, app);
	});
	await applyPreview(context.sql, id, context.now);
	return answer;
}

/** Settings stand still while they are being deployed. Throws CB_IL02. */
export function requireSettled(app: OpenApp): void {
	if (app.deployStatus !== 'PROCESSING') return;
	throw new ServiceError('CB_IL02', {
		message: 'The settings of the app are being deployed. Try again when the deploy has ended.',
	});
}
