import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { root } from './packages';

const workflows = join(root, 'test', 'workflow');

/** Workflow tests that read words of the accounts' language, themselves or by a file beside them. */
function dependOnLanguage(): string[] {
	const files = readdirSync(workflows, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(workflows, file));
	const imports = (file: string, name: RegExp) => name.test(readFileSync(file, 'utf8'));
	return files
		.filter((file) => file.endsWith('.test.ts'))
		.filter((file) => {
			const model = file.replace(/\.test\.ts$/, '.ts');
			const words = /support\/(language|built-in-fields)'/;
			return imports(file, words) || (files.includes(model) && imports(model, words));
		})
		.map((file) => relative(root, file));
}

it('every workflow test that depends on the language runs with Japanese accounts', () => {
	const options = ['--config', 'test/workflow/japanese.jest.config.js', '--listTests', '--json'];
	const jest = require.resolve('jest/bin/jest');
	const env = { ...process.env, NIGHT: '1' };
	const listed = JSON.parse(
		execFileSync(process.execPath, [jest, ...options], { cwd: root, encoding: 'utf8', env }),
	) as string[];
	const found = listed.map((file) => relative(root, file));
	expect(dependOnLanguage().length).toBeGreaterThan(5);
	expect(dependOnLanguage().filter((file) => !found.includes(file))).toEqual([]);
});
