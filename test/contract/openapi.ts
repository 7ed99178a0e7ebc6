import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { plain, type Row, type Rows, type Schema, written } from './apiData';

const FILE = 'facts/record-platform/openapi/kintone/20250423000000/bundled/openapi.yaml';

interface OpenApi {
	paths: Record<string, Record<string, OpenApiOperation>>;
	components: { schemas: Record<string, Schema> };
}

interface OpenApiOperation {
	operationId: string;
	parameters?: Array<{ in: string; name: string; required?: boolean; schema: Schema }>;
	requestBody?: { content: Record<string, { schema: Schema }> };
}

/**
 * What the vendor's own OpenAPI file tells of requests, by operation ID; the file has one of its own
 * for each form of a path. Without the reference material beside the checkout there are none.
 */
export function vendorRows(shared: string): Rows {
	const file = join(shared, FILE);
	if (!existsSync(file)) return {};
	const { paths, components } = parse(
		readFileSync(file, 'utf8').replaceAll('#/components/schemas/', '#/definitions/'),
	) as OpenApi;
	const definitions = withNumberCells(components.schemas);
	return Object.fromEntries(
		Object.entries(paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => [
				operation.operationId,
				rowOf(method.toUpperCase(), path, operation, definitions),
			]),
		),
	);
}

function rowOf(
	method: string,
	path: string,
	{ parameters = [], requestBody }: OpenApiOperation,
	definitions: Record<string, Schema>,
): Row {
	const json = requestBody?.content['application/json']?.schema;
	return {
		method,
		path,
		paths: [path],
		query: parameters
			.filter(({ in: where }) => where === 'query')
			.map(({ name, required = false, schema }) => ({
				name,
				required,
				schema: onTheWire(plain(written(name, schema), definitions)) as Schema,
			})),
		...(json && { body: onTheWire(plain(json, definitions)) as Schema }),
		...(requestBody?.content['multipart/form-data'] && { multipart: true }),
	};
}

/** The file calls IDs and counts integers; the service takes them as text too, and booleans as well. */
function onTheWire(schema: unknown, key = ''): unknown {
	if (Array.isArray(schema)) return schema.map((entry) => onTheWire(entry));
	if (typeof schema !== 'object' || schema === null) return schema;
	const result = Object.fromEntries(
		Object.entries(schema).map(([name, value]) => [name, onTheWire(value, name)]),
	) as Schema;
	const type = flagsCalledText.test(key) ? 'boolean' : String(result.type);
	if (!Object.hasOwn(wireTypes, type)) return result;
	return { ...result, ...wireTypes[type] };
}

const wireTypes: Record<string, Schema> = {
	integer: { type: ['integer', 'string'], pattern: '^-?\\d+$' },
	number: { type: ['number', 'string'], pattern: '^-?\\d+(\\.\\d+)?$' },
	boolean: { type: ['boolean', 'string'], enum: [true, false, 'true', 'false'] },
};

/** Settings that the file calls text although answers and the vendor's clients have booleans. */
const flagsCalledText =
	/^(enable(Thumbnails|BulkDeletion|Comments|DuplicateRecord|InlineRecordEditing)|includeInTemplateAndDuplicates)$/;

/** The cell of a number field, which takes a number as well as its text. */
const numberCell = /(Post|Put)Decimal(Simple)?Value$/;

function withNumberCells(schemas: Record<string, Schema>): Record<string, Schema> {
	return Object.fromEntries(
		Object.entries(schemas).map(([name, schema]) => [
			name,
			numberCell.test(name)
				? { ...schema, properties: { value: { type: ['string', 'number'] } } }
				: schema,
		]),
	);
}
