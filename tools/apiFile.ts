import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Data = Record<string, unknown>;
type Paths = Partial<Record<'production' | 'preview', string | null>>;

interface File {
	parameters?: Record<string, Data>;
	operations: Record<string, Data>;
}

/** What has to be known of each operation (docs/api/README.md). */
const NEEDED: Record<string, string[]> = {
	'record-platform': ['group', 'paths', 'parameters', 'auth', 'permission'],
	groupware: ['path', 'since', 'pathParams', 'query', 'rights', 'oauthScope'],
};

/** The data of a service in docs/api, with what its operations may leave out. */
export function apiFile(name: string): unknown {
	const file = join(__dirname, '..', 'docs', 'api', `${name}.json`);
	return wholeFile(name, JSON.parse(readFileSync(file, 'utf8')) as File);
}

/** Throws if an operation lacks something that has to be known. */
export function wholeFile(name: string, { parameters = {}, operations, ...rest }: File): unknown {
	const whole = Object.entries(operations).map(([id, operation]) => {
		const needed = ['docs', 'method', 'summary', 'response', 'sources', ...(NEEDED[name] ?? [])];
		const lacking = needed.filter((key) => operation[key] === undefined);
		if (lacking.length > 0) {
			throw new Error(`${id} in docs/api/${name}.json lacks: ${lacking.join(', ')}`);
		}
		return [id, wholeOf(operation, parameters)];
	});
	return { ...rest, operations: Object.fromEntries(whole) as Record<string, Data> };
}

function wholeOf(operation: Data, shared: Record<string, Data>): Data {
	const { parameters, paths } = operation as { parameters?: Data[]; paths?: Paths };
	return {
		requestBody: null,
		errors: [],
		inferred: {},
		notes: [],
		unknown: [],
		...operation,
		...(parameters && { parameters: parameters.map((one) => parameterOf(one, shared)) }),
		...(paths && { environment: environmentOf(paths) }),
	};
}

/** A parameter, or one that operations share. */
function parameterOf(given: Data, shared: Record<string, Data>): Data {
	const [, name] = /^#\/parameters\/(.+)$/.exec(String(given.$ref)) ?? [];
	if (name === undefined) return given;
	const found = shared[name];
	if (found === undefined) throw new Error(`There is no parameter "${name}" in docs/api.`);
	return found;
}

function environmentOf({ production, preview }: Paths): string {
	if (production && preview) return 'both';
	return preview ? 'preview' : 'production';
}
