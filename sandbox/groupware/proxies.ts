import type { Sql } from '../types';
import { badValue, missing, notAllowed, unknownObject } from './errors';
import type { Body, Handlers, Request } from './request';

export const proxySchema = `
CREATE TABLE groupware_proxy (
	code text PRIMARY KEY,
	status text NOT NULL,
	method text NOT NULL,
	url text NOT NULL,
	parameters text NOT NULL,
	headers text NOT NULL,
	body text NOT NULL
);
`;

interface ProxyRow {
	code: string;
	status: string;
	method: string;
	url: string;
	/** JSON, as the two after it. */
	parameters: string;
	headers: string;
	body: string;
}

async function getProxy(request: Request): Promise<object> {
	return present(await proxyOf(request));
}

async function createProxy({ sql, body }: Request<Body<'system.proxy.create'>>): Promise<object> {
	const code = body.proxyCode;
	const rows = await sql.query<ProxyRow>(
		`INSERT INTO groupware_proxy (code, status, method, url, parameters, headers, body)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING *`,
		[
			code,
			body.status ?? 'INACTIVE',
			body.method,
			urlOf(body.url),
			pairsOf(body.parameters, 'parameters') ?? '[]',
			pairsOf(body.headers, 'headers') ?? '[]',
			pairsOf(body.body, 'body') ?? '[]',
		],
	);
	const [row] = rows;
	if (row === undefined) throw notAllowed(`The proxy code ${code} is already in use.`);
	return present(row);
}

/**
 * A status that is left out becomes INACTIVE, as the page's table says. The same table wants a method,
 * which the page's own example does without: it stays, like the three lists.
 */
async function updateProxy(request: Request<Body<'system.proxy.update'>>): Promise<object> {
	const { sql, body } = request;
	const current = await proxyOf(request);
	const [row] = await sql.query<ProxyRow>(
		`UPDATE groupware_proxy SET status = $2, method = $3, url = $4, parameters = $5, headers = $6,
			body = $7
		WHERE code = $1 RETURNING *`,
		[
			current.code,
			body.status ?? 'INACTIVE',
			body.method ?? current.method,
			urlOf(body.url),
			pairsOf(body.parameters, 'parameters') ?? current.parameters,
			pairsOf(body.headers, 'headers') ?? current.headers,
			pairsOf(body.body, 'body') ?? current.body,
		],
	);
	if (row === undefined) throw new Error('The proxy setting is gone within its own transaction');
	return present(row);
}

async function deleteProxy(request: Request): Promise<undefined> {
	const { code } = await proxyOf(request);
	await request.sql.query('DELETE FROM groupware_proxy WHERE code = $1', [code]);
}

async function proxyOf({ sql, path }: { sql: Sql; path: Request['path'] }): Promise<ProxyRow> {
	const [row] = await sql.query<ProxyRow>(
		'SELECT * FROM groupware_proxy WHERE code = $1 FOR UPDATE',
		[path.proxy_code],
	);
	if (row === undefined) throw unknownObject('proxy_code');
	return row;
}

function urlOf(url: string): string {
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw badValue('url');
	return url;
}

type Pairs = Body<'system.proxy.create'>['parameters'];

/** JSON; undefined when it was left out. Throws for a pair without a key. */
function pairsOf(pairs: Pairs, name: string): string | undefined {
	const keyless = pairs?.findIndex(({ key }) => !key) ?? -1;
	if (keyless >= 0) throw missing(`${name}[${keyless}].key`);
	return pairs && JSON.stringify(pairs.map(({ key, value = '' }) => ({ key, value })));
}

function present(row: ProxyRow): object {
	return {
		status: row.status,
		proxyCode: row.code,
		method: row.method,
		url: row.url,
		parameters: JSON.parse(row.parameters),
		headers: JSON.parse(row.headers),
		body: JSON.parse(row.body),
	};
}

export const proxyOperations = {
	'system.proxy.get': getProxy,
	'system.proxy.create': createProxy,
	'system.proxy.update': updateProxy,
	'system.proxy.delete': deleteProxy,
} satisfies Handlers;
