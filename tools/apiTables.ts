import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFile } from './apiFile';
import { groupwareReaderOf, type GroupwareSchema, readerOf, type Schema } from './requestReaders';

/**
 * Writes what the code takes from the data of docs/api: `npm run api-tables`. Run it after a change
 * of the data.
 */

const root = join(__dirname, '..');

/** An operation as the data files hold it; each service has some keys that the other lacks. */
interface Operation {
	method: string;
	path: string;
	/** By environment, with the form in guest spaces; null where there is none. */
	paths: Record<'production' | 'preview' | 'guestProduction' | 'guestPreview', string | null>;
	environment: string;
	since: { package: string | null };
	parameters: Array<Omit<Schema, 'required'> & { name: string; in: string; required: boolean }>;
	requestBody: { contentType?: string; schema?: Schema } | null;
	response: Schema & { body?: Schema | null };
	group: string;
	auth: { apiToken: boolean | null; oauth: boolean | null };
	rights: string[] | null;
	oauthScope: string | null;
	/** What no page says, with the grounds for it. */
	inferred: Record<string, string>;
}

interface ApiFile {
	meta: { oauthScopes: Record<string, string> };
	definitions: Record<string, Schema>;
	operations: Record<string, Operation>;
}

function ofRecordPlatform({ method, paths, environment, response }: Operation): object {
	const { production, preview, guestProduction, guestPreview } = paths;
	const path = production ?? preview?.replace('/preview/', '/');
	return {
		method,
		path: path ?? guestProduction,
		...(environment !== 'production' && { environment }),
		...(path && (guestProduction ?? guestPreview) && { guestSpace: true }),
		...answer(response),
	};
}

/** Where it is not known, API tokens and OAuth are accepted in groups of operations that have scopes. */
function ofRecordPlatformSandbox(operation: Operation, { meta }: ApiFile): object {
	const { method, paths, environment, group, auth, response } = operation;
	const { production, preview, guestProduction } = paths;
	const scope = meta.oauthScopes[group];
	return {
		method,
		api: (production ?? preview ?? guestProduction)?.replace(/^.*\/v1\/(preview\/)?|\.json$/g, ''),
		environment,
		tokens: auth.apiToken ?? scope !== undefined,
		...(scope &&
			auth.oauth !== false && { scope: `${scope}:${method === 'GET' ? 'read' : 'write'}` }),
		...(response.properties === undefined && { reply: 'file' }),
	};
}

function ofGroupware({ method, path, since, response: { body } }: Operation): object {
	return {
		method,
		path: path.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
		since: since.package ?? 'never',
		...(body ? answer(body) : { reply: 'none' }),
	};
}

function ofGroupwareSandbox(operation: Operation): object {
	const { method, path, since } = operation;
	const scope = scopeOf(operation);
	const administers = administeredBy(operation);
	return {
		method,
		path: path.replace('/api/v1', ''),
		...(scope && { scope }),
		...(administers && { administers }),
		...(since.package === null && { cloudOnly: true }),
	};
}

/** Where docs/api knows no scope, any token will do. */
function scopeOf({ oauthScope, inferred }: Operation): string | undefined {
	const scope = oauthScope ?? inferred.oauthScope?.split(' ')[0];
	return scope?.startsWith('g:') ? scope : undefined;
}

/** The application whose administrators may call it, or `system`. */
function administeredBy({ rights, inferred }: Operation): string | undefined {
	const words = [...(rights ?? []), inferred.rights ?? ''].join(', ');
	const application = /(\w+) application administrator/.exec(words)?.[1];
	return application ?? (words.includes('system administrator') ? 'system' : undefined);
}

/** Keys that the JSON of gateways and proxies has, too. */
const FOREIGN = ['code', 'description', 'message', 'status'];

/** The keys that each answer has; where none is known to be in each, all keys. */
function answer({ properties, required }: Schema): { answer?: string[]; reply?: string } {
	if (!properties) return { reply: 'file' };
	return { answer: (required ?? Object.keys(properties)).filter((key) => !FOREIGN.includes(key)) };
}

interface Table {
	file: string;
	name: string;
	/** The type of a row, and the module that has it. */
	type: [name: string, module: string];
	row: (operation: Operation, file: ApiFile) => object;
}

const endpoint: Table['type'] = ['Endpoint', '../shared/catalogue'];

const tables: Table[] = [
	{
		file: 'nodes/RecordPlatform/api.ts',
		name: 'record-platform',
		type: endpoint,
		row: ofRecordPlatform,
	},
	{ file: 'nodes/Groupware/api.ts', name: 'groupware', type: endpoint, row: ofGroupware },
	{
		file: 'sandbox/record-platform/api.ts',
		name: 'record-platform',
		type: ['Operation', './request'],
		row: ofRecordPlatformSandbox,
	},
	{
		file: 'sandbox/groupware/api.ts',
		name: 'groupware',
		type: ['Operation', './operation'],
		row: ofGroupwareSandbox,
	},
];

