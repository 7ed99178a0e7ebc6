import type { Context } from '../context';
import type { FormField, FormFields } from '../form';
import { hasAnyRight } from './access';
import { findApp } from './store';

/** The fields as a caller sees them: lookups and related-record lists only of apps the caller has a right in. */
export async function fieldsShownTo(context: Context, fields: FormFields): Promise<FormFields> {
	const shown: FormFields = {};
	for (const field of Object.values(fields)) shown[field.code] = await shownField(context, field);
	return shown;
}

async function shownField(context: Context, field: FormField): Promise<FormField> {
	const source = field.lookup ?? field.referenceTable;
	const copy: FormField = { ...field };
	if (field.fields) copy.fields = await fieldsShownTo(context, field.fields);
	if (!source) return copy;
	const app = await findApp(context.sql, source.relatedApp.app, 'production');
	const visible = app !== undefined && (await hasAnyRight(context, app, ['view', 'add', 'manage']));
	const relatedApp = { app: source.relatedApp.app, code: app?.code ?? '' };
	if (field.lookup) copy.lookup = visible ? { ...field.lookup, relatedApp } : null;
	if (field.referenceTable) {
		copy.referenceTable = visible ? { ...field.referenceTable, relatedApp } : null;
	}
	return copy;
}
