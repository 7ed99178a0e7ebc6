import { ServiceError } from '../errors';
import { findField, type FormField, type FormFields } from '../form';
import { literal } from '../sql';
import { kindOf, type Kind } from './field-kinds';

/** A field a query names, found in the form. */
export interface QueriedField {
	field: FormField;
	kind: Kind;
	/** The SUBTABLE the field is in. */
	table: FormField | undefined;
}

const RECORD_ID: FormField = { type: 'RECORD_NUMBER', code: '$id', label: '$id' };

/** Throws GAIA_IQ11 when the form has no such field. */
export function findQueried(code: string, form: FormFields): QueriedField {
	const found = code === '$id' ? { field: RECORD_ID, table: undefined } : findField(form, code);
	if (!found) {
		throw new ServiceError('GAIA_IQ11', { message: `The field (${code}) was not found.` });
	}
	return { ...found, kind: kindOf(found.field) };
}

/** The value a field has in a record as SQL, of the type its kind compares by; NULL or `''` when empty. */
export function valueOf(target: QueriedField, alias: string, cells = `${alias}.cells`): string {
	const cell = `(${cells} -> ${literal(target.field.code)})`;
	const text = `(${cells} ->> ${literal(target.field.code)})`;
	switch (target.kind) {
		case 'id':
			return `${alias}.id`;
		case 'login':
			return target.field.type === 'CREATOR' ? `${alias}.creator` : `${alias}.modifier`;
		case 'instant':
			return target.field.type === 'CREATED_TIME' ? `${alias}.created_at` : `${alias}.updated_at`;
		case 'status':
			return `${alias}.status`;
		case 'assignees':
			return `${alias}.assignees`;
		case 'text':
		case 'long text':
		case 'choice':
			return text;
		case 'rich text':
			return plainText(text);
		case 'number':
			return `(case when ${text} ~ '^-?[0-9]+(\\.[0-9]+)?$' then ${text}::numeric end)`;
		case 'duration':
			return minutes(text);
		case 'date':
		case 'time':
		case 'datetime':
			return `(nullif(${text}, '') collate "C")`;
		case 'choices':
		case 'categories':
		case 'entities':
		case 'files':
		case 'nothing':
			return cell;
	}
}

/** Minutes of `25:01` or `-0:30`. */
function minutes(text: string): string {
	const hours = `split_part(ltrim(${text}, '-'), ':', 1)::numeric`;
	const sum = `${hours} * 60 + split_part(${text}, ':', 2)::numeric`;
	const sign = `(case when ${text} like '-%' then -1 else 1 end)`;
	return `(case when ${text} ~ '^-?[0-9]+:[0-9]{2}$' then ${sign} * (${sum}) end)`;
}

/** What a reader sees of HTML: tags part words, and the few entities an editor writes are resolved. */
function plainText(html: string): string {
	const entities = [
		['&nbsp;', ' '],
		['&lt;', '<'],
		['&gt;', '>'],
		['&quot;', '"'],
		['&amp;', '&'],
	];
	return entities.reduce(
		(text, [entity, character]) => `replace(${text}, '${entity}', '${character}')`,
		`regexp_replace(${html}, '<[^>]*>', ' ', 'g')`,
	);
}
