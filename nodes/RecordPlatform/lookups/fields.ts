import { InputError } from '../../shared/errors';
import type { FormField, LookupSource } from '../values/form';

/** A lookup of a form, with the table that contains it. */
export interface LookupField {
	code: string;
	label: string;
	/** Null if the user can't access the source app. */
	source: LookupSource | null;
	/** Code of its table. */
	table?: string;
}

/** The lookups of a form, including those in tables. */
export function lookupsOf(form: FormField[]): LookupField[] {
	return form.flatMap(({ code, columns = [], ...field }) => [
		...one({ code, ...field }),
		...columns.flatMap((column) => one({ ...column, label: column.label ?? column.code }, code)),
	]);
}

function one(
	{ code, label, lookup }: Pick<FormField, 'code' | 'label' | 'lookup'>,
	table?: string,
): LookupField[] {
	if (lookup === undefined) return [];
	return [{ code, label, source: lookup, ...(table !== undefined && { table }) }];
}

/** The selected lookups, by code or label; all lookups of the form if none is selected. Throws `InputError`. */
export function namedLookups(form: FormField[], names: string[]): LookupField[] {
	const all = lookupsOf(form);
	if (all.length === 0)
		throw new InputError('The app has no lookups', 'Choose an app with a lookup field');
	if (names.length === 0) return all;
	return names.map((name) => {
		const found = all.find(({ code }) => code === name) ?? all.find(({ label }) => label === name);
		if (found) return found;
		throw new InputError(
			`The app has no lookup "${name}"`,
			`Its lookups are ${all.map(({ code }) => code).join(', ')}`,
		);
	});
}
