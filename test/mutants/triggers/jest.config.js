'use strict';

const { globalSetup, globalTeardown, ...config } = require('../../../jest.config');

/** Runs the models of the triggers with broken code. `main.ts` starts it, and the sandbox. */
/** @type {import('jest').Config} */
module.exports = {
	...config,
	rootDir: '../../..',
	transform: { '\\.ts$': '<rootDir>/test/mutants/triggers/transform.js' },
};
