/** A part of a longer command. */
export interface Stage {
	name: string;
	command: string;
	/** Name of the file in `test-results/` for the results of jest; left out if it runs no jest. */
	results?: string;
	env?: Record<string, string>;
}

const rows = (service: string): Stage => ({
	name: `rows of ${service}`,
	command: `npm run rows -- ${service} --reports test-results`,
});

/** `npm run check`: lanes that run side by side. Types are checked once, so the build leaves that out. */
export const checks: Stage[][] = [
	[
		{ name: 'types', command: 'npm run types' },
		{ name: 'build', command: 'npm run build -- --noCheck' },
		{ name: 'lint of the packages', command: 'npm run lint -- packages' },
	],
	[
		{ name: 'format', command: 'npm run format:check' },
		{ name: 'lint of the repository', command: 'npm run lint -- repository' },
	],
];

/** `.ci/run`, after the installation. */
export const ci: Stage[] = [
	{ name: 'checks and tests', command: 'npm test', results: 'jest' },
	{ name: 'tests in Japanese', command: 'npm run test:ja', results: 'japanese' },
	{ name: 'packages', command: 'npx gulp packBuilt' },
	{ name: 'editor', command: 'npm run test:editor', results: 'editor' },
	rows('record-platform'),
	rows('groupware'),
];

/** `npm run test:all`, for the night. */
export const night: Stage[] = [
	{ name: 'checks', command: 'npm run check' },
	{ name: 'all tests', command: 'npx jest', results: 'jest', env: { NIGHT: '1' } },
	{
		name: 'tests with the own database',
		command: 'npx jest test/sandbox test/workflow/record-platform/every.test.ts',
		results: 'embedded',
		env: { SANDBOX_DATABASE: 'embedded' },
	},
	{
		name: 'tests in Japanese',
		command: 'npm run test:ja',
		results: 'japanese',
		env: { NIGHT: '1' },
	},
	{ name: 'packages', command: 'npm run pack' },
	{ name: 'editor', command: 'npm run test:editor', results: 'editor', env: { NIGHT: '1' } },
	rows('record-platform'),
	rows('groupware'),
	{ name: 'properties', command: 'npm run properties -- --runs 10' },
	{ name: 'faults', command: 'npm run faults' },
	{ name: 'planted faults', command: 'npm run planted' },
	{ name: 'mutants', command: 'npm run mutants -- nodes/shared/request.ts' },
	{ name: 'bench', command: 'npm run bench -- --sizes 1000' },
	{ name: 'bench of the start', command: 'npm run bench:start' },
	{ name: 'demo', command: 'npm run demo' },
	{ name: 'cluster', command: 'npm run test:cluster', results: 'cluster' },
];
