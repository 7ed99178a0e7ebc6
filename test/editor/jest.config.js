'use strict';

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test/editor'],
	globalSetup: '<rootDir>/test/editor/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/editor/support/global-teardown.ts',
	maxWorkers: 1,
	setupFilesAfterEnv: ['<rootDir>/test/editor/support/again.ts'],
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/editor/**/*.test.ts'],
	testTimeout: 300_000,
	transform: { '\\.ts$': 'ts-jest' },
};
