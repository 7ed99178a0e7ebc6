'use strict';

/** @type {import('jest').Config} */
module.exports = {
	globalSetup: '<rootDir>/test/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/support/global-teardown.ts',
	maxWorkers: 2,
	// Build output and installed editors hold manifests of the same names as ours.
	modulePathIgnorePatterns: [
		'<rootDir>/packages/',
		'<rootDir>/\\.n8n-local/',
		'<rootDir>/\\.build/',
	],
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/editor/'],
	testTimeout: 30_000,
	transform: { '\\.ts$': 'ts-jest' },
};
