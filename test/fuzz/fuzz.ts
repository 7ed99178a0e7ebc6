import fc from 'fast-check';
import { Pool } from 'undici';

import { actions } from '../../sandbox/control/actions';
import { apiData, type Row, rows, type Schema } from '../contract/apiData';
import { asAdmin } from '../support/admin';

/** The control API is tried on a tenant of its own, because it plans failures. */
export const apart = '/t/apart';
/** Each request has to be answered in this time, with those beside it. */
const limitMs = 20_000;

type Route = Pick<Row, 'method' | 'paths'> & Partial<Row>;

/** Those of the services are the ones of docs/api. */
const routes: Route[] = [
	...Object.values(rows.recordPlatform),
	...Object.values(rows.groupware).map((row) => ({
		...row,
		paths: row.paths.map((path) => `/g${path}`),
	})),
	...actions.map(({ method, name, takesId }) => {
		return { method, paths: [`${apart}/_sandbox/${name}${takesId ? '/{id}' : ''}`] };
	}),
	{ method: 'GET', paths: ['/', '/requests', '/k/{id}', '/k/guest/{id}/{id}', '/k/file'] },
	{ method: 'GET', paths: ['schedule', 'message', 'space'].map((app) => `/g/${app}/view`) },
	{ method: 'GET', paths: ['/k/v1/space/statistics.json', '/oauth2/authorization'] },
	{ method: 'POST', paths: ['/k/v1/search.json', '/oauth2/authorization', '/oauth2/token'] },
	{ method: 'POST', paths: ['/sign-in', '/sign-out'] },
];

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 12, arbitrary: usual }, odd);
const oneOf = (words: string) => fc.constantFrom(...words.split(' '));

/** Values of the demo world, and names, so that requests get past the first check. */
const known = oneOf('1 2 3 4 5 8 sato admin Title Item_code room-a');
const names = oneOf('app id ids record records query events user demo hold name __proto__');
const odd = fc.constantFrom(
	...['', '\0', 'a\0b', '\ud800', '\uffff', '😀'.repeat(50), 'x'.repeat(70_000), '"\\', '%00'],
	...["'; drop table x; --", '../../etc/passwd', '{}', 'null', '1e400', '1.5', '2026-02-30', 'A/B'],
	...['9223372036854775808', '-271821-04-20T00:00:00Z', 'FROM_TODAY(99999999999, DAYS)', '24:00'],
	...['a = b order by', 'Title like "x" or (Title in ("', '$id > 1 limit 501', '('.repeat(3_000)],
);
const oddNumber = fc.constantFrom(0, -1, 1.5, 1e21, 1e308, 2 ** 31, 2 ** 53, 2 ** 63, 5e-324);
const nested: unknown = Array.from({ length: 2_000 }).reduce((inner) => [inner], 0 as unknown);
const text = fc.oneof({ weight: 6, arbitrary: known }, odd, fc.string({ unit: 'binary' }));
const number = mostly(fc.integer({ min: 1, max: 8 }), oddNumber);
const key = fc.oneof(names, text);
const anything: fc.Arbitrary<unknown> = fc.oneof(
	...[text, number, fc.boolean(), fc.constantFrom(null, nested, Array(501).fill('1'))],
	...[fc.array(fc.oneof(text, number)), fc.dictionary(key, fc.jsonValue())],
);
const simple = { string: text, integer: number, number, boolean: fc.boolean() };

/** Values of a schema, of which some parts are something else. */
function like(schema: Schema): fc.Arbitrary<unknown> {
	const { enum: choices, anyOf, allOf = anyOf, items, properties } = schema;
	const inner = (part: unknown) => like(part as Schema);
	const right = (): fc.Arbitrary<unknown> => {
		if (choices) return fc.constantFrom(...(choices as unknown[]));
		if (allOf) return fc.oneof(...(allOf as unknown[]).map(inner));
		if (items) return fc.array(inner(items), { maxLength: 3 });
		const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, inner(part)]);
		const requiredKeys = schema.required as never[] | undefined;
		if (parts.length > 0) return fc.record(Object.fromEntries(parts), { requiredKeys });
		const values = schema.additionalProperties;
		if (typeof values === 'object') return fc.dictionary(key, inner(values), { maxKeys: 3 });
		return simple[schema.type as keyof typeof simple] ?? anything;
	};
	return mostly(right(), anything);
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const encoded = (pairs: string[][]) => new URLSearchParams(pairs).toString();
const pairsOf = ([name, value]: [string, unknown]) =>
	[value]
		.flat()
		.map((one, at) => [
			Array.isArray(value) ? `${name}[${at}]` : name,
			written(one).slice(0, 2_000),
		]);
