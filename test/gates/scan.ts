import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { ESLint, type Linter } from 'eslint';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** What the scanner of n8n looks at: sources as they lie in the repository, and the tarball. */
export const sourceFiles = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
export const tarballFiles = ['package.json', 'dist/**/*.js'];

const parser = tseslint.parser as Linter.Parser;

/** The rules by which n8n judges a package before it verifies it, with the exceptions it makes. */
const rules = [
	n8nCommunityNodesPlugin.configs.recommended,
	{ rules: { 'no-console': 'error' } },
	{ plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['**/*.{ts,json}'], languageOptions: { parser } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['**/credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['**/nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
] as Linter.Config[];

export interface Scan {
	files: number;
	errors: number;
	warnings: number;
	/** Findings as text, empty when there are none. */
	text: string;
}

/** Lints a package's folder by the rules above; comments in the files change nothing. */
export async function scan(folder: string, files: string[]): Promise<Scan> {
	return await lint(files, {
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: rules,
	});
}

/** Runs ESLint and counts. */
export async function lint(files: string[], options: ESLint.Options): Promise<Scan> {
	const eslint = new ESLint(options);
	const results = await eslint.lintFiles(files);
	for (const { messages, source } of results) {
		const lines = source?.split('\n') ?? [];
		// A finished description is gone after the run, so its lines are shown with the finding.
		for (const message of messages) {
			const near = lines.slice(message.line - 1, message.line + 2).map((line) => line.trim());
			message.message += `: ${near.join(' ').slice(0, 120)}`;
		}
	}
	const formatter = await eslint.loadFormatter('stylish');
	return {
		files: results.length,
		errors: results.reduce((sum, { errorCount }) => sum + errorCount, 0),
		warnings: results.reduce((sum, { warningCount }) => sum + warningCount, 0),
		text: await formatter.format(results),
	};
}
