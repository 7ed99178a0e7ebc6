import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialTestRequest,
	IDataObject,
	INode,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { RecordPlatformApi } from '../../../credentials/RecordPlatformApi.credentials';
import { MemoryCredentials } from '../../../start/headless/credentials';
import { loadPackages } from '../../../start/headless/packages';
import { useSandbox } from '../../support/sandbox';
import { Api } from './world';

const sandbox = useSandbox();
const packages = loadPackages(['packages/n8n-nodes-record-platform']);
let app: string;

beforeAll(async () => {
	app = await new Api(sandbox.url).makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
});

/** What n8n's button says: it sends the request as a node would, and compares the answer with the rules. */
async function tested(account: IDataObject): Promise<string> {
	const { request, rules = [] } = new RecordPlatformApi().test as ICredentialTestRequest;
	const type = 'recordPlatformApi';
	const node = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'temp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [type]: { id: 'credential', name: 'Credential' } },
	} as INode;
	const description = {
		name: 'temp',
		properties: [
			{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
		],
		credentials: [{ name: type, required: true }],
	} as unknown as INodeTypeDescription;
	const nodeType: INodeType = { description };
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	const data = { baseUrl: sandbox.url, ...account };
	const { credentials } = await packages;
	const credentialsHelper = new MemoryCredentials(credentials, { credential: { type, data } });
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		{
			credentialsHelper,
			webhookWaitingBaseUrl: sandbox.url,
			formWaitingBaseUrl: sandbox.url,
		} as never,
		'internal',
		createRunExecutionData(),
		0,
		[],
		input,
		{ node, data: {}, source: null },
		[],
	);
	const details = { id: 'credential', name: 'Credential', type, data };
	const answer = await new RoutingNode(context, nodeType, details as never).runNode().then(
		(rows) => rows?.[0]?.[0]?.json,
		(error: { cause?: { response?: { status: number; statusText: string } } }) => error,
	);
	const thrown = (answer as { cause?: { response?: { status: number } } }).cause?.response?.status;
	for (const rule of rules) {
		const { message, value } = rule.properties;
		if (rule.type === 'responseCode' ? value === thrown : meets(answer, rule.properties)) {
			return message;
		}
	}
	if (thrown !== undefined || answer instanceof Error) return `thrown ${thrown}`;
	return 'Connection successful!';
}

function meets(answer: unknown, { key, value }: { key?: string; value: unknown }): boolean {
	const name = (key ?? '').replace(/[[\]]/g, '');
	return (answer as Record<string, unknown>)[name] === value;
}

const password = (username: string, secret: string) => ({
	signInWith: 'password',
	username,
	password: secret,
});

it('accepts a password', async () => {
	expect(await tested(password('admin', 'admin'))).toBe('Connection successful!');
});

it('accepts the address of a page', async () => {
	const baseUrl = `${sandbox.url}/k/12/show#record=3`;
	expect(await tested({ ...password('admin', 'admin'), baseUrl })).toBe('Connection successful!');
});

it('says that a password is wrong, and sends it once', async () => {
	await sandbox.forget();
	expect(await tested(password('admin', 'wrong'))).toContain('CB_WA01');
	expect(await sandbox.requests()).toHaveLength(1);
});

it('accepts an API token', async () => {
	const { token } = (await sandbox.control('tokens', { app, permissions: ['view'] })) as {
		token: string;
	};
	expect(await tested({ signInWith: 'apiTokens', apiTokens: token })).toBe(
		'Connection successful!',
	);
});

it('says that an API token is unknown', async () => {
	const account = { signInWith: 'apiTokens', apiTokens: 'no-such-token' };
	expect(await tested(account)).toContain('GAIA_IA02');
});

/** A host that gives every call the same answer. */
async function answering(status: number, body: string, ask: (baseUrl: string) => Promise<string>) {
	const server = createServer((_request, response) => {
		response.writeHead(status, { 'content-type': 'text/html', location: '/elsewhere' }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const said = await ask(`http://127.0.0.1:${port}`);
	await new Promise((resolve) => server.close(resolve));
	return said;
}

it.each([
	[200, '<!doctype html><title>Portal</title>', 'web page'],
	[401, '<html>Authorization required</html>', 'web page'],
	[401, '', 'empty'],
	[404, '<html>Not found</html>', 'no API'],
	[302, '', 'redirects'],
	[503, '<html>Maintenance</html>', 'thrown 503'],
])('is not taken in by %i %s', async (status, body, says) => {
	const said = await answering(
		status,
		body,
		async (baseUrl) => await tested({ ...password('admin', 'admin'), baseUrl }),
	);
	expect(said).toContain(says);
});