const segment = mostly(
	text.map((one) => encoded([['', one]]).slice(1)),
	oneOf('% %ff %2f .. 1%00'),
);
const long = ',x-'.repeat(500);
const others = 'x-cybozu-authorization x-cybozu-api-token x-http-method-override';
const oddHeaders = fc.dictionary(
	oneOf(`authorization cookie content-type host origin accept-language ${others}`),
	oneOf(`! AAA6AAA= Bearer demo-tasks-token q=;;,,* GET ; multipart/form-data a=\u00ff ${long}`),
);
const form = fc.tuple(text, text, oneOf('--b-- --b')).map(([file, content, end]) => {
	const disposition = `Content-Disposition: form-data; name="file"; filename="${file}"`;
	return `--b\r\n${disposition}\r\n\r\n${content}\r\n${end}\r\n`;
});
const broken = ['', '\ufeff{}', 'null', '{"a":1}{', '{"app":1e999}', '['.repeat(50_000)];

const requestTo = ({ method, paths, query = [], body = {}, multipart }: Route) =>
	fc
		.record({
			method: mostly(fc.constant(method), oneOf('GET POST PUT DELETE PATCH HEAD OPTIONS')),
			path: fc.constantFrom(...paths),
			segments: fc.tuple(segment, segment, segment),
			query: like({ properties: Object.fromEntries(query.map((one) => [one.name, one.schema])) }),
			headers: mostly(fc.constant({}), oddHeaders),
			body: mostly(
				method === 'GET' ? fc.constant('') : multipart ? form : like(body).map(written),
				fc.oneof(fc.constantFrom(...broken), form, anything.map(written)),
			),
		})
		.map(({ path, segments, query, headers, ...rest }) => {
			const filled = path.replaceAll(/\{\w*\}/g, (_all, at: number) => segments[at % 3] ?? '');
			const pairs = Object.entries(query ?? {}).flatMap(pairsOf);
			const isForm = rest.body.startsWith('--b');
			const type = isForm ? 'multipart/form-data; boundary=b' : 'application/json';
			return {
				...rest,
				path: `${filled}?${encoded(pairs)}`.slice(0, 9_000),
				headers: { ...asAdmin, 'content-type': type, ...headers },
			};
		});
const most = 20;
const requests = fc.array(fc.oneof(...routes.map(requestTo)), {
	minLength: 1,
	maxLength: most,
	size: 'max',
});

const documents = JSON.stringify(apiData('groupware.json'));
/** The service answers some errors with statuses such as 520. */
const isDocumented = (status: number, answer: string) =>
	documents.includes(`${/"errorCode":"(\w+)"/.exec(answer)?.[1]} (${status})`);

/** Malformed requests to a sandbox or one of its tenants: each is answered in time, and not with a failure. */
export function malformedRequests(url: string, onAnswer = (_status: number, _ms: number) => {}) {
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, { connections: most });
	const send = async ({ path, ...request }: { path: string; method: string }) => {
		const begun = performance.now();
		const { statusCode, body } = await pool.request({
			...request,
			path: path.startsWith(apart) ? path : pathname.replace(/\/$/, '') + path,
			signal: AbortSignal.timeout(limitMs),
		});
		const answer = await body.text();
		onAnswer(statusCode, performance.now() - begun);
		const isFailure = statusCode >= 500 && !isDocumented(statusCode, answer);
		if (isFailure) throw new Error(`${statusCode} ${answer}`);
	};
	return fc.asyncProperty(requests, async (some) => {
		const answers = await Promise.allSettled(some.map(send));
		for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
	});
}
