import js from '@eslint/js';
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The house's own rules; published code meets those of n8n's scanner too (test/gates). */
export default tseslint.config(
	globalIgnores(['**/dist/', '.n8n-local/', '.build/', 'test-results/', 'coverage/']),
	js.configs.recommended,
	{
		files: ['**/*.{js,cjs,mjs}'],
		languageOptions: {
			globals: {
				Buffer: 'readonly',
				console: 'readonly',
				fetch: 'readonly',
				module: 'writable',
				process: 'readonly',
				require: 'readonly',
				URL: 'readonly',
				__dirname: 'readonly',
				exports: 'writable',
			},
		},
	},
	{ files: ['**/*.{js,cjs}'], languageOptions: { sourceType: 'commonjs' } },
	{
		files: ['sandbox/face/*.js'],
		languageOptions: {
			globals: {
				addEventListener: 'readonly',
				document: 'readonly',
				DOMParser: 'readonly',
				location: 'readonly',
				setTimeout: 'readonly',
			},
		},
	},
	{
		files: ['**/*.{ts,tsx}'],
		extends: [tseslint.configs.recommended],
		languageOptions: { parserOptions: { projectService: true } },
		rules: {
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
			],
		},
	},
);
