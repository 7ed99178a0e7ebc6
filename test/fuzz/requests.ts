import fc from 'fast-check';

import type { Schema } from '../contract/apiData';
import { controlTenant, type Seed, seeds } from './seeds';

/** A request as it goes over the wire. */
export interface Malformed {
	/** What is wrong with it. */
	kind: string;
	/** Name of the operation it was made of. */
	seed: string;
	method: string;
	/** With the query string. */
	path: string;
	headers: Record<string, string>;
	body?: Buffer;
}

const names = [
	'__proto__',
	'constructor',
	'toString',
	'',
	'id',
	'$id',
	'app',
	'a.b',
	'日本',
	'\u0000',
];

/** Texts at which parsers and databases stumble. */
const oddTexts = [
	'',
	' ',
	'\u0000',
	'a\u0000b',
	'\ud800',
	'\udc00x',
	'\uffff',
	'😀'.repeat(50),
	'x'.repeat(70_000),
	"'; drop table records; --",
	'"\\',
	'%',
	'%00',
	'../../etc/passwd',
	'{}',
	'null',
	'NaN',
	'Infinity',
	'-0',
	'1e400',
	'0x10',
	'9223372036854775808',
	'-9223372036854775809',
	'99999999999999999999999999',
	'1.5',
	'2026-02-30',
	'0000-00-00',
	'9999-12-31T23:59:59Z',
	'-271821-04-20T00:00:00Z',
	'2026-01-01T25:61:61+99:99',
	'24:00',
	'Asia/Nowhere',
	'FROM_TODAY(99999999999, DAYS)',
	'a = b order by',
	'Title like "x" or (Title in ("',
	'$id > 1 limit 501 offset 10001',
	'((((((((((((((((((((((((((((((((',
];
const oddNumbers = [0, -0, -1, 1.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 5e-324];
/** IDs and codes that the demo world has. */
const known = ['1', '2', '3', '4', '5', '8', 'sato', 'admin', 'Title', 'Item_code', 'room-a'];

const oddText = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom(...oddTexts) },
	{ weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
	{ weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
	{ weight: 3, arbitrary: fc.constantFrom(...known) },
);

const nested: unknown = Array.from({ length: 2_000 }).reduce((inner) => [inner], 0 as unknown);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
	oddText,
	fc.constantFrom<unknown>(...oddNumbers, null, true, false, nested),
	fc.integer({ min: -3, max: 12 }),
	fc.array(fc.oneof(oddText, fc.integer(), fc.constant(null)), { maxLength: 4 }),
	fc.array(fc.constant('1'), { minLength: 501, maxLength: 501 }),
	fc.dictionary(fc.constantFrom(...names), fc.oneof(oddText, fc.constant({}), fc.constant([])), {
		maxKeys: 4,
	}),
);

const decent: Record<string, fc.Arbitrary<unknown>> = {
	string: fc.oneof(fc.constantFrom(...known), oddText),
	integer: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(...known)),
	number: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.double()),
	boolean: fc.oneof(fc.boolean(), fc.constantFrom('true', 'false')),
	null: fc.constant(null),
};

/** Values of a schema, of which some part is something else. */
function valueOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
	return fc.oneof(
		{ weight: 12, arbitrary: rightOf(schema, depth) },
		{ weight: 1, arbitrary: oddValue },
	);
}

function rightOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
	if (depth > 8) return oddValue;
	if (Array.isArray(schema.enum))
		return fc.oneof(fc.constantFrom<unknown>(...schema.enum), oddText);
	for (const key of ['anyOf', 'allOf']) {
		const choices = schema[key];
		if (Array.isArray(choices) && choices.length > 0)
			return fc.oneof(...choices.map((one) => valueOf(one as Schema, depth + 1)));
	}
	const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string];
	const [type = 'object', ...others] = types;
	if (others.length > 0)
		return fc.oneof(...types.map((one) => rightOf({ ...schema, type: one }, depth + 1)));
	if (type === 'array')
		return fc.array(valueOf((schema.items ?? {}) as Schema, depth + 1), { maxLength: 3 });
	return decent[type] ?? objectOf(schema, depth);
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
	const { properties, required = [], additionalProperties } = schema;
	if (properties === undefined) {
		const values =
			typeof additionalProperties === 'object' ? (additionalProperties as Schema) : undefined;
		return fc.dictionary(
			fc.constantFrom('Title', 'Item_code', 'Details', ...names),
			values ? valueOf(values, depth + 1) : oddValue,
			{ maxKeys: 3 },
		);
	}
	const parts = Object.entries(properties as Record<string, Schema>).map(
		([name, part]) => [name, valueOf(part, depth + 1)] as const,
	);
	const asked = new Set(required as string[]);
	return fc
		.record(Object.fromEntries(parts), { requiredKeys: [] })
		.chain((some) =>
			fc
				.record(Object.fromEntries(parts.filter(([name]) => asked.has(name))))
				.map((needed) => ({ ...needed, ...some })),
		);
}

