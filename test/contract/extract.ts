import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sharedFolder } from '../support/shared';
import { coveredBeside, coveredSections, type ServiceName } from './covered';
import type { Row, Rows, Schema } from './rows';

const folders: Record<ServiceName, string> = {
	recordPlatform: 'record-platform',
	groupware: 'groupware',
};

/** What the reference material knows of the rows that the nodes offer. */
export function extract(shared: string): Record<ServiceName, Rows> {
	return {
		recordPlatform: rowsOf('recordPlatform', shared, recordPlatformRow),
		groupware: rowsOf('groupware', shared, groupwareRow),
	};
}

/** `METHOD path` of the rows of a service's catalogue that the nodes offer. */
export function catalogueRows(service: ServiceName, shared: string): string[] {
	const file = join(shared, 'mission', `${folders[service]}-catalogue.md`);
	const sections = readFileSync(file, 'utf8').split(/^### /m);
	const covered = sections.filter((section) =>
		coveredSections[service].some((number) => section.startsWith(`${number} `)),
	);
	const rows = covered.flatMap((section) =>
		[...section.matchAll(/^\|[^|]+\| (GET|POST|PUT|PATCH|DELETE) \| (\/\S+) [^|\n]*\|/gm)].map(
			([, method, path]) => `${method} ${path}`,
		),
	);
	return [...rows, ...coveredBeside[service]];
}

type Facts = Record<string, unknown>;
type Definitions = Record<string, Schema>;

function rowsOf(
	service: ServiceName,
	shared: string,
	rowOf: (facts: Facts, definitions: Definitions) => Row,
): Rows {
	const file = join(shared, 'facts', folders[service], 'operations.json');
	const { operations, definitions = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
		operations: Record<string, Facts>;
		definitions?: Definitions;
	};
	const wanted = new Set(catalogueRows(service, shared));
	const rows = Object.entries(operations)
		.filter(([, facts]) => wanted.has(`${facts.method} ${facts.cataloguePath ?? facts.path}`))
		.map(([id, facts]) => [id, rowOf(facts, definitions)] as const);
	return Object.fromEntries(rows);
}

function recordPlatformRow(facts: Facts, definitions: Definitions): Row {
	const body = facts.requestBody as { contentType: string; schema: Schema } | null;
	const parameters = facts.parameters as Array<Schema & { name: string; required: boolean }>;
	return {
		method: String(facts.method),
		path: String(facts.cataloguePath),
		...(facts.cataloguePathIsWrong !== undefined && {
			corrected: (facts.paths as Record<string, string>).production,
		}),
		paths: Object.values(facts.paths as Record<string, string | null>).filter(
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
		...(facts.response !== null && { response: plain(facts.response as Schema, definitions) }),
	};
}

/** The specification prints some choices in capitals that the vendor's pages and clients write small. */
export function written(name: string, schema: Schema): Schema {
	if (!['lang', 'order'].includes(name) || !Array.isArray(schema.enum)) return schema;
	return { ...schema, enum: schema.enum.map((choice) => String(choice).toLowerCase()) };
}

function groupwareRow(facts: Facts): Row {
	const query = facts.query as Array<{ name: string; required: boolean; type: string } & Schema>;
	const { body: response } = facts.response as { body?: Schema };
	return {
		method: String(facts.method),
		path: String(facts.path),
		paths: [String(facts.path)],
		query: query.map(({ name, required, type, ...rest }) => ({
			name,
			required,
			schema: type.endsWith('[]')
				? { type: 'array', items: { type: type.slice(0, -2) } }
				: plain({ type, ...rest }, {}),
		})),
		...(facts.requestBody !== null && { body: plain(facts.requestBody as Schema, {}) }),
		...(response && { response: plain(response, {}) }),
	};
}

const kept = ['type', 'enum', 'required', 'minItems', 'maxItems', 'format'];

/** A schema without prose, references replaced by what they name. */
export function plain(schema: Schema, definitions: Definitions, above: string[] = []): Schema {
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

if (require.main === module) {
	writeFileSync(join(__dirname, 'rows.json'), `${JSON.stringify(extract(sharedFolder))}\n`);
}
