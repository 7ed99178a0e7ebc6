import type { INodePropertyCollection } from 'n8n-workflow';

import type { ItemView, Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { isComposed } from '../../shared/itemPaths';
import { CHANGING, lacksPart, missingPartOf } from '../../shared/missingParts';
import { isObject, listOf, objectOf } from '../../shared/objects';
import { shown } from '../../shared/input/policy';
import { BINARY_FIELD_SEPARATOR, LIST_SEPARATOR } from '../../shared/text';

/**
 * Texts that people read, where n8n leaves out what an expression doesn't find. All others select
 * something, or say when and where: a part of one means something else.
 */
const READ = new Set([
	...['additionalItem', 'body', 'eventMenu', 'facilityUsingPurpose', 'fileName', 'manuallySender'],
	...['name', 'notes', 'subject', 'title', 'en', 'ja', 'zh', 'zh-tw'],
	...['address', 'phone', 'route', 'routeFare', 'routeTime', 'zipCode'],
]);

/** Texts that name several things; an entry that is missing as a whole is refused where they are read. */
const SEPARATORS = new Map([
	['attachments', BINARY_FIELD_SEPARATOR],
	['codes', LIST_SEPARATOR],
	['roles', LIST_SEPARATOR],
]);

/** Whether all parts of a parameter's text must be found. */
export function mustBeWhole({ name, type, send }: Parameter): boolean {
	return type !== 'json' && (!READ.has(name) || send?.in === 'query');
}

/** Throws `InputError` for a key, date, address, or filter of which a part was not found. */
export function refuseMissingParts(item: ItemView): void {
	const { parameters } = item.node;
	const composed = withComposedText(parameters);
	for (const parameter of item.operation.parameters as readonly Parameter[]) {
		const { name, displayName } = parameter;
		if (!composed.has(name) || !shown(parameter, item)) continue;
		refuseIn(parameter, { stored: parameters[name], value: item.read(name) }, displayName, item);
	}
}

const composedOf = new WeakMap<object, Set<string>>();

/** Names of the parameters with text beside an expression, so that items without any take no time. */
function withComposedText(parameters: object): Set<string> {
	const known = composedOf.get(parameters);
	if (known) return known;
	const composed = Object.entries(parameters).filter(([, stored]) => hasComposed(stored));
	const names = new Set(composed.map(([name]) => name));
	composedOf.set(parameters, names);
	return names;
}

function hasComposed(stored: unknown): boolean {
	if (typeof stored === 'string') return isComposed(stored);
	return typeof stored === 'object' && stored !== null && Object.values(stored).some(hasComposed);
}

/** What the workflow stores of a parameter, and its value for an item. */
interface Entered {
	stored: unknown;
	value: unknown;
}

function refuseIn(
	parameter: Parameter,
	{ stored, value }: Entered,
	label: string,
	item: ItemView,
): void {
	const { type, options = [] } = parameter;
	const at = (key: string): Entered => ({
		stored: objectOf(stored)[key],
		value: objectOf(value)[key],
	});
	if (type === 'collection') {
		for (const option of options) {
			if ('type' in option) refuseIn(option, at(option.name), option.displayName, item);
		}
	} else if (type === 'fixedCollection') {
		for (const group of options as INodePropertyCollection[])
			refuseInRows(group, at(group.name), label, item);
	} else if (mustBeWhole(parameter)) {
		const text = isObject(stored) ? stored.value : stored;
		if (typeof text === 'string') refusePart(parameter, text, label, item);
	}
}

function refuseInRows(
	{ values }: INodePropertyCollection,
	{ stored, value }: Entered,
	label: string,
	item: ItemView,
): void {
	const fields = values as Parameter[];
	const usual = fields.find(({ name }) => name === 'kind')?.default;
	const rows = listOf(value).map(objectOf);
	listOf(stored).forEach((row, at) => {
		const kind = rows[at]?.kind ?? usual;
		for (const field of fields) {
			const kinds = field.displayOptions?.show?.kind as unknown[] | undefined;
			if (kinds && !kinds.includes(kind)) continue;
			const entered = { stored: objectOf(row)[field.name], value: rows[at]?.[field.name] };
			refuseIn(field, entered, label, item);
		}
	});
}

function refusePart(
	{ name, typeOptions }: Parameter,
	stored: string,
	label: string,
	item: ItemView,
): void {
	const separator = SEPARATORS.get(name);
	const missing = missingPartOf(stored, (text) => item.parts(text), {
		isUpdate: CHANGING.has(item.operation.method),
		...(separator && { separator }),
	});
	if (missing === undefined) return;
	if (!typeOptions?.password) throw lacksPart(missing.expression, label);
	// An expression of a secret may contain one.
	throw new InputError(
		`An expression in "${label}" returned no value`,
		'Correct the expression, or filter out the items without this value',
	);
}
