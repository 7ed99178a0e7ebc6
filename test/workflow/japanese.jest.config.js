'use strict';

// The sandbox of the run and the processes of the tests inherit it.
process.env.SANDBOX_LANGUAGE = 'ja';

/** The workflow tests with accounts in Japanese. @type {import('jest').Config} */
module.exports = {
	...require('../../jest.config'),
	rootDir: '../..',
	roots: ['<rootDir>/test/workflow'],
};
