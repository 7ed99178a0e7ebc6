import { requireRight } from '../apps/access';
import { appNotFound, findApp, type OpenApp } from '../apps/store';
import type { Context } from '../context';
import type { FormFields } from '../form';
import { type CompiledQuery, compileQuery, relatedApps } from '../query';

export type Mode = 'records' | 'cursor' | 'condition';

/** Which records of an app the caller may see; undefined for all. */
export type SeenOf = (app: OpenApp) => Promise<string[] | undefined>;

/** A query of the caller, compiled against the form of the app side that is given. Throws GAIA_AP01. */
export async function compileFor(
	context: Context,
	app: OpenApp,
	text: string,
	mode: Mode,
	firstParameter = 1,
	seenOf?: SeenOf,
): Promise<CompiledQuery> {
	const login = context.person.code;
	const directory = await context.directory();
	const relatedForms: Record<string, FormFields> = {};
	const relatedIds: Record<string, string[]> = {};
	for (const id of relatedApps(text, app.design.fields)) {
		const related = await findApp(context.sql, id, 'production');
		if (!related) throw appNotFound(id);
		// Related records need the tokens of both apps (docs/api/record-platform.md, section 8).
		await requireRight(context, related, 'view');
		relatedForms[id] = related.design.fields;
		const seen = await seenOf?.(related);
		if (seen) relatedIds[id] = seen;
	}
	return compileQuery(
		text,
		app.design.fields,
		{
			now: context.now,
			timeZone: context.timeZone,
			login,
			organizations: directory.organizationsOf(login),
			appId: app.id,
			appCode: app.code,
			relatedForms,
			relatedIds,
			mode,
		},
		firstParameter,
	);
}
