'use strict';

const { TestEnvironment } = require('jest-environment-node');

/** Skips the rest of a file after its first failing test: one is enough to notice a fault. */
module.exports = class extends TestEnvironment {
	hasFailed = false;

	handleTestEvent({ name, test }) {
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
		if (name === 'test_done' && test.errors.length > 0) this.hasFailed = true;
	}
};
