import type { Sql } from '../types';
import { badValue, missing, notAllowed, unknownObject } from './errors';
import type { Handlers, Request } from './request';
import { given, listOf, objectOf, oneOf, requiredText, textOf, textWithin } from './values';

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

const statuses = ['ACTIVE', 'INACTIVE'] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const longestCode = 100;

async function getProxy(request: Request): Promise<object> {
	return present(await proxyOf(request));
}

async function createProxy({ sql, body }: Request): Promise<object> {
	const code = textWithin(requiredText(body.proxyCode, 'proxyCode'), 'proxyCode', longestCode);
	if (!given(body.method)) throw missing('method');
	const rows = await sql.query<ProxyRow>(
		`INSERT INTO groupware_proxy (code, status, method, url, parameters, headers, body)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING *`,
		[
			code,
			statusOf(body.status),
			oneOf(body.method, 'method', methods),
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
async function updateProxy(request: Request): Promise<object> {
	const { sql, body } = request;
	const current = await proxyOf(request);
	const [row] = await sql.query<ProxyRow>(
		`UPDATE groupware_proxy SET status = $2, method = $3, url = $4, parameters = $5, headers = $6,
			body = $7
		WHERE code = $1 RETURNING *`,
		[
			current.code,
			statusOf(body.status),
			given(body.method) ? oneOf(body.method, 'method', methods) : current.method,
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

function statusOf(value: unknown): string {
	return given(value) ? oneOf(value, 'status', statuses) : 'INACTIVE';
}

function urlOf(value: unknown): string {
	const url = requiredText(value, 'url');
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw badValue('url');
	return url;
}

/** A list of `{key, value}` as JSON; undefined when it was left out. */
function pairsOf(value: unknown, name: string): string | undefined {
	if (!given(value)) return undefined;
	const pairs = listOf(value, name).map((entry, index) => {
		const at = `${name}[${index}]`;
		const pair = objectOf(entry, at);
		return {
			key: requiredText(pair.key, `${at}.key`),
			value: given(pair.value) ? textOf(pair.value, `${at}.value`) : '',
		};
	});
	return JSON.stringify(pairs);
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