/** Each file that is made, and its text. */
export const apiTables = [
	...tables.map(({ file, name, type: [type, module], row }) => ({
		file: join(root, file),
		text: () => {
			const data = apiFile(name) as ApiFile;
			return [
				`import type { ${type} } from '${module}';`,
				'',
				`/** The operations of docs/api/${name}.json. \`npm run api-tables\` writes this file. */`,
				'// prettier-ignore',
				'export const api = {',
				...Object.entries(data.operations).map(
					([id, operation]) => `\t'${id}': ${literal({ id, ...row(operation, data) })},`,
				),
				`} as const satisfies Record<string, ${type}>;`,
				'',
			].join('\n');
		},
	})),
	{
		file: join(root, 'sandbox/record-platform/requests.ts'),
		text: () => requests(apiFile('record-platform') as ApiFile),
	},
	{
		file: join(root, 'sandbox/groupware/requests.ts'),
		text: () => groupwareRequests(apiFile('groupware') as ApiFile),
	},
	{
		file: join(root, 'nodes/RecordPlatform/shapes.ts'),
		text: () => shapes(apiFile('record-platform') as ApiFile),
	},
	...['nodes/Groupware', 'sandbox/groupware'].map((folder) => ({
		file: join(root, folder, 'timezones.ts'),
		text: timeZones,
	})),
	{
		file: join(root, 'sandbox/record-platform/apis/schemas.json'),
		text: () => schemas(apiFile('record-platform') as ApiFile),
	},
];

const FORMATS: Partial<Record<string, string>> = {
	integer: 'long',
	number: 'number',
	boolean: 'boolean',
};

/** What `GET apis/….json` says of a schema: what is no text, list or object is text with a format. */
function inDialect(schema: Schema): object {
	const { $ref, type, format, properties, items, additionalProperties, required } = schema;
	if ($ref) return { $ref: $ref.replace('#/definitions/', '#/schemas/') };
	const types = [type ?? []].flat();
	const written = types.map((one) => FORMATS[one]).find((one) => one !== undefined);
	const anyOf = schema.anyOf ?? schema.oneOf;
	const limits = ['enum', 'minLength', 'maxLength'] as const;
	return {
		...(type && { type: written ? 'string' : types[0] }),
		...((written ?? format) && { format: written ?? format }),
		...(Array.isArray(required) && required.length > 0 && { required }),
		...Object.fromEntries(limits.flatMap((key) => (schema[key] ? [[key, schema[key]]] : []))),
		...(items && { items: inDialect(items) }),
		...(additionalProperties && { additionalProperties: inDialect(additionalProperties) }),
		...(anyOf && { anyOf: anyOf.map(inDialect) }),
		...(properties && { properties: mapped(properties, inDialect) }),
	};
}

function requestOf({ parameters, requestBody }: Operation): Schema {
	if (requestBody?.schema) return requestBody.schema;
	const known = parameters.filter((parameter) => parameter.in !== 'path');
	return {
		type: 'object',
		required: known.filter(({ required }) => required).map(({ name }) => name),
		properties: Object.fromEntries(known.map(({ name, required: _, ...schema }) => [name, schema])),
	};
}

function mapped<From, To>(map: Record<string, From>, to: (from: From) => To): Record<string, To> {
	return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, to(value)]));
}

function requests({ operations, definitions }: ApiFile): string {
	const readers = Object.entries(operations).map(([id, operation]) => {
		const form = operation.requestBody?.contentType?.startsWith('multipart');
		return `\t'${id}': ${form ? 'anything' : readerOf(requestOf(operation), definitions)},`;
	});
	return requestsFile('record-platform', readers, [
		"import { anything, boolean, choice, id, integer, list, map, object, optional, or, revision, text, unlessBlank } from '../input/readers';",
	]);
}

/** Bodies alone: the code reads queries. */
function groupwareRequests({ operations }: ApiFile): string {
	const readers = Object.entries(operations).flatMap(([id, { requestBody }]) => {
		if (!requestBody) return [];
		const schema = requestBody as GroupwareSchema;
		// The page's own example does without the method that its table requires.
		if (id === 'system.proxy.update') schema.required = ['url'];
		return [`\t'${id}': ${groupwareReaderOf(schema)},`];
	});
	return requestsFile('groupware', readers, [
		"import { anything, list, object, optional } from '../input/readers';",
		"import { boolean, choice, id, integer, text } from './input';",
	]);
}

function requestsFile(name: string, readers: string[], imports: string[]): string {
	return [
		'// prettier-ignore',
		...imports,
		'',
		`/** How each request of docs/api/${name}.json is read. \`npm run api-tables\` writes this file. */`,
		'// prettier-ignore',
		'export const requests = {',
		...readers,
		'};',
		'',
	].join('\n');
}

/** Parts of requests that the node takes as JSON. */
const JSON_PARTS: Array<[id: string, part: string]> = [
	['app.acl.update', 'rights'],
	['app.actions.update', 'actions'],
	['app.notifications.general.update', 'notifications'],
	['app.notifications.perRecord.update', 'notifications'],
	['app.notifications.reminder.update', 'notifications'],
	['app.process.update', 'actions'],
	['app.process.update', 'states'],
	['field.acl.update', 'rights'],
	['form.fields.create', 'properties'],
	['record.acl.update', 'rights'],
	['reports.update', 'reports'],
	['views.update', 'views'],
];

