import {
	anything,
	flag,
	formatted,
	type JsonSchema,
	listOf,
	long,
	mapOf,
	object,
	oneOf,
	person,
	text,
	textUpTo,
} from './vocabulary';
import { FIELD_TYPES } from '../form';

const REFERENCE = '#/schemas/';

/** A reference to one of the schemas that many operations share. */
export const shared = (name: keyof typeof SHARED): JsonSchema => ({ $ref: `${REFERENCE}${name}` });

const refer = (name: string): JsonSchema => ({ $ref: `${REFERENCE}${name}` });

const entity = (...types: string[]): JsonSchema => object({ code: text, type: oneOf(...types) });
const processEntity = object({
	entity: entity('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY', 'CREATOR', 'CUSTOM_FIELD'),
	includeSubs: flag,
});
const relatedApp = object({ app: long, code: text });
const calcFormat = oneOf(
	'NUMBER',
	'NUMBER_DIGIT',
	'DATETIME',
	'DATE',
	'TIME',
	'HOUR_MINUTE',
	'DAY_HOUR_MINUTE',
);

const SHARED = {
	Cell: object({ type: text, value: anything }),
	SentCell: object({ value: anything }),
	BulkCall: object({ api: text, method: text, payload: anything }),
	App: object({
		appId: long,
		code: text,
		name: text,
		description: text,
		spaceId: long,
		threadId: long,
		createdAt: formatted('date-time'),
		creator: person,
		modifiedAt: formatted('date-time'),
		modifier: person,
	}),
	FormField: object({
		type: oneOf(...FIELD_TYPES),
		code: textUpTo(128),
		label: textUpTo(128),
		noLabel: flag,
		enabled: flag,
		required: flag,
		unique: flag,
		defaultValue: anything,
		defaultNowValue: flag,
		minLength: long,
		maxLength: long,
		minValue: formatted('number'),
		maxValue: formatted('number'),
		digit: flag,
		displayScale: long,
		unit: textUpTo(128),
		unitPosition: oneOf('BEFORE', 'AFTER'),
		expression: text,
		hideExpression: flag,
		format: calcFormat,
		protocol: oneOf('WEB', 'CALL', 'MAIL'),
		thumbnailSize: long,
		openGroup: flag,
		align: oneOf('HORIZONTAL', 'VERTICAL'),
		options: mapOf(object({ label: textUpTo(128), index: long })),
		entities: listOf(entity('USER', 'ORGANIZATION', 'GROUP', 'FUNCTION')),
		lookup: object({
			relatedApp,
			relatedKeyField: text,
			fieldMappings: listOf(object({ field: text, relatedField: text })),
			lookupPickerFields: listOf(text),
			filterCond: formatted('query'),
			sort: text,
		}),
		referenceTable: object({
			relatedApp,
			condition: object({ field: text, relatedField: text }),
			filterCond: formatted('query'),
			displayFields: listOf(text),
			sort: text,
			size: long,
		}),
		fields: mapOf(refer('FormField')),
	}),
	LayoutRow: object({
		type: oneOf('ROW', 'SUBTABLE', 'GROUP'),
		code: textUpTo(128),
		fields: listOf(refer('LayoutField')),
		layout: listOf(refer('LayoutRow')),
	}),
	LayoutField: object({
		type: oneOf(...FIELD_TYPES, 'LABEL', 'SPACER', 'HR'),
		code: textUpTo(128),
		label: text,
		elementId: textUpTo(64),
		size: object({ width: long, height: long, innerHeight: long }),
	}),
	FormItem: object({
		type: oneOf(...FIELD_TYPES, 'LABEL', 'SPACER', 'HR'),
		code: text,
		label: text,
		elementId: text,
		noLabel: flag,
		required: flag,
		unique: flag,
		defaultValue: anything,
		defaultExpression: text,
		minLength: long,
		maxLength: long,
		minValue: formatted('number'),
		maxValue: formatted('number'),
		digit: flag,
		displayScale: long,
		unit: text,
		unitPosition: text,
		expression: text,
		hideExpression: flag,
		format: calcFormat,
		protocol: oneOf('WEB', 'CALL', 'MAIL'),
		options: listOf(text),
		relatedApp: long,
		fields: listOf(refer('FormItem')),
	}),
	View: object({
		id: long,
		index: long,
		type: oneOf('LIST', 'CALENDAR', 'CUSTOM'),
		builtinType: oneOf('ASSIGNEE'),
		name: text,
		filterCond: text,
		sort: text,
		fields: listOf(text),
		date: text,
		title: text,
		html: text,
		pager: flag,
		device: oneOf('DESKTOP', 'ANY'),
	}),
	Report: object({
		id: long,
		index: long,
		name: textUpTo(64),
		chartType: oneOf(
			'BAR',
			'COLUMN',
			'PIE',
			'LINE',
			'SPLINE',
			'AREA',
			'SPLINE_AREA',
			'TABLE',
			'PIVOT_TABLE',
		),
		chartMode: oneOf('NORMAL', 'STACKED', 'PERCENTAGE'),
		filterCond: formatted('query'),
		groups: listOf(
			object({
				code: text,
				per: oneOf('YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE'),
			}),
		),
		aggregations: listOf(
			object({ type: oneOf('COUNT', 'SUM', 'AVERAGE', 'MAX', 'MIN'), code: text }),
		),
		sorts: listOf(
			object({ by: oneOf('TOTAL', 'GROUP1', 'GROUP2', 'GROUP3'), order: oneOf('ASC', 'DESC') }),
		),
		periodicReport: object({ active: flag, period: refer('Period') }),
	}),
	Period: object({
		every: oneOf('YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR'),
		month: long,
		pattern: text,
		dayOfMonth: text,
		dayOfWeek: text,
		time: text,
		minute: long,
	}),
	ProcessState: object({
		name: textUpTo(64),
		index: long,
		assignee: object({ type: oneOf('ONE', 'ALL', 'ANY'), entities: listOf(processEntity) }),
	}),
	ProcessAction: object({
		name: textUpTo(64),
		from: textUpTo(64),
		to: textUpTo(64),
		filterCond: text,
		type: oneOf('PRIMARY', 'SECONDARY'),
		executableUser: object({ entities: listOf(processEntity) }),
	}),
	CustomizeFile: object({
		type: oneOf('URL', 'FILE'),
		url: text,
		file: object({ fileKey: text, name: text, contentType: text, size: long }),
	}),
	AppAction: object({
		id: long,
		index: long,
		name: textUpTo(32),
		destApp: relatedApp,
		mappings: listOf(
			object({ srcType: oneOf('FIELD', 'RECORD_URL'), srcField: text, destField: text }),
		),
		entities: listOf(entity('USER', 'GROUP', 'ORGANIZATION')),
		filterCond: text,
	}),
	Category: object({ name: textUpTo(64), index: long, children: mapOf(refer('Category')) }),
};

/** The shared schemas that these refer to, directly or through each other. */
export function sharedBy(...schemas: JsonSchema[]): Record<string, JsonSchema> {
	const found: Record<string, JsonSchema> = {};
	const waiting: unknown[] = [...schemas];
	while (waiting.length > 0) {
		const part = waiting.pop();
		if (typeof part !== 'object' || part === null) continue;
		waiting.push(...Object.values(part));
		const name = (part as JsonSchema).$ref?.slice(REFERENCE.length);
		if (name === undefined || Object.hasOwn(found, name)) continue;
		const schema = (SHARED as Record<string, JsonSchema>)[name];
		if (!schema) continue;
		found[name] = schema;
		waiting.push(schema);
	}
	return found;
}
