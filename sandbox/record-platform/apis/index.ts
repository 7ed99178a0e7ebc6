import type { Tenant } from '../../types';
import type { Operation } from '../request';

/**
 * A JSON Schema in the service's dialect of draft 4: what is a number or boolean is a string with the format `long`,
 * `number` or `boolean` (docs/api: apis.schema).
 */
type JsonSchema = Readonly<Record<string, unknown>>;

/** What docs/api knows; `npm run api-tables` writes the file. */
interface Schemas {
	/** What an operation takes and gives, by its ID in docs/api. */
	operations: Record<string, { request: JsonSchema; response: JsonSchema }>;
	/** What they refer to. */
	shared: Record<string, JsonSchema>;
}

const REFERENCE = '#/schemas/';
const LIST = 'apis';
const ONE = 'apis/';

/**
 * What `GET apis.json` and `GET apis/….json` say of the operations that are answered (by `METHOD api`), undefined for
 * any other API and for operations that are not there.
 */
export async function describeApis(
	api: string,
	operations: ReadonlyMap<string, Operation>,
	tenant: Tenant,
): Promise<object | undefined> {
	if (api !== LIST && !api.startsWith(ONE)) return undefined;
	const baseUrl = `${tenant.baseUrl}/k/v1/`;
	const names = [...operations.keys()];
	if (api === LIST) {
		const ids = names.map(idOf).sort();
		return {
			baseUrl,
			apis: Object.fromEntries(ids.map((id) => [id, { link: `apis/${id}.json` }])),
		};
	}
	const id = api.slice(ONE.length);
	const name = names.find((one) => idOf(one) === id) ?? '';
	const operation = operations.get(name);
	if (!operation) return undefined;
	const { shared, operations: known } = await load();
	const schemas = known[operation.id];
	if (!schemas) return undefined;
	return {
		id,
		baseUrl,
		path: `${name.slice(operation.method.length + 1)}.json`,
		httpMethod: operation.method,
		...schemas,
		schemas: sharedBy(shared, schemas),
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

/** The shared schemas that these refer to, directly or through each other. */
function sharedBy(shared: Schemas['shared'], schemas: object): Schemas['shared'] {
	const found: Record<string, JsonSchema> = {};
	const waiting: unknown[] = [schemas];
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
