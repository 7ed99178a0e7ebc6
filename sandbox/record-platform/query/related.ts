import { ServiceError } from '../errors';
import type { FormFields } from '../form';
import type { Comparison, Condition } from './ast';
import type { QueryContext } from './context';
import { findQueried, valueOf, type QueriedField } from './fields';
import { parseQuery } from './parser';

/** A related-record list of a form, with all that a condition about its records needs. */
export interface RelatedList {
	appId: string;
	form: FormFields;
	/** What further narrows the records shown. */
	filter: Condition | undefined;
	/** The field of this form and the one of the other form that hold the same value. */
	own: QueriedField;
	other: QueriedField;
}

/** The apps whose forms a query needs besides its own (`QueryContext.relatedForms`). Throws what parsing throws. */
export function relatedApps(text: string, form: FormFields): string[] {
	const { condition } = parseQuery(text);
	const lists = condition ? comparisonsOf(condition).map(({ field }) => field.list) : [];
	const apps = lists.flatMap((list) => {
		const field = list !== undefined && Object.hasOwn(form, list) ? form[list] : undefined;
		return field?.referenceTable ? [field.referenceTable.relatedApp.app] : [];
	});
	return [...new Set(apps)];
}

/** Codes of the app's own fields that a condition compares. */
export function conditionFields(text: string): string[] {
	const { condition } = parseQuery(text);
	return condition ? comparisonsOf(condition).map(({ field }) => field.list ?? field.code) : [];
}

/** Throws GAIA_IR02 when the form has no such list, GAIA_AP01 when the app it shows cannot be had. */
export function findList(code: string, form: FormFields, context: QueryContext): RelatedList {
	const field = Object.hasOwn(form, code) ? form[code] : undefined;
	const reference = field?.referenceTable;
	if (!reference) {
		throw new ServiceError('GAIA_IR02', {
			message: `The field (${code}) is not a list of related records.`,
		});
	}
	const appId = reference.relatedApp.app;
	const related = context.relatedForms?.[appId];
	if (!related) throw new ServiceError('GAIA_AP01');
	return {
		appId,
		form: related,
		filter: parseQuery(reference.filterCond).condition,
		own: findQueried(reference.condition.field, form),
		other: findQueried(reference.condition.relatedField, related),
	};
}

/** SQL that is true where a record and a related one hold the same key; empty keys match nothing. */
export function keysMatch(list: RelatedList, alias: string, relatedAlias: string): string {
	const own = valueOf(list.own, alias);
	const other = valueOf(list.other, relatedAlias);
	if (isNumeric(list.own) && isNumeric(list.other)) return `${own} = ${other}`;
	return `(nullif(${own}::text, '') = ${other}::text)`;
}

function isNumeric({ kind }: QueriedField): boolean {
	return kind === 'id' || kind === 'number';
}

function comparisonsOf(condition: Condition): Comparison[] {
	return condition.kind === 'comparison' ? [condition] : condition.parts.flatMap(comparisonsOf);
}
