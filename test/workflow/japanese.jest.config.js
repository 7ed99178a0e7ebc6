'use strict';

// The sandbox of the run and the processes of the tests inherit it.
process.env.SANDBOX_LANGUAGE = 'ja';

/** The models of the triggers take a minute and more; by day they run in English alone. */
const nightly = process.env.NIGHT === '1' ? ['**/trigger/model.test.ts'] : [];

/** The workflow tests that depend on the language, with accounts in Japanese. @type {import('jest').Config} */
module.exports = {
	...require('../../jest.config'),
	// The editor's tests run beside them.
	maxWorkers: 1,
	rootDir: '../..',
	roots: ['<rootDir>/test/workflow', '<rootDir>/test/contract'],
	// test/gates/japanese.test.ts holds that whoever imports words of a language is among them.
	testMatch: [
		'**/contract/{groupware,recordPlatform}.test.ts',
		'**/{japanese*,error-output}.test.ts',
		'**/groupware/trigger/{bounds,events}.test.ts',
		'**/record-platform/{create,people,permissions,pickers,process}.test.ts',
		'**/record-platform/trigger/{filters,poll,watched,webhook}.test.ts',
		...nightly,
	],
};
