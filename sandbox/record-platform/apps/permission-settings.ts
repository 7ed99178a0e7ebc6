import type { Context } from '../context';
import { invalid } from '../errors';
import { findField } from '../form';
import type { Parameters } from '../parameters';
import { readCondition } from './conditions';
import { fieldNotFound, readTarget } from './entities';
import type { AppRight, FieldRight, RecordRight } from './parts';
import type { OpenApp } from './store';

const APP_ENTITIES = ['USER', 'ORGANIZATION', 'GROUP', 'CREATOR'] as const;
const ENTITIES = ['USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY'] as const;

/** Who may do what in the app. Editing and deleting need viewing, importing needs adding (docs/api: app.acl.update). */
export async function readAppRights(
	context: Context,
	app: OpenApp,
	given: Parameters,
): Promise<AppRight[]> {
	if (!given.has('rights')) given.missing('rights');
	const rights: AppRight[] = [];
	for (const element of given.elements('rights')) {
		const right: AppRight = {
			...(await readTarget(context, app, element, APP_ENTITIES)),
			appEditable: element.boolean('appEditable'),
			recordViewable: element.boolean('recordViewable'),
			recordAddable: element.boolean('recordAddable'),
			recordEditable: element.boolean('recordEditable'),
			recordDeletable: element.boolean('recordDeletable'),
			recordImportable: element.boolean('recordImportable'),
			recordExportable: element.boolean('recordExportable'),
		};
		needs(element, right, 'recordEditable', 'recordViewable');
		needs(element, right, 'recordDeletable', 'recordViewable');
		needs(element, right, 'recordImportable', 'recordAddable');
		rights.push(right);
	}
	return rights;
}

function needs<Right extends object>(
	given: Parameters,
	right: Right,
	name: keyof Right & string,
	other: keyof Right & string,
): void {
	if (!right[name] || right[other]) return;
	throw invalid(given.path(name), `${name} needs ${other}.`);
}

/** Who may do what with the records that a condition finds; the first that fits decides. */
export async function readRecordRights(
	context: Context,
	app: OpenApp,
	given: Parameters,
): Promise<RecordRight[]> {
	if (!given.has('rights')) given.missing('rights');
	const rights: RecordRight[] = [];
	for (const element of given.elements('rights')) {
		const filterCond = await readCondition(context, app, element);
		if (!element.has('entities')) element.missing('entities');
		const entities: RecordRight['entities'] = [];
		for (const entry of element.elements('entities')) {
			entities.push({
				...(await readTarget(context, app, entry, ENTITIES)),
				viewable: entry.boolean('viewable'),
				editable: entry.boolean('editable'),
				deletable: entry.boolean('deletable'),
			});
		}
		rights.push({ filterCond, entities });
	}
	return rights;
}

/** Who may see and change single fields. */
export async function readFieldRights(
	context: Context,
	app: OpenApp,
	given: Parameters,
): Promise<FieldRight[]> {
	if (!given.has('rights')) given.missing('rights');
	const rights: FieldRight[] = [];
	for (const element of given.elements('rights')) {
		const code = element.text('code');
		if (!findField(app.design.fields, code)) throw fieldNotFound(code);
		if (rights.some((right) => right.code === code)) {
			throw invalid(element.path('code'), 'The field is listed twice.');
		}
		if (!element.has('entities')) element.missing('entities');
		const entities: FieldRight['entities'] = [];
		for (const entry of element.elements('entities')) {
			const accessibility =
				entry.oneOf('accessibility', ['READ', 'WRITE', 'NONE'] as const) ??
				entry.missing('accessibility');
			entities.push({ accessibility, ...(await readTarget(context, app, entry, ENTITIES)) });
		}
		rights.push({ code, entities });
	}
	return rights;
}
