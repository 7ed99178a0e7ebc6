'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');

const base = require('../../jest.config');

/** Where the n8n is installed that takes the place of the repository's own. */
const modules = join(process.env.N8N_VERSION_FOLDER ?? '', 'node_modules');
const network = join(modules, '@n8n', 'backend-network');
/** Modules of earlier n8n that only `import` can load. */
const esm = ['p-retry', 'is-network-error', 'p-queue', 'p-timeout', 'eventemitter3', 'uuid'];
const javascript = { allowJs: true, module: 'commonjs', target: 'es2022', isolatedModules: true };

/** Workflow tests on another n8n. @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	moduleNameMapper: {
		'^(n8n-core|n8n-workflow|@n8n/di|reflect-metadata)$': join(modules, '$1'),
		'^@n8n/backend-network$': existsSync(network) ? network : join(__dirname, 'without-network.ts'),
	},
	transform: {
		...base.transform,
		[`/(?:${esm.join('|')})/.*\\.js$`]: ['ts-jest', { tsconfig: javascript, diagnostics: false }],
	},
	transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esm.join('|')})/)`],
	// Earlier n8n leaves timers and watchers behind.
	forceExit: true,
};
