import { operations as groupwareOperations } from '../../sandbox/groupware';
import { operations as recordPlatformOperations } from '../../sandbox/record-platform/routes';
import { rows, type Schema } from '../contract/apiData';

/** An operation from which requests are made. */
export interface Seed {
	/** For messages: method and path. */
	name: string;
	method: string;
	/** Forms of the path, with `{name}` for a parameter. */
	paths: string[];
	query: Array<{ name: string; schema: Schema }>;
	body?: Schema;
	multipart?: true;
}

const known = [...Object.values(rows.recordPlatform), ...Object.values(rows.groupware)].map(
	({ method, paths, query, body, multipart }): Seed => ({
		name: `${method} ${paths[0] ?? ''}`,
		method,
		paths: paths.map((path) => (path.startsWith('/k/') ? path : `/g${path}`)),
		query,
		...(body && { body }),
		...(multipart && { multipart }),
	}),
);

const bare = (method: string, path: string): Seed => ({
	name: `${method} ${path}`,
	method,
	paths: [path],
	query: [],
});

/** Routes of the sandbox itself, for what docs/api doesn't tell. */
const routes = [
	...recordPlatformOperations().map((operation) => {
		const [method = '', api = ''] = operation.split(' ');
		return bare(method, `/k/v1/${api}.json`);
	}),
	...groupwareOperations.map(({ method, path }) =>
		bare(method, `/scripts/garoon/grn.exe/api/v1${path}`),
	),
	bare('GET', '/k/v1/apis.json'),
	bare('GET', '/oauth2/authorization'),
	bare('POST', '/oauth2/authorization'),
	bare('POST', '/oauth2/token'),
	bare('GET', '/'),
];

/** Those of the control API get a tenant of their own, because they can plan failures. */
export const controlTenant = '/t/fuzzed';

const control = [
	...['', 'dump', 'webhooks', 'deliveries', 'faults', 'requests', 'accounts'].map((name) => [
		'GET',
		name,
	]),
	...['reset', 'save', 'restore', 'tokens', 'webhooks', 'deliveries', 'deletions', 'clock'].map(
		(name) => ['POST', name],
	),
	...['pace', 'faults', 'groupware', 'accounts', 'directory', 'language'].map((name) => [
		'POST',
		name,
	]),
	...['tokens', 'apps', 'webhooks', 'deliveries', 'faults', 'requests'].map((name) => [
		'DELETE',
		name,
	]),
].map(([method = '', name = '']) => bare(method, `${controlTenant}/_sandbox/${name}`));

/** Every route of the sandbox. */
export const seeds: Seed[] = [...known, ...routes, ...control];