function shapes({ operations, definitions }: ApiFile): string {
	return [
		"import type { Shape } from './jsonShape';",
		'',
		'/** What the service takes as JSON, from docs/api/record-platform.json. `npm run api-tables` writes this file. */',
		'// prettier-ignore',
		'export const shapes = {',
		...JSON_PARTS.map(([id, part]) => {
			const schema = operations[id]?.requestBody?.schema?.properties?.[part] ?? {};
			return `\t'${id}.${part}': ${literal(shapeOf(schema, definitions))},`;
		}),
		'} satisfies Record<string, Shape>;',
		'',
	].join('\n');
}

/** A schema as `nodes/shared/json.ts` reads it. What a definition has of itself is left out. */
function shapeOf(schema: Schema, all: Record<string, Schema>, within: string[] = []): unknown {
	const { $ref, enum: offered, items, properties, additionalProperties, required } = schema;
	if ($ref) {
		const name = $ref.replace('#/definitions/', '');
		return shapeOf(all[name] ?? {}, all, [...within, name]);
	}
	const forms = schema.anyOf ?? schema.oneOf;
	if (forms) {
		return forms
			.filter((one) => !within.some((name) => one.$ref?.endsWith(`/${name}`)))
			.map((one) => shapeOf(one, all, within))
			.reduce((one, other) => joinedShape(one, other));
	}
	if (offered) return { oneOf: offered };
	if (items) return { list: shapeOf(items, all, within) };
	if (additionalProperties) return { map: shapeOf(additionalProperties, all, within) };
	if (properties) {
		const needs = Array.isArray(required) && required.length > 0 && { needs: required };
		return { has: mapped(properties, (one) => shapeOf(one, all, within)), ...needs };
	}
	const types = [schema.type ?? []].flat();
	if (types.includes('boolean')) return 'flag';
	if (types.includes('integer') || types.includes('number')) return 'number';
	return types.includes('string') ? 'text' : 'any';
}

interface JoinedShape {
	has?: Record<string, unknown>;
	needs?: string[];
	oneOf?: string[];
}

/** What either of two shapes takes. */
function joinedShape(one: unknown, other: unknown): unknown {
	if (JSON.stringify(one) === JSON.stringify(other)) return one;
	const [left, right] = [one, other] as [JoinedShape, JoinedShape];
	if (left.oneOf && right.oneOf) return { oneOf: [...new Set([...left.oneOf, ...right.oneOf])] };
	if (!left.has || !right.has) return 'any';
	const has = { ...right.has, ...left.has };
	for (const [key, value] of Object.entries(right.has)) {
		if (key in left.has) has[key] = joinedShape(left.has[key], value);
	}
	const needs = left.needs?.filter((key) => right.needs?.includes(key)) ?? [];
	return { has, ...(needs.length > 0 && { needs }) };
}

/** Both the node and the sandbox have the list: neither imports from the other. */
function timeZones(): string {
	const { source, timeZones: names } = JSON.parse(
		readFileSync(join(root, 'docs', 'api', 'groupware-timezones.json'), 'utf8'),
	) as { source: string; timeZones: string[] };
	return [
		'/**',
		' * The time zones that the service knows; any other name is refused (GRN_REST_API_00221).',
		` * Source: ${source}. \`npm run api-tables\` writes this file.`,
		' */',
		'// prettier-ignore',
		'export const timeZones: readonly string[] = [',
		...linesOf(names.map((name) => `'${name}',`)),
		'];',
		'',
	].join('\n');
}

/** Words in lines of at most 96 characters after a tab. */
function linesOf(words: string[]): string[] {
	return words.reduce<string[]>((lines, word) => {
		const line = `${lines.at(-1) ?? ''} ${word}`;
		if (lines.length === 0 || line.length > 97) return [...lines, `\t${word}`];
		return [...lines.slice(0, -1), line];
	}, []);
}

/** The schemas of all requests and answers, one line each, and those that they refer to. */
function schemas({ operations, definitions }: ApiFile): string {
	const own = mapped(operations, (operation) => ({
		request: inDialect(requestOf(operation)),
		response: inDialect(operation.response),
	}));
	const lines = (map: object) =>
		Object.entries(map).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
	return [
		'{"operations":{',
		lines(own).join(',\n'),
		'},"shared":{',
		lines(mapped(definitions, inDialect)).join(',\n'),
		'}}\n',
	].join('\n');
}

/** A value in this repository's style, on one line. */
function literal(value: unknown): string {
	if (typeof value === 'string') return `'${value}'`;
	if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return String(value);
	const entries = Object.entries(value).map(([key, one]) => `${key}: ${literal(one)}`);
	return `{ ${entries.join(', ')} }`;
}

if (require.main === module) {
	for (const { file, text } of apiTables) {
		writeFileSync(file, text());
		console.log(file);
	}
}
