import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { RequestError } from '../../shared/errors';
import { isBlank } from '../../shared/input/text';
import { reading } from '../../shared/request';
import { objectOf } from '../../shared/objects';
import { appIn, guestSpaceOf, pathOn } from '../route';

/** A field as needed for encoding. */
export interface Field {
	code: string;
	/** Type in the service's words (`SINGLE_LINE_TEXT`). */
	type: string;
	label?: string;
	/** The format of a calculated field's result (`DATE`). */
	format?: string;
	/** Choices of the field, in the order of the form. */
	choices?: string[];
	columns?: Field[];
	/** True if the service fills in the field: a formula or a lookup copy. */
	computed?: boolean;
	/** What the service fills in where a new row or record has no value. */
	defaultValue?: unknown;
	hasDefault?: boolean;
	/** The source of a lookup; null if the user can't access the source app. */
	lookup?: LookupSource | null;
}

export interface LookupSource {
	app: string;
	/** Code of the key field in the source app. */
	key: string;
	/** Codes of a field of this form and of its source field. */
	copies: Array<{ to: string; from: string }>;
}

/** A field of the live form, with details for the editor. */
export interface FormField extends Field {
	label: string;
	required: boolean;
	unique: boolean;
	computed: boolean;
	hasDefault: boolean;
	columns?: FormField[];
}

const OF_LAYOUT = ['GROUP', 'HR', 'LABEL', 'REFERENCE_TABLE', 'SPACER'];

/** Types of fields that come with an app or its process management. */
export const OF_APP = ['CATEGORY', 'RECORD_NUMBER', 'STATUS', 'STATUS_ASSIGNEE'];

const READ_ONLY = new Set(['__ID__', '__REVISION__', 'CALC', ...OF_APP, ...OF_LAYOUT]);

/** Types of fields with users. */
export const USERS = ['CREATOR', 'MODIFIER', 'USER_SELECT', 'STATUS_ASSIGNEE'];

/** Types that only app administrators can write, and only in new records. */
export const SYSTEM = new Set(['CREATED_TIME', 'CREATOR', 'MODIFIER', 'UPDATED_TIME']);

/** A field as people and models read it: its label, and its code where that differs. */
export function titleOf({ code, label = code }: Pick<Field, 'code' | 'label'>): string {
	return label === code ? label : `${label} (${code})`;
}

/** Whether the field is written, and not filled in by the service. */
export function isEditable({ type, computed }: Field): boolean {
	return !READ_ONLY.has(type) && computed !== true;
}

export function isSystem({ type }: Field): boolean {
	return SYSTEM.has(type);
}

/** Whether records can be matched by the field in an update. */
export function identifies({ type, unique }: FormField): boolean {
	return unique && (type === 'SINGLE_LINE_TEXT' || type === 'NUMBER');
}

/** Fields in a response of `form.fields.get`, in order. */
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
		hasDefault: property.defaultNowValue === true || !isBlank(property.defaultValue),
		...(!isBlank(property.defaultValue) && { defaultValue: property.defaultValue }),
		...(property.type === 'CALC' && { format: String(property.format ?? 'NUMBER') }),
		...(property.options && { choices: choicesInOrder(property.options as IDataObject) }),
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

/** Codes of the fields that a lookup fills in; the service ignores values for them. */
function copiedByLookup({ lookup }: IDataObject): unknown[] {
	const { fieldMappings } = (lookup ?? {}) as { fieldMappings?: Array<{ field?: string }> };
	return (fieldMappings ?? []).map(({ field }) => field);
}

function choicesInOrder(options: IDataObject): string[] {
	return (Object.values(options) as Array<{ label: string; index: string | number }>)
		.sort((a, b) => Number(a.index) - Number(b.index))
		.map(({ label }) => label);
}

const FORM = '/k/v1/app/form/fields.json';

/** The app's live form, read once per execution, or by another one of the last minute. Throws `RequestError`. */
export async function loadForm(
	item: ItemContext,
	app: string,
	guestSpace: string | undefined,
): Promise<FormField[]> {
	const path = pathOn(FORM, { guestSpace });
	return await item.cached(`${path} ${app}`, async () =>
		formFields(await item.request(reading(path, { query: { app }, answer: ['properties'] }))),
	);
}

/** The names of the app's statuses; none without process management, or if the credential can't read them. */
export async function loadStatuses(item: ItemContext): Promise<string[]> {
	const app = appIn(item.read('app')).id;
	const path = pathOn('/k/v1/app/status.json', { guestSpace: guestSpaceOf(item) });
	return await item.once(`${path} ${app}`, async () => {
		const body = await item.request(reading(path, { query: { app } })).catch((problem: unknown) => {
			if (isRefused(problem)) return {};
			throw problem;
		});
		const { enable, states } = objectOf(body);
		return enable === true
			? Object.values(objectOf(states)).map((one) => String(objectOf(one).name))
			: [];
	});
}

/** The form that `loadForm` gave; undefined before. */
export function loadedForm(item: ItemContext, app: string, guestSpace: string | undefined) {
	return item.peek(`${pathOn(FORM, { guestSpace })} ${app}`) as FormField[] | undefined;
}

/** Whether the service refused to show something, not because of authentication or overload. */
export function isRefused(problem: unknown): boolean {
	if (!(problem instanceof RequestError) || problem.failure.outcome !== 'refused') return false;
	const { status = 0 } = problem.failure.reply ?? {};
	// Older versions of the service answer with 520.
	const isAnswer = (status >= 400 && status < 500) || status === 520;
	return isAnswer && status !== 401 && status !== 429;
}
