import type { Tenant } from '../../types';
import { appSchemas } from './schemas/apps';
import { notificationSchemas } from './schemas/notifications';
import { permissionSchemas } from './schemas/permissions';
import { pluginSchemas } from './schemas/plugins';
import { recordSchemas } from './schemas/records';
import { searchSchemas } from './schemas/search';
import { settingsSchemas } from './schemas/settings';
import { spaceSchemas } from './schemas/spaces';
import { sharedBy } from './shared';
import type { OperationSchema, OperationSchemas } from './vocabulary';

const SCHEMAS: OperationSchemas = {
	...recordSchemas,
	...appSchemas,
	...settingsSchemas,
	...permissionSchemas,
	...notificationSchemas,
	...spaceSchemas,
	...searchSchemas,
	...pluginSchemas,
};

const LIST = 'apis';
const ONE = 'apis/';

/** The two operations that tell about the others; they are not in their own list. */
export const apiInformation = ['GET apis', 'GET apis/{name}'];

/**
 * What `GET apis.json` and `GET apis/….json` say of the operations that are answered (`METHOD api`), undefined for any
 * other API and for operations that are not there.
 */
export function describeApis(
	api: string,
	operations: readonly string[],
	tenant: Tenant,
): object | undefined {
	const baseUrl = `${tenant.baseUrl}/k/v1/`;
	if (api === LIST) {
		const ids = operations.filter((operation) => schemaOf(operation)).map(idOf);
		return {
			baseUrl,
			apis: Object.fromEntries(ids.sort().map((id) => [id, { link: `apis/${id}.json` }])),
		};
	}
	if (!api.startsWith(ONE)) return undefined;
	const id = api.slice(ONE.length);
	const operation = operations.find((name) => idOf(name) === id);
	const schema = operation && schemaOf(operation);
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
		schemas: sharedBy(request, response),
	};
}

/** `PUT preview/app/status` → `preview/app/status/put` */
function idOf(operation: string): string {
	const [method, api] = operation.split(' ') as [string, string];
	return `${api}/${method.toLowerCase()}`;
}

/** Both sides of an app have the same schemas. */
function schemaOf(operation: string): OperationSchema | undefined {
	const name = operation.replace(' preview/', ' ');
	return Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
}
