import type { FormField } from '../form';
import type { Design } from './design';
import { layoutOf } from './layout';
import type { LayoutField, LayoutRow } from './parts';

const OPTIONAL = [
	'required',
	'unique',
	'minLength',
	'maxLength',
	'minValue',
	'maxValue',
	'defaultValue',
	'digit',
	'displayScale',
	'unit',
	'unitPosition',
	'expression',
	'hideExpression',
	'format',
	'protocol',
] as const;
const NOT_TOLD: readonly string[] = ['CATEGORY', 'STATUS', 'STATUS_ASSIGNEE', 'GROUP'];

/** The form as a list of flat definitions, decorations of the layout included (docs/api: form.get). */
export function formProperties(design: Design): object[] {
	return [
		...Object.values(design.fields)
			.filter((field) => !NOT_TOLD.includes(field.type))
			.map(property),
		...layoutOf(design).flatMap(decorations),
	];
}

function property(field: FormField): object {
	const { type, code, label, noLabel = false } = field;
	const common = { type, code, label, noLabel };
	if (field.fields) return { ...common, fields: Object.values(field.fields).map(property) };
	const source = field.lookup ?? field.referenceTable;
	if (source) {
		return {
			...common,
			...(field.lookup ? { required: field.required ?? false } : {}),
			relatedApp: source.relatedApp.app,
		};
	}
	const told: Record<string, unknown> = { ...common };
	for (const name of OPTIONAL) {
		if (field[name] !== undefined && !hasEntities(field, name)) told[name] = field[name];
	}
	if (field.options) {
		told.options = Object.values(field.options)
			.sort((left, right) => Number(left.index) - Number(right.index))
			.map((option) => option.label);
	}
	if (field.defaultNowValue !== undefined) {
		told.defaultExpression = field.defaultNowValue ? 'NOW' : '';
	}
	return told;
}

/** Default users, organizations and groups are not in these definitions. */
function hasEntities(field: FormField, name: string): boolean {
	return name === 'defaultValue' && field.entities !== undefined;
}

function decorations(row: LayoutRow): object[] {
	if (row.type === 'GROUP') return row.layout.flatMap(decorations);
	if (row.type === 'SUBTABLE') return [];
	return row.fields.filter((field) => field.code === undefined).map(decoration);
}

function decoration({ type, label, elementId }: LayoutField): object {
	return {
		type,
		...(type === 'LABEL' ? { label } : {}),
		...(type === 'SPACER' ? { elementId } : {}),
	};
}
