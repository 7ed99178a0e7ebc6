import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFile } from './apiFile';

/**
 * Writes docs/api/*-operations.md, the readable form of the data beside them:
 * `npm run api-pages`. Run it after a change of the data.
 */

const folder = join(__dirname, '..', 'docs', 'api');

interface Schema {
	$ref?: string;
	type?: string | string[];
	enum?: unknown[];
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	meaning?: string;
	description?: string;
	oneOf?: Schema[];
	anyOf?: Schema[];
}

type Parameter = Schema & { name: string; in?: string; required?: boolean | string[] };

/** An operation as the data files hold it; each service has some keys that the other lacks. */
interface Operation {
	docs: string;
	method: string;
	summary: string;
	path?: string;
	paths?: Record<string, string | null>;
	since?: { package: string | null };
	parameters?: Parameter[];
	pathParams?: Parameter[];
	query?: Parameter[];
	requestBody: ({ schema?: Schema } & Schema) | null;
	response: ({ body?: Schema } & Schema) | null;
	limits?: Record<string, unknown>;
	auth?: { apiToken?: unknown; oauth?: unknown };
	permission?: { text: string; basis: string };
	rights?: string[] | null;
	oauthScope?: string | null;
	notes: string[];
	errors?: string[];
	inferred?: Record<string, string>;
	unknown: string[];
	sources: string[];
}

interface ApiFile {
	operations: Record<string, Operation>;
	definitions?: Record<string, Schema>;
}

const pages = [
	{ title: 'Operations of the record platform (kintone)', name: 'record-platform' },
	{ title: 'Operations of the groupware (Garoon)', name: 'groupware' },
];

/** The page of a service, by the name of its data file. */
export function apiPage({ title, name }: (typeof pages)[number]): string {
	const file = apiFile(name) as ApiFile;
	const operations = Object.entries(file.operations);
	return [
		`# ${title}`,
		`What is known of each operation, and where it comes from. Made from [${name}.json](${name}.json) by \`npm run api-pages\`; what holds for all operations is in [${name}.md](${name}.md).`,
		...operations.map(([id, operation]) => section(id, operation, file.definitions ?? {})),
	]
		.join('\n\n')
		.concat('\n');
}

function section(id: string, one: Operation, definitions: Record<string, Schema>): string {
	const paths = one.paths ? Object.values(one.paths).filter((path) => path !== null) : [one.path];
	const parameters = one.parameters ?? [...(one.pathParams ?? []), ...(one.query ?? [])];
	const body = one.requestBody?.schema ?? one.requestBody ?? undefined;
	const response = one.response?.body ?? one.response ?? undefined;
	return [
		`## ${id}`,
		`${sentence(one.summary)} [Documentation of the vendor](${one.docs})`,
		paths.map((path) => `\`${one.method} ${path}\``).join('<br>'),
		table(
			'Parameter',
			parameters.map((parameter) => parameterRow(parameter, definitions)),
		),
		table('Body', propertyRows(body, definitions)),
		table('Answer', propertyRows(response, definitions)),
		facts(one),
		list('Notes', one.notes),
		list('Errors', one.errors ?? []),
		list(
			'Inferred',
			Object.entries(one.inferred ?? {}).map(([what, why]) => `${what}: ${why}`),
		),
		list('Not known', one.unknown),
		`Sources: ${one.sources.join('; ')}`,
	]
		.filter((part) => part !== undefined)
		.join('\n\n');
}

function facts(one: Operation): string | undefined {
	const { since, permission, rights, oauthScope, auth, limits = {} } = one;
	const lines = [
		since && `Package edition: ${since.package ?? 'not available'}`,
		permission && `Needed: ${permission.text} (${permission.basis})`,
		rights?.length && `Needed: ${rights.join(' or ')}`,
		oauthScope && `OAuth scope: ${oauthScope}`,
		auth && `API token: ${told(auth.apiToken)}. OAuth: ${told(auth.oauth)}`,
		...Object.entries(limits).map(([what, value]) => `Limit: ${what} ${told(value)}`),
	];
	return list(
		'Conditions',
		lines.filter((line): line is string => typeof line === 'string' && line !== ''),
	);
}

function told(value: unknown): string {
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	return typeof value === 'object' ? JSON.stringify(value) : String(value ?? 'not known');
}

function parameterRow(parameter: Parameter, definitions: Record<string, Schema>): string[] {
	const required = parameter.required === true ? 'yes' : '';
	return [parameter.name, typeOf(parameter, definitions), required, meaningOf(parameter)];
}

/** One row a property, and one for each property of lists and objects in it, two levels deep. */
function propertyRows(
	schema: Schema | undefined,
	definitions: Record<string, Schema>,
	above = '',
	depth = 0,
): string[][] {
	const { properties = {}, required = [] } = resolved(schema ?? {}, definitions);
	return Object.entries(properties).flatMap(([name, property]) => {
		const path = above + name;
		const target = resolved(property, definitions);
		const inner = target.items ? resolved(target.items, definitions) : target;
		const row = [
			path,
			typeOf(property, definitions),
			required.includes(name) ? 'yes' : '',
			meaningOf(property) || meaningOf(target),
		];
		if (depth >= 2 || inner.properties === undefined) return [row];
		const below = `${path}${target.items ? '[]' : ''}.`;
		return [row, ...propertyRows(inner, definitions, below, depth + 1)];
	});
}

function resolved(schema: Schema, definitions: Record<string, Schema>): Schema {
	const name = schema.$ref?.replace('#/definitions/', '');
	return name === undefined ? schema : { ...definitions[name], ...schema };
}

function typeOf(schema: Schema, definitions: Record<string, Schema>): string {
	const { type, enum: choices, items, oneOf, anyOf } = resolved(schema, definitions);
	if (choices) return choices.map((choice) => `\`${String(choice)}\``).join(', ');
	const alternatives = oneOf ?? anyOf;
	if (alternatives) {
		return [...new Set(alternatives.map((one) => typeOf(one, definitions)))].join(' or ');
	}
	if (type === 'array' && items) return `list of ${typeOf(items, definitions)}`;
	return [type ?? 'any'].flat().join(' or ');
}

function meaningOf({ meaning, description }: Schema): string {
	return meaning ?? description ?? '';
}

function table(what: string, rows: string[][]): string | undefined {
	if (rows.length === 0) return undefined;
	const head = [what, 'Type', 'Required', 'Meaning'];
	const cells = (row: string[]) =>
		`| ${row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
	return [cells(head), '|---|---|---|---|', ...rows.map(cells)].join('\n');
}

function list(title: string, entries: string[]): string | undefined {
	if (entries.length === 0) return undefined;
	return [`**${title}**`, '', ...entries.map((entry) => `- ${entry}`)].join('\n');
}

function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Every page with its file. */
export const apiPages = pages.map((page) => ({
	file: join(folder, `${page.name}-operations.md`),
	text: () => apiPage(page),
}));

if (require.main === module) {
	for (const { file, text } of apiPages) {
		writeFileSync(file, text());
		console.log(file);
	}
}