const authorization = Buffer.from('admin:admin').toString('base64');
const signedIn = {
	'x-cybozu-authorization': authorization,
	'x-service-authorization': authorization,
};

const oddHeader = fc.constantFrom<Record<string, string>>(
	{ 'x-cybozu-authorization': '!' },
	{ 'x-cybozu-authorization': Buffer.from('admin').toString('base64') },
	{ 'x-cybozu-authorization': Buffer.from('a\u0000:\ud800').toString('base64') },
	{ 'x-service-authorization': Buffer.from('\u0000:\u0000').toString('base64') },
	{ authorization: 'Bearer ' },
	{ authorization: 'Bearer \u00ff' },
	{ authorization: 'Basic x' },
	{ 'x-cybozu-api-token': 'demo-tasks-token' },
	{ 'x-cybozu-api-token': ','.repeat(500) },
	{ 'accept-language': 'q=;;,,*' },
	{ 'accept-language': 'x-'.repeat(500) },
	{ 'x-http-method-override': 'GET' },
	{ 'x-http-method-override': 'NOTHING' },
	{ 'content-type': 'text/plain' },
	{ 'content-type': ';' },
	{ 'content-type': 'multipart/form-data' },
	{ 'content-type': 'multipart/form-data; boundary=' },
	{ 'content-type': 'application/x-www-form-urlencoded' },
	{ 'content-type': 'application/json; charset=utf-16' },
	{ cookie: '=;=' },
	{ range: 'bytes=9-1' },
	{ 'if-none-match': '*' },
	{ origin: 'http://elsewhere' },
	{ host: 'elsewhere:1' },
);

/** Through bytes, because half of a surrogate pair can't be encoded. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text.slice(0, 3_000)).toString());

const pathPart = fc.oneof(
	fc.integer({ min: 0, max: 9 }).map(String),
	oddText.map(encoded),
	fc.constantFrom('%', '%zz', '%ff', '%2f', '..', '%2e%2e', ';', '1%00', '%C0%AF', '1.json'),
);

/** Where the path is a pattern, something for each parameter. */
function pathOf({ paths }: Seed): fc.Arbitrary<string> {
	return fc
		.tuple(fc.constantFrom(...paths), fc.array(pathPart, { minLength: 6, maxLength: 6 }))
		.map(([path, parts]) => {
			let at = 0;
			return path.replaceAll(/\{[^}]*\}/g, () => parts[at++ % parts.length] ?? '1');
		});
}

function queryOf({ query }: Seed): fc.Arbitrary<string> {
	const own = query.map(({ name, schema }) =>
		fc.option(
			valueOf(schema).map((value) => asQuery(name, value)),
			{ nil: '', freq: 4 },
		),
	);
	const odd = fc
		.tuple(
			fc.constantFrom(
				'app',
				'id',
				'ids[0]',
				'ids[]',
				'query',
				'limit',
				'offset',
				'fields[9999999999]',
				...names,
			),
			oddText,
		)
		.map(([name, text]) => asQuery(name, text));
	const broken = fc.constantFrom('%', '&&=&', 'a[b[c]', '=x', '?', 'id=%ff', 'ids[__proto__]=1');
	return fc
		.tuple(fc.tuple(...own), fc.oneof({ weight: 6, arbitrary: fc.constant('') }, odd, broken))
		.map(([parts, more]) => [...parts, more].filter((part) => part !== '').join('&'));
}

function asQuery(name: string, value: unknown): string {
	if (Array.isArray(value)) {
		const short = value.slice(0, 100);
		return short.map((one, at) => `${encoded(`${name}[${at}]`)}=${encoded(textOf(one))}`).join('&');
	}
	return `${encoded(name)}=${encoded(textOf(value))}`;
}

const textOf = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value).slice(0, 2_000) : String(value);

const json = (value: unknown) => Buffer.from(JSON.stringify(value) ?? 'null');

