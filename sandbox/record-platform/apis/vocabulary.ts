/**
 * A JSON Schema in the service's dialect of draft 4: what is a number or boolean is a string with the format `long`,
 * `number` or `boolean` (docs/api: apis.schema).
 */
export interface JsonSchema {
	type?: 'string' | 'object' | 'array';
	format?: string;
	enum?: string[];
	maxLength?: number;
	items?: JsonSchema;
	properties?: Record<string, JsonSchema>;
	additionalProperties?: JsonSchema;
	required?: string[];
	anyOf?: JsonSchema[];
	$ref?: string;
}

/** A property that has to be there. */
class Required {
	constructor(readonly schema: JsonSchema) {}
}

export type Properties = Record<string, JsonSchema | Required>;

export const required = (schema: JsonSchema): Required => new Required(schema);

export const anything: JsonSchema = {};
export const text: JsonSchema = { type: 'string' };
/** A whole number: an ID, a revision, a count. */
export const long: JsonSchema = { type: 'string', format: 'long' };
export const flag: JsonSchema = { type: 'string', format: 'boolean' };
export const formatted = (format: string): JsonSchema => ({ type: 'string', format });
export const textUpTo = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
export const oneOf = (...values: string[]): JsonSchema => ({ type: 'string', enum: values });
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const mapOf = (values: JsonSchema): JsonSchema => ({
	type: 'object',
	additionalProperties: values,
});
export const either = (...anyOf: JsonSchema[]): JsonSchema => ({ anyOf });

export function object(properties: Properties): JsonSchema {
	const names = Object.keys(properties).filter((name) => properties[name] instanceof Required);
	return {
		type: 'object',
		...(names.length > 0 ? { required: names } : {}),
		properties: Object.fromEntries(
			Object.entries(properties).map(([name, property]) => [
				name,
				property instanceof Required ? property.schema : property,
			]),
		),
	};
}

export const nothing = object({});
export const person = object({ code: text, name: text });
export const revision = object({ revision: long });

/** What an operation takes and gives. */
export interface OperationSchema {
	request: JsonSchema;
	response: JsonSchema;
}

/** By method and API, whichever the side of an app: `GET app/form/fields`. */
export type OperationSchemas = Record<string, OperationSchema>;
