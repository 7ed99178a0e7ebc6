'use strict';

/** @type {import('jest').Config} */
module.exports = {
	globalSetup: '<rootDir>/test/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/support/global-teardown.ts',
	maxWorkers: 2,
	// Not the whole checkout: an installed editor beside it has a hundred thousand files.
	roots: ['<rootDir>/test'],
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/editor/', '<rootDir>/test/cluster/'],
	// A busy machine takes many times as long: only what hangs is to be ended.
	testTimeout: 300_000,
	transform: { '\\.ts$': 'ts-jest' },
};
