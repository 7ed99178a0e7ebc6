'use strict';

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/cluster'],
	globalSetup: '<rootDir>/test/cluster/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/cluster/support/global-teardown.ts',
	maxWorkers: 1,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/cluster/**/*.test.ts'],
	testTimeout: 300_000,
	transform: { '\\.ts$': 'ts-jest' },
};