/** Bytes that are almost JSON. */
const brokenJson = (value: unknown): fc.Arbitrary<Buffer> =>
	fc.oneof(
		fc.nat(json(value).length).map((end) => json(value).subarray(0, end)),
		fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
		fc.constantFrom(
			Buffer.from('\ufeff{}'),
			Buffer.from('{"a":1}{"a":2}'),
			Buffer.from('[]'),
			Buffer.from('"text"'),
			Buffer.from('0'),
			Buffer.from('null'),
			Buffer.from('{"app":1,"app":[]}'),
			Buffer.from('{"app":1e999}'),
			Buffer.from(`${'['.repeat(50_000)}`),
			Buffer.from(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
			Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
			Buffer.alloc(200_000, 0x20),
		),
	);

const brokenForm: fc.Arbitrary<Buffer> = fc
	.tuple(
		fc.constantFrom('file', '', 'x\u0000', '__proto__'),
		fc.constantFrom('a.txt', '', '../../x', 'a\u0000b', '日本.txt', 'x'.repeat(5_000)),
		fc.constantFrom('text/plain', '', ';;', 'image/png; charset='),
		fc.uint8Array({ maxLength: 200 }),
		fc.constantFrom('\r\n--b--\r\n', '\r\n--b\r\n', '', '\r\n--b--'),
	)
	.map(([name, file, type, bytes, end]) =>
		Buffer.concat([
			Buffer.from(
				`--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`,
			),
			Buffer.from(bytes),
			Buffer.from(end),
		]),
	);

const requestOf = (seed: Seed): fc.Arbitrary<Malformed> => {
	const base = fc.record({ path: pathOf(seed), query: queryOf(seed) });
	const body: fc.Arbitrary<unknown> = seed.body ? valueOf(seed.body) : objectOf({}, 0);
	const withBody = seed.method !== 'GET';
	const make = (
		kind: string,
		{ path, query }: { path: string; query: string },
		more: Partial<Malformed> = {},
	): Malformed => ({
		kind,
		seed: seed.name,
		method: seed.method,
		path: query === '' ? path : `${path}?${query}`,
		...more,
		headers: {
			...signedIn,
			...(more.body && { 'content-type': 'application/json' }),
			...more.headers,
		},
	});
	const values = withBody
		? fc.tuple(base, body).map(([from, value]) => make('values', from, { body: json(value) }))
		: base.map((from) => make('values', from));
	const form = { 'content-type': 'multipart/form-data; boundary=b' };
	return fc.oneof(
		{ weight: 12, arbitrary: values },
		{
			weight: 2,
			arbitrary: fc
				.tuple(base, oddValue)
				.map(([from, value]) => make('other body', from, { body: json(value) })),
		},
		{
			weight: 2,
			arbitrary: fc
				.tuple(base, body)
				.chain(([from, value]) =>
					brokenJson(value).map((bytes) => make('broken JSON', from, { body: bytes })),
				),
		},
		{
			weight: seed.multipart ? 12 : 1,
			arbitrary: fc
				.tuple(base, brokenForm)
				.map(([from, bytes]) => make('multipart', from, { body: bytes, headers: form })),
		},
		{
			weight: 2,
			arbitrary: fc
				.tuple(base, body, oddHeader)
				.map(([from, value, headers]) =>
					make('headers', from, { ...(withBody && { body: json(value) }), headers }),
				),
		},
		{
			weight: 1,
			arbitrary: fc
				.tuple(base, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'))
				.map(([from, method]) => make('method', from, { method })),
		},
		{
			weight: 1,
			arbitrary: fc
				.tuple(base, fc.constantFrom('/', '/%', '//', '.json', '/x', '%00', '?'), oddText)
				.map(([from, end, text]) => {
					const path = `${from.path}${end}${encoded(text)}`;
					return make('path', { ...from, path });
				}),
		},
	);
};

/** Requests of one seed number: the same number gives the same requests. */
export function requestsOf(seed: number, count: number, only: string): Malformed[] {
	const wanted = seeds.filter(({ name }) => name.includes(only));
	if (wanted.length === 0) throw new Error('No operation has such a name.');
	return fc.sample(fc.constantFrom(...wanted).chain(cached), { seed, numRuns: count });
}

const arbitraries = new Map<Seed, fc.Arbitrary<Malformed>>();

function cached(seed: Seed): fc.Arbitrary<Malformed> {
	const found = arbitraries.get(seed) ?? requestOf(seed);
	arbitraries.set(seed, found);
	return found;
}

/** Whether a request may have planned failures of its tenant. */
export const isControl = ({ path }: Malformed): boolean => path.startsWith(controlTenant);
