import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from './packages';

/** A gate that lets everything through looks like one that finds nothing: so it meets known sins. */
describe('the scanner rules', () => {
	let folder: string;

	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'sins-'));
		mkdirSync(join(folder, 'nodes', 'Sin'), { recursive: true });
		mkdirSync(join(folder, 'credentials'));
		writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
		writeFileSync(join(folder, 'nodes', 'Sin', 'Sin.node.ts'), node);
		writeFileSync(join(folder, 'credentials', 'SinApi.credentials.ts'), credential);
	});

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('find sins in the manifest, in nodes and in credentials, whatever comments say', () => {
		const { stdout, status } = spawnSync(
			process.execPath,
			['--import', 'tsx', join(root, 'test', 'gates', 'lint.ts'), folder],
			// One of the rule sets judges differently when it believes itself under test.
			{ cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: undefined } },
		);
		for (const rule of [
			'@n8n/community-nodes/no-runtime-dependencies',
			'@n8n/community-nodes/no-restricted-globals',
			'@n8n/community-nodes/no-restricted-imports',
			'@n8n/community-nodes/credential-test-required',
			'n8n-nodes-base/community-package-json-license-not-default',
			'n8n-nodes-base/cred-class-field-name-unsuffixed',
			'n8n-nodes-base/node-param-description-boolean-without-whether',
			'no-console',
		]) {
			expect(stdout).toContain(rule);
		}
		expect(status).toBe(1);
	});
});

const manifest = {
	name: 'n8n-nodes-sin',
	license: 'ISC',
	dependencies: { undici: '7.0.0' },
	n8n: {
		nodes: ['dist/nodes/Sin/Sin.node.js'],
		credentials: ['dist/credentials/SinApi.credentials.js'],
	},
};

const node = `/* eslint-disable */
import { readFileSync } from 'node:fs';
export class Sin implements INodeType {
	description: INodeTypeDescription = { displayName: 'Sin',
		properties: [
			{ displayName: 'Raw', name: 'raw', type: 'boolean', default: false, description: 'Gives raw values' },
		],
	};
	async execute() {
		console.log(readFileSync('x'));
		setTimeout(() => {}, 1);
		return [[]];
	}
}
`;

const credential = `export class SinApi implements ICredentialType {
	name = 'sin';
	displayName = 'Sin API';
	properties: INodeProperties[] = [];
}
`;
