'use strict';

/** Runs the models of the triggers with broken code. `main.ts` starts it, and the sandbox. */
/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../../..',
	roots: ['<rootDir>/test'],
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/trigger/*.test.ts'],
	testTimeout: 30_000,
	transform: { '\\.ts$': '<rootDir>/test/mutants/triggers/transform.js' },
};
