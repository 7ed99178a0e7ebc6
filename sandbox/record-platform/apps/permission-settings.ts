import type { Context } from '../context';
import { invalid } from '../errors';
import { findField } from '../form';
import type { Body } from '../input';
import { readCondition } from './conditions';
import { fieldNotFound, readTarget, readTargets, switchesOf } from './entities';
import type { AppRight, FieldRight, RecordRight } from './parts';
import type { OpenApp } from './store';

const IN_APP = [
	'appEditable',
	'recordViewable',
	'recordAddable',
	'recordEditable',
	'recordDeletable',
	'recordImportable',
	'recordExportable',
] as const;
const IN_RECORD = ['viewable', 'editable', 'deletable'] as const;

/** Editing and deleting need viewing, importing needs adding (docs/api: app.acl.update). */
const NEEDS = [
	['recordEditable', 'recordViewable'],
	['recordDeletable', 'recordViewable'],
	['recordImportable', 'recordAddable'],
] as const;

/** Who may do what in the app. Throws CB_VA01. */
export async function readAppRights(
	context: Context,
	app: OpenApp,
	sent: Body<'app.acl.update'>,
): Promise<AppRight[]> {
	const targets = await readTargets(context, app, sent.rights, 'rights');
	return targets.map((target, index) => {
		const right = { ...target, ...switchesOf(sent.rights[index] ?? {}, IN_APP) };
		for (const [name, other] of NEEDS) {
			if (!right[name] || right[other]) continue;
			throw invalid(`rights[${index}].${name}`, `${name} needs ${other}.`);
		}
		return right;
	});
}

/** Who may do what with the records that a condition finds; the first that fits decides. */
export async function readRecordRights(
	context: Context,
	app: OpenApp,
	sent: Body<'record.acl.update'>,
): Promise<RecordRight[]> {
	const rights: RecordRight[] = [];
	for (const [index, right] of sent.rights.entries()) {
		const path = `rights[${index}]`;
		const filterCond = await readCondition(context, app, right.filterCond, `${path}.filterCond`);
		const targets = await readTargets(context, app, right.entities, `${path}.entities`);
		const entities = targets.map((target, at) => ({
			...target,
			...switchesOf(right.entities[at] ?? {}, IN_RECORD),
		}));
		rights.push({ filterCond, entities });
	}
	return rights;
}

/** Who may see and change single fields. Throws GAIA_FC01 and CB_VA01. */
export async function readFieldRights(
	context: Context,
	app: OpenApp,
	sent: Body<'field.acl.update'>,
): Promise<FieldRight[]> {
	const rights: FieldRight[] = [];
	for (const [index, { code, entities: entries }] of sent.rights.entries()) {
		const path = `rights[${index}]`;
		if (!findField(app.design.fields, code)) throw fieldNotFound(code);
		if (rights.some((right) => right.code === code)) {
			throw invalid(`${path}.code`, 'The field is listed twice.');
		}
		const entities: FieldRight['entities'] = [];
		for (const [at, { accessibility, ...target }] of entries.entries()) {
			const read = await readTarget(context, app, target, `${path}.entities[${at}]`);
			entities.push({ accessibility, ...read });
		}
		rights.push({ code, entities });
	}
	return rights;
}
