import { hasRight } from '../apps/access';
import { SYSTEM_TYPES } from '../apps/fields';
import { openApp } from '../apps/store';
import type { Context } from '../context';
import type { FieldType } from '../form';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { permittedIds } from './access';
import { FieldAccess } from './field-access';
import { findRecords, recordNotFound } from './row';

const NOT_IN_RECORDS: ReadonlySet<FieldType> = new Set<FieldType>(['GROUP', 'REFERENCE_TABLE']);
const NEVER_EDITABLE: ReadonlySet<FieldType> = new Set([...SYSTEM_TYPES, 'CALC']);

/** What the caller may do with records and their cells. */
async function evaluateRights(
	context: Context,
	{ app: appId, ids }: Body<'records.acl.evaluate'>,
): Promise<object> {
	const app = await openApp(context, appId, ['view']);
	const records = await findRecords(context.sql, app.id, ids);
	const editable = await hasRight(context, app, 'edit');
	const deletable = await hasRight(context, app, 'delete');
	const fields = Object.values(app.design.fields).filter(
		(field) => !NOT_IN_RECORDS.has(field.type) && field.enabled !== false,
	);
	const access = await FieldAccess.of(context, app);
	const permitted = {
		viewable: await permittedIds(context, app, ids, 'viewable'),
		editable: await permittedIds(context, app, ids, 'editable'),
		deletable: await permittedIds(context, app, ids, 'deletable'),
	};
	return {
		rights: ids.map((id) => {
			const record = records.get(id) ?? recordNotFound(id);
			const viewable = permitted.viewable.has(id);
			const changeable = viewable && editable && permitted.editable.has(id);
			return {
				id: record.id,
				record: {
					viewable,
					editable: changeable,
					deletable: viewable && deletable && permitted.deletable.has(id),
				},
				fields: Object.fromEntries(
					fields.map(({ code, type }) => {
						const accessibility = access.to(record, code);
						const writable = accessibility === 'WRITE' && !NEVER_EDITABLE.has(type);
						return [
							code,
							{ viewable: viewable && accessibility !== 'NONE', editable: changeable && writable },
						];
					}),
				),
			};
		}),
	};
}

export const rightsOperations = {
	'records.acl.evaluate': evaluateRights,
} satisfies Handlers;
