/** A JSON Schema as docs/api has it. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	enum?: string[];
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	additionalProperties?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	minimum?: number;
	maximum?: number;
	default?: number;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
}

/** Left to the code: cells are read by the type of their field, categories at any depth. */
const UNREAD = ['FieldValueWrite', 'CategoryNode'];

/** As the data of the groupware has it: with numbers where the record platform has integers. */
export interface GroupwareSchema extends Omit<Schema, 'properties' | 'items' | 'default'> {
	min?: number;
	max?: number;
	properties?: Record<string, GroupwareSchema>;
	items?: GroupwareSchema;
	default?: unknown;
}

/**
 * Left to the code: people, facilities, files, and times with a zone have errors of their own; the others
 * are read in more forms than docs/api has.
 */
const OWN =
	/^(attendees|watchers|facilities|operators|recipients|destinations|attachments|code|priority|(parentF|f)acilityGroup)$/;

/** The code that reads a body of the groupware, with its own functions for texts, numbers, and switches. */
export function groupwareReaderOf(schema: GroupwareSchema): string {
	return readerOf(asJsonSchema(schema), {}).replaceAll('unlessBlank(', 'optional(');
}

function asJsonSchema({ min, max, type, properties, items, ...rest }: GroupwareSchema): Schema {
	const own = Object.entries(properties ?? {}).flatMap(([key, one]) =>
		OWN.test(key) || one.properties?.dateTime ? [key] : [],
	);
	return {
		...rest,
		default: undefined,
		type: [type ?? []].flat().includes('number') ? 'integer' : type,
		minimum: min,
		maximum: max,
		...(items && { items: asJsonSchema(items) }),
		...(properties && {
			required: rest.required?.filter((key) => !own.includes(key)),
			properties: Object.fromEntries(
				Object.entries(properties).map(([key, one]) => [
					key,
					own.includes(key) ? {} : asJsonSchema(one),
				]),
			),
		}),
	};
}

/** The code that reads a request by its schema, with the functions of sandbox/input/readers.ts. */
export function readerOf(schema: Schema, definitions: Record<string, Schema>, name = ''): string {
	if (schema.$ref) {
		const target = schema.$ref.replace('#/definitions/', '');
		if (UNREAD.includes(target)) return 'anything';
		return readerOf({ ...definitions[target], ...schema, $ref: undefined }, definitions, name);
	}
	const types = [schema.type ?? []].flat();
	const { minimum, maximum, items, properties, additionalProperties } = schema;
	if (types.includes('boolean')) return 'boolean';
	if (types.includes('integer')) {
		if (name.startsWith('revision')) return 'revision';
		return minimum === undefined ? 'id' : call('integer', minimum, maximum);
	}
	// The vendor's pages and clients write choices of language and order in other cases than the specification.
	if (schema.enum && !['lang', 'order'].includes(name)) {
		return `choice([${schema.enum.map((one) => `'${one}'`).join(', ')}])`;
	}
	if (types.includes('string')) return call('text', schema.minLength ?? 0, schema.maxLength);
	if (items) {
		const { minItems, maxItems } = schema;
		const limits = minItems === undefined && maxItems !== undefined ? 0 : minItems;
		return call('list', readerOf(items, definitions, name), limits, maxItems);
	}
	if (properties) return keysOf(schema, properties, definitions);
	if (additionalProperties) return call('map', readerOf(additionalProperties, definitions));
	return 'anything';
}

function keysOf(
	{ required = [] }: Schema,
	properties: Record<string, Schema>,
	definitions: Record<string, Schema>,
): string {
	const keys = Object.entries(properties).map(([name, schema]) => {
		const key = /^\w+$/.test(name) ? name : `'${name}'`;
		const needed = required.includes(name);
		const text = schema.type === 'string' && !schema.enum;
		// A text that is required is not empty.
		const reader = readerOf(
			needed && text ? { ...schema, minLength: schema.minLength ?? 1 } : schema,
			definitions,
			name,
		);
		if (needed || reader === 'anything') return `${key}: ${reader}`;
		if (schema.default !== undefined) return `${key}: ${call('or', reader, schema.default)}`;
		const scalar = /^(boolean|id|integer|choice)\b/.test(reader);
		return `${key}: ${reader === 'revision' ? reader : call(scalar ? 'unlessBlank' : 'optional', reader)}`;
	});
	return `object({ ${keys.join(', ')} })`;
}

function call(name: string, ...values: Array<string | number | undefined>): string {
	return `${name}(${values.filter((value) => value !== undefined).join(', ')})`;
}
