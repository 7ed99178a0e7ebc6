import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
	response: Schema & { body?: Schema | null };
	group: string;
	auth: { apiToken: boolean | null; oauth: boolean | null };
}

interface ApiFile {
	meta: { oauthScopes: Record<string, string> };
	operations: Record<string, Operation>;
}

interface Schema {
	required?: string[];
	properties?: object;
}

function apiFile(name: string): ApiFile {
	return JSON.parse(readFileSync(join(root, 'docs', 'api', `${name}.json`), 'utf8')) as ApiFile;
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
];

/** Each file that is made, and its text. */
export const apiTables = tables.map(({ file, name, type: [type, module], row }) => ({
	file: join(root, file),
	text: () => {
		const data = apiFile(name);
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
}));

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
