'use strict';

const isNight = process.env.NIGHT === '1';

/**
 * What runs only at night (`NIGHT=1`): tests of the tools, of many spellings of one rule, and of
 * thousands of records or steps.
 */
const nightly = [
	'test/conformance/',
	'test/gates/sandboxData',
	'test/sandbox/core/(command|database)',
	'test/sandbox/record-platform/command-line',
	'test/units/linear-time',
	'test/workflow/groupware/trigger/many',
	'test/workflow/record-platform/memory',
	'test/workflow/record-platform/trigger/many',
];

/** @type {import('jest').Config} */
module.exports = {
	globalSetup: '<rootDir>/test/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/support/global-teardown.ts',
	maxWorkers: 2,
	// Not the whole checkout: an installed editor beside it has a hundred thousand files.
	roots: ['<rootDir>/test'],
	setupFiles: ['<rootDir>/test/support/short-waits.ts'],
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/editor/',
		'<rootDir>/test/cluster/',
		...(isNight ? [] : nightly.map((path) => `<rootDir>/${path}`)),
	],
	// A busy machine takes many times as long: only what hangs is to be ended.
	testTimeout: 300_000,
	// Modules stay loaded from file to file.
	testRunner: '<rootDir>/test/support/test-runner.ts',
	transform: { '\\.tsx?$': 'ts-jest' },
};
