import { spawn } from 'node:child_process';

import { fittingNode } from '../../start/install';
import { root } from '../../start/layout';

/** Runs of items, errors, requests, agents, and triggers, and what values become of expressions. */
const suites =
	`machinery error-output agent-tool expressions any-place ordinary-input examples user-docs
	record-platform/create record-platform/update record-platform/as-update record-platform/conditions
	record-platform/with-table record-platform/table-rows record-platform/numbers record-platform/people
	record-platform/trigger/poll groupware/slots groupware/trigger/others`
		.split(/\s+/)
		.map((name) => `test/workflow/${name}`)
		.concat('test/properties/');

/** The core of the workflow tests with n8n's default engine, an isolate: a test can't move its clock. */
async function main(): Promise<void> {
	const node = await fittingNode(console.log).catch((problem: Error) => {
		console.log(`Not run with N8N_EXPRESSION_ENGINE=vm: ${problem.message}`);
	});
	if (node === undefined) return;
	const names = '^(?!.*once a day, until the task is approved)';
	const jest = [require.resolve('jest/bin/jest'), '--silent', '--forceExit', '-t', names];
	const child = spawn(node, [...jest, ...suites], {
		cwd: root,
		env: { ...process.env, N8N_EXPRESSION_ENGINE: 'vm' },
		stdio: 'inherit',
	});
	child.once('close', (code) => (process.exitCode = code ?? 1));
}

void main();
