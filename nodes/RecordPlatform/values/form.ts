import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import type { Connection } from '../../shared/connection';
import { Failed } from '../../shared/errors';
import { onceThere } from '../../shared/soon';
import { pathOn } from '../route';

/** What the codec needs to know of a field. */
export interface Field {
	code: string;
	/** Type in the service's words (`SINGLE_LINE_TEXT`). */
	type: string;
	label?: string;
	/** Choices of a field that has some, in their order on the form. */
	choices?: string[];
	/** Fields of a table's rows. */
	columns?: Field[];
	/** True where the service fills the field itself: a formula, a copy of a lookup. */
	computed?: boolean;
	/** What the field looks up; null where the caller may not see the app that it takes from. */
	lookup?: LookupSource | null;
}

/** Where a lookup takes its copies from (facts: `form.fields.get`). */
export interface LookupSource {
	app: string;
	/** Code of the field in the source app that the lookup's value names a record by. */
	key: string;
	/** Codes: the field of this form, and the field of the source app that it is a copy of. */
	copies: Array<{ to: string; from: string }>;
}

/** A field of the live form, with what decides whether and how a person fills it in. */
export interface FormField extends Field {
	label: string;
	required: boolean;
	unique: boolean;
	computed: boolean;
	/** True where a new record gets a value although none is sent. */
	hasDefault: boolean;
	columns?: FormField[];
}

/** Types that no record write takes (facts: field types). */
const READ_ONLY = new Set([
	'__ID__',
	'__REVISION__',
	'CALC',
	'CATEGORY',
	'GROUP',
	'HR',
	'LABEL',
	'RECORD_NUMBER',
	'REFERENCE_TABLE',
	'SPACER',
	'STATUS',
	'STATUS_ASSIGNEE',
]);

/** Types that the service takes for new records only, from those who manage the app. */
const SYSTEM = new Set(['CREATED_TIME', 'CREATOR', 'MODIFIER', 'UPDATED_TIME']);

/** Whether a record write may hold the field at all. */
export function isWritable({ type }: Field): boolean {
	return !READ_ONLY.has(type);
}

export function isSystem({ type }: Field): boolean {
	return SYSTEM.has(type);
}

/** Whether records can be found by the field for an update (facts: `record.update`). */
export function identifies({ type, unique }: FormField): boolean {
	return unique && (type === 'SINGLE_LINE_TEXT' || type === 'NUMBER');
}

/** Fields of the answer of `form.fields.get`, in its order. */
export function formFields(body: unknown): FormField[] {
	const { properties } = (body ?? {}) as { properties?: Record<string, IDataObject> };
	const all = Object.values(properties ?? {});
	const copied = new Set(all.flatMap(copiedByLookup));
	return all.map((property) => formField(property, copied));
}

function formField(property: IDataObject, copied: Set<unknown>): FormField {
	const columns = property.fields as Record<string, IDataObject> | undefined;
	const code = String(property.code);
	const within = new Set(Object.values(columns ?? {}).flatMap(copiedByLookup));
	return {
		code,
		type: String(property.type),
		label: String(property.label ?? code),
		required: property.required === true,
		unique: property.unique === true,
		computed: copied.has(code) || Boolean(property.expression),
		hasDefault: property.defaultNowValue === true || isFilled(property.defaultValue),
		...(property.options && { choices: choicesOf(property.options as IDataObject) }),
		...(columns && { columns: Object.values(columns).map((one) => formField(one, within)) }),
		...('lookup' in property && { lookup: lookupSource(property.lookup) }),
	};
}

function lookupSource(lookup: unknown): LookupSource | null {
	if (typeof lookup !== 'object' || lookup === null) return null;
	const { relatedApp, relatedKeyField, fieldMappings } = lookup as {
		relatedApp?: { app?: string };
		relatedKeyField?: string;
		fieldMappings?: Array<{ field?: string; relatedField?: string }>;
	};
	return {
		app: String(relatedApp?.app ?? ''),
		key: String(relatedKeyField ?? ''),
		copies: (fieldMappings ?? []).map(({ field, relatedField }) => ({
			to: String(field),
			from: String(relatedField),
		})),
	};
}

/** Codes of the fields that a lookup fills; the service ignores what is sent for them. */
function copiedByLookup({ lookup }: IDataObject): unknown[] {
	const { fieldMappings } = (lookup ?? {}) as { fieldMappings?: Array<{ field?: string }> };
	return (fieldMappings ?? []).map(({ field }) => field);
}

function choicesOf(options: IDataObject): string[] {
	return (Object.values(options) as Array<{ label: string; index: string | number }>)
		.sort((a, b) => Number(a.index) - Number(b.index))
		.map(({ label }) => label);
}

function isFilled(value: unknown): boolean {
	return value !== undefined && value !== null && value !== '' && !isEmptyList(value);
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** The app's live form, read once an execution. Throws `Failed`. */
export async function loadForm(
	item: ItemView,
	app: string,
	guestSpace: string | undefined,
): Promise<FormField[]> {
	const path = pathOn('/k/v1/app/form/fields.json', { guestSpace });
	return await item.once(`${path} ${app}`, async () =>
		formFields(await item.ask({ method: 'GET', path, query: { app }, repeatable: true })),
	);
}

/** Forms that were read in an execution, which has a connection of its own; null where the service refused it. */
const formsRead = new WeakMap<Connection, Map<string, FormField[] | null>>();

/** The form where it was read before; null where the service refused to give it. */
export function formReadBefore(
	{ connection }: Pick<ItemView, 'connection'>,
	app: string,
): FormField[] | null | undefined {
	return formsRead.get(connection)?.get(app);
}

/**
 * The app's live form, null where the credential may not read it; at once where it was read
 * before, because a promise for each of ten thousand items takes its time. Throws `Failed`.
 */
export function liveForm(
	item: ItemView,
	app: string,
	guestSpace: string | undefined,
): FormField[] | null | Promise<FormField[] | null> {
	const known = formReadBefore(item, app);
	if (known !== undefined) return known;
	const form = loadForm(item, app, guestSpace).catch((problem: unknown) => {
		if (isRefused(problem)) return null;
		throw problem;
	});
	return onceThere(form, (fields) => {
		const ofApps = formsRead.get(item.connection) ?? new Map<string, FormField[] | null>();
		formsRead.set(item.connection, ofApps.set(app, fields));
		return fields;
	});
}

/** Whether the service answered that it does not give the form; sign-in and overload are no such answers. */
function isRefused(problem: unknown): boolean {
	if (!(problem instanceof Failed) || problem.failure.reach !== 'refused') return false;
	const { status = 0 } = problem.failure.reply ?? {};
	// 520 is what the service answered with earlier (facts: errors).
	const isAnswer = (status >= 400 && status < 500) || status === 520;
	return isAnswer && status !== 401 && status !== 429;
}
