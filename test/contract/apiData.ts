import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { apiFile } from '../../tools/apiFile';

/** The services, by the name of their data in docs/api. */
export type ServiceName = 'recordPlatform' | 'groupware';
export const serviceNames: ServiceName[] = ['recordPlatform', 'groupware'];

export type Schema = Record<string, unknown>;

/** What requests and answers of one operation look like. */
export interface Row {
	method: string;
	/** All forms of the path (production, preview, in a guest space). */
	paths: string[];
	query: Array<{ name: string; required: boolean; schema: Schema }>;
	body?: Schema;
	multipart?: true;
	response?: Schema;
}

/** A row with what else docs/api says of its operation. */
export interface DocumentedRow extends Row {
	/** The vendor's public page. */
	docs: string;
}

type Data = Record<string, unknown>;
type Definitions = Record<string, Schema>;

const kept = ['type', 'enum', 'required', 'minItems', 'maxItems', 'format'];

export function apiData(name: string): unknown {
	return JSON.parse(readFileSync(join(__dirname, '..', '..', 'docs', 'api', name), 'utf8'));
}

export const rows = {
	recordPlatform: rowsOf('record-platform', recordPlatformRow),
	groupware: rowsOf('groupware', groupwareRow),
};

function rowsOf(
	file: string,
	rowOf: (data: Data, definitions: Definitions) => DocumentedRow,
): Record<string, DocumentedRow> {
	const { operations, definitions = {} } = apiFile(file) as {
		operations: Record<string, Data>;
		definitions?: Definitions;
	};
	return Object.fromEntries(
		Object.entries(operations).map(([id, data]) => [id, rowOf(data, definitions)]),
	);
}

function recordPlatformRow(data: Data, definitions: Definitions): DocumentedRow {
	const body = data.requestBody as { contentType: string; schema: Schema } | null;
	const parameters = data.parameters as Array<Schema & { name: string; required: boolean }>;
	return {
		method: String(data.method),
		docs: String(data.docs),
		paths: Object.values(data.paths as Record<string, string | null>).filter(
			(path) => path !== null,
		),
		query: parameters
			.filter(({ in: where }) => where !== 'path')
			.map(({ name, required, ...schema }) => ({
				name,
				required,
				schema: plain(written(name, schema), definitions),
			})),
		...(body && { body: plain(body.schema, definitions) }),
		...(body?.contentType.startsWith('multipart') && { multipart: true }),
		...(data.response !== null && { response: plain(data.response as Schema, definitions) }),
	};
}

/** The specification prints some choices in capitals that the vendor's pages and clients write small. */
function written(name: string, schema: Schema): Schema {
	if (!['lang', 'order'].includes(name) || !Array.isArray(schema.enum)) return schema;
	return { ...schema, enum: schema.enum.map((choice) => String(choice).toLowerCase()) };
}

function groupwareRow(data: Data): DocumentedRow {
	const query = data.query as Array<{ name: string; required: boolean; type: string } & Schema>;
	const { body: response } = data.response as { body?: Schema };
	return {
		method: String(data.method),
		docs: String(data.docs),
		paths: [String(data.path)],
		query: query.map(({ name, required, type, ...rest }) => ({
			name,
			required,
			schema: type.endsWith('[]')
				? { type: 'array', items: { type: type.slice(0, -2) } }
				: plain({ type, ...rest }, {}),
		})),
		...(data.requestBody !== null && { body: plain(data.requestBody as Schema, {}) }),
		...(response && { response: plain(response, {}) }),
	};
}

/** A schema without prose, references replaced by what they name. */
function plain(schema: Schema, definitions: Definitions, above: string[] = []): Schema {
	const name =
		typeof schema.$ref === 'string' ? schema.$ref.replace('#/definitions/', '') : undefined;
	if (name !== undefined) {
		const target = definitions[name];
		if (target === undefined) throw new Error(`There is no definition ${name}.`);
		return above.includes(name) ? {} : plain(target, definitions, [...above, name]);
	}
	const inner = (value: unknown) => plain(value as Schema, definitions, above);
	const result: Schema = {};
	for (const key of kept) if (schema[key] !== undefined) result[key] = schema[key];
	for (const key of ['anyOf', 'oneOf', 'allOf']) {
		if (Array.isArray(schema[key]))
			result[key === 'oneOf' ? 'anyOf' : key] = schema[key].map(inner);
	}
	for (const key of ['items', 'additionalProperties']) {
		const value = schema[key];
		if (value !== undefined) result[key] = typeof value === 'object' ? inner(value) : value;
	}
	if (schema.properties !== undefined) {
		result.properties = Object.fromEntries(
			Object.entries(schema.properties as Record<string, unknown>).map(([key, value]) => [
				key,
				inner(value),
			]),
		);
	}
	return result;
}
