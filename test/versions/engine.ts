import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { fittingNode } from '../../start/install';
import { root } from '../../start/layout';

/** Runs of items, errors, requests, agents, and triggers, and what values become of expressions. */
const suites = `machinery error-output agent-tool expressions any-place ordinary-input examples user-docs
	record-platform/create record-platform/update record-platform/as-update record-platform/conditions
	record-platform/with-table record-platform/table-rows record-platform/numbers record-platform/people
	record-platform/trigger/poll groupware/slots groupware/trigger/others`
	.split(/\s+/)
	.map((name) => `test/workflow/${name}`);

/** The core of the workflow tests with expressions evaluated as n8n does by default, in an isolate. */
async function main(): Promise<void> {
	const node = await fittingNode(console.log).catch((problem: Error) => {
		console.log(`Not run with N8N_EXPRESSION_ENGINE=vm: ${problem.message}`);
	});
	if (node === undefined) return;
	// A test moves the clock of Luxon, and the isolate has its own.
	const names = '^(?!.*once a day, until the task is approved)';
	const jest = [require.resolve('jest/bin/jest'), '--silent', '--forceExit', '-t', names];
	const child = spawn(node, [...jest, ...suites], {
		cwd: root,
		env: { ...process.env, N8N_EXPRESSION_ENGINE: 'vm' },
		stdio: 'inherit',
	});
	const [code] = (await once(child, 'close')) as [number | null];
	process.exitCode = code ?? 1;
}

void main();
