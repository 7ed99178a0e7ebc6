'use strict';

/** Runs the tests of planted faults in the copy that `main.ts` makes. */
/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/test'],
	// The copy is new at each start, the cache is kept.
	cacheDirectory: '<rootDir>/../planted-cache',
	setupFiles: ['<rootDir>/test/support/short-waits.ts'],
	testEnvironment: '<rootDir>/test/planted/environment.js',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testTimeout: 60_000,
	transform: { '\\.ts$': 'ts-jest' },
	// Faults in the nodes share the sandbox of main.ts. A fault in the sandbox needs one of its own.
	...(process.env.SANDBOX_BROKER === undefined && {
		globalSetup: '<rootDir>/test/support/global-setup.ts',
		globalTeardown: '<rootDir>/test/support/global-teardown.ts',
	}),
};
