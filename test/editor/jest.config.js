'use strict';

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/editor'],
	globalSetup: '<rootDir>/test/editor/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/editor/support/global-teardown.ts',
	maxWorkers: 1,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/editor/**/*.test.ts'],
	testTimeout: 180_000,
	transform: { '\\.ts$': 'ts-jest' },
};
