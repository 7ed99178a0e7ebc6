import type { Tenant } from '../../types';

/**
 * A JSON Schema in the service's dialect of draft 4: what is a number or boolean is a string with the format `long`,
 * `number` or `boolean` (docs/api: apis.schema).
 */
type JsonSchema = Readonly<Record<string, unknown>>;

interface Schemas {
	/** What an operation takes and gives, by method and API, whichever the side of an app. */
	operations: Record<string, { request: JsonSchema; response: JsonSchema }>;
	/** What many operations refer to. */
	shared: Record<string, JsonSchema>;
}

const REFERENCE = '#/schemas/';
const LIST = 'apis';
const ONE = 'apis/';

/**
 * What `GET apis.json` and `GET apis/….json` say of the operations that are answered (`METHOD api`), undefined for any
 * other API and for operations that are not there.
 */
export async function describeApis(
	api: string,
	operations: readonly string[],
	tenant: Tenant,
): Promise<object | undefined> {
	if (api !== LIST && !api.startsWith(ONE)) return undefined;
	const schemas = await load();
	const baseUrl = `${tenant.baseUrl}/k/v1/`;
	if (api === LIST) {
		const ids = operations.filter((operation) => schemaOf(operation, schemas)).map(idOf);
		return {
			baseUrl,
			apis: Object.fromEntries(ids.sort().map((id) => [id, { link: `apis/${id}.json` }])),
		};
	}
	const id = api.slice(ONE.length);
	const operation = operations.find((name) => idOf(name) === id);
	const schema = operation && schemaOf(operation, schemas);
	if (!schema) return undefined;
	const [httpMethod, path] = operation.split(' ') as [string, string];
	const { request, response } = schema;
	return {
		id,
		baseUrl,
		path: `${path}.json`,
		httpMethod,
		request,
		response,
		schemas: sharedBy(schemas, request, response),
	};
}

/** `PUT preview/app/status` → `preview/app/status/put` */
function idOf(operation: string): string {
	const [method, api] = operation.split(' ') as [string, string];
	return `${api}/${method.toLowerCase()}`;
}

/** Most tenants are never asked for them, so they are read when they are. */
async function load(): Promise<Schemas> {
	const { default: schemas } = await import('./schemas.json');
	return schemas as unknown as Schemas;
}

/** Both sides of an app have the same schemas. */
function schemaOf(operation: string, { operations }: Schemas) {
	const name = operation.replace(' preview/', ' ');
	return Object.hasOwn(operations, name) ? operations[name] : undefined;
}

/** The shared schemas that these refer to, directly or through each other. */
function sharedBy({ shared }: Schemas, ...schemas: JsonSchema[]): Record<string, JsonSchema> {
	const found: Record<string, JsonSchema> = {};
	const waiting: unknown[] = [...schemas];
	while (waiting.length > 0) {
		const part = waiting.pop();
		if (typeof part !== 'object' || part === null) continue;
		waiting.push(...Object.values(part));
		const { $ref } = part as { $ref?: string };
		const name = $ref?.slice(REFERENCE.length);
		if (name === undefined || Object.hasOwn(found, name)) continue;
		const schema = shared[name];
		if (!schema) continue;
		found[name] = schema;
		waiting.push(schema);
	}
	return found;
}
