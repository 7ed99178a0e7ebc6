import Ajv, { type ValidateFunction } from 'ajv';

import { type Row, rows, type Schema, type ServiceName } from './apiData';

/** A request as it went over the wire. */
export interface Sent {
	method: string;
	/** Without query string, decoded. */
	path: string;
	query: URLSearchParams;
	contentType: string | undefined;
	body: string;
}

/** The row that a request belongs to. */
export function rowFor(service: ServiceName, sent: Sent): [string, Row] | undefined {
	const { method, path } = sent;
	return Object.entries(rows[service]).find(
		([, row]) => row.method === method && row.paths.some((form) => pattern(form).test(path)),
	);
}

function pattern(path: string): RegExp {
	const literal = path.split(/\{\w+\}/).map((part) => part.replace(/[.]/g, '\\.'));
	// The name of an API has steps of its own.
	const parameter = path.startsWith('/k/v1/apis/') ? '.+' : '[^/]+';
	return new RegExp(`^${literal.join(parameter)}$`);
}

/** What is wrong with a request by what is known of its row; empty when nothing is. */
export function requestFaults(row: Row, sent: Sent): string[] {
	const body = bodyOf(sent);
	// A GET or DELETE may carry its parameters as a JSON body instead.
	const overridden = row.body === undefined && body !== undefined;
	const given = overridden ? (body as Schema) : queryOf(sent.query);
	const unknown = Object.keys(given).filter(
		(name) => !row.query.some((known) => known.name === name),
	);
	const faults = unknown.map((name) => `nothing is known of the parameter ${name}`);
	for (const { name, required, schema } of row.query) {
		const value = given[name];
		if (value === undefined) {
			if (required) faults.push(`the parameter ${name} is missing`);
		} else {
			faults.push(
				...check(overridden ? schema : asText(schema), value).map((fault) => `${name}: ${fault}`),
			);
		}
	}
	if (row.multipart) {
		if (!sent.contentType?.startsWith('multipart/form-data; boundary='))
			faults.push('the body is no form');
		if (!/name="file"; filename="/.test(sent.body)) faults.push('the form has no part "file"');
	} else if (row.body) {
		if (!sent.contentType?.startsWith('application/json'))
			faults.push('the body is not sent as JSON');
		faults.push(...check(closed(row.body), body).map((fault) => `body${fault}`));
	}
	return faults;
}

/** What is wrong with an answer; it may carry more than is known, and null where nothing is. */
export function responseFaults(row: Row, body: unknown): string[] {
	return row.response === undefined ? [] : check(row.response, withoutNulls(body));
}

/** The keys of an answer that are known and not there. */
export function missingKeys({ response }: Row, body: unknown): string[] {
	const known = Object.keys((response?.properties ?? {}) as object);
	return known.filter((key) => !Object.keys((body ?? {}) as object).includes(key));
}

/** No source marks what may be null in an answer. */
function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).filter(([, inner]) => inner !== null);
	return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner)]));
}

function bodyOf({ body, contentType }: Sent): unknown {
	return contentType?.startsWith('application/json') && body !== '' ? JSON.parse(body) : undefined;
}

/** `ids[0]=1&ids[1]=2` is the list `ids`. */
function queryOf(query: URLSearchParams): Schema {
	const given: Record<string, unknown> = {};
	for (const [key, value] of query) {
		const list = /^(.+)\[\d*\]$/.exec(key)?.[1];
		if (list === undefined) given[key] = value;
		else given[list] = [...((given[list] as string[] | undefined) ?? []), value];
	}
	return given;
}

/** The schema of a value in a query, where everything is text. */
function asText(schema: Schema): Schema {
	const types = [schema.type].flat();
	if (types.includes('array')) return { type: 'array', items: asText(schema.items as Schema) };
	if (types.includes('integer')) return { type: 'string', pattern: '^-?\\d+$' };
	if (types.includes('number')) return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };
	if (types.includes('boolean')) return { enum: ['true', 'false'] };
	return { type: 'string', ...(schema.enum !== undefined && { enum: schema.enum }) };
}

/** The schema with no room for keys that it does not name: such a key would be a slip of ours. */
function closed(schema: Schema): Schema {
	const result: Schema = { ...schema };
	for (const key of ['anyOf', 'allOf']) {
		if (Array.isArray(schema[key])) result[key] = (schema[key] as Schema[]).map(closed);
	}
	for (const key of ['items', 'additionalProperties']) {
		if (typeof schema[key] === 'object') result[key] = closed(schema[key] as Schema);
	}
	if (schema.properties !== undefined) {
		const properties = Object.entries(schema.properties as Record<string, Schema>);
		result.properties = Object.fromEntries(properties.map(([key, value]) => [key, closed(value)]));
		result.additionalProperties ??= false;
	}
	return result;
}

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
const compiled = new Map<string, ValidateFunction>();

function check(schema: Schema, value: unknown): string[] {
	const key = JSON.stringify(schema);
	const validate = compiled.get(key) ?? ajv.compile(schema);
	compiled.set(key, validate);
	if (validate(value)) return [];
	return (validate.errors ?? []).map(({ instancePath, message = '', params }) =>
		`${instancePath} ${message} ${'additionalProperty' in params ? params.additionalProperty : ''}`.trimEnd(),
	);
}
