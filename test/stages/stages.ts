/** A part of a longer command. */
export interface Stage {
	name: string;
	command: string;
	/** Name of the file in `test-results/` for the results of jest; left out if it runs no jest. */
	results?: string;
}

const rows = (service: string): Stage => ({
	name: `rows of ${service}`,
	command: `npm run rows -- ${service} --reports test-results`,
});

/** `npm run check`: lanes that run side by side. Types are checked once, so the build leaves that out. */
export const checks: Stage[][] = [
	[{ name: 'types and lint of the repository', command: 'npm run lint -- repository' }],
	[
		{ name: 'build', command: 'npm run build -- --noCheck' },
		{ name: 'lint of the packages', command: 'npm run lint -- packages' },
	],
	[{ name: 'format', command: 'npm run format:check' }],
];

/** `.ci/run`, after the installation: lists of stages that run side by side, as the editor mostly waits. */
export const ci: Stage[][] = [
	[{ name: 'checks and tests', command: 'npm test', results: 'jest' }],
	[{ name: 'packages', command: 'npm run pack' }],
	[
		{ name: 'editor', command: 'npm run test:editor', results: 'editor' },
		{ name: 'tests in Japanese', command: 'npm run test:ja', results: 'japanese' },
	],
	[rows('record-platform')],
	[rows('groupware')],
];

const conformancePort = 8090;

/** The service that is compared is a sandbox, too, so that no account is needed. */
const conformance = `
npm run sandbox -- --port ${conformancePort} > sandbox.log & pid=$!
until grep -q '"url"' sandbox.log; do kill -0 $pid || exit 1; sleep 1; done
CONFORMANCE_PASSWORD=admin npm run conformance -- --base-url http://localhost:${conformancePort} --user admin --app-space 1 --pause 0 --faults; code=$?
kill "$(sed -n 's/.*"pid":\\([0-9]*\\).*/\\1/p' sandbox.log)"
exit $code`;

/** Builds twice, and compares the bytes: the second without what the first has kept. */
const packedTwice = `
rm -rf .build node_modules/.cache/sandbox && npm run pack && sha256sum .build/*.tgz > packed.sha256 &&
rm -rf .build node_modules/.cache/sandbox && npm run pack && sha256sum --check packed.sha256; code=$?
rm -f packed.sha256
exit $code`;

/** `npm run test:all`, for the night: what `npm test` leaves out, because it takes too long. */
export const night: Stage[] = [
	{ name: 'checks', command: 'npm run check' },
	{ name: 'quick tests', command: 'npm run test:quick' },
	{ name: 'all tests', command: 'NIGHT=1 npx jest --silent', results: 'jest' },
	{
		name: "the sandbox's own database",
		command:
			'SANDBOX_DATABASE=embedded npx jest --silent test/sandbox test/contract/recordPlatform',
		results: 'embedded',
	},
	{ name: 'tests in Japanese', command: 'NIGHT=1 npm run test:ja', results: 'japanese' },
	rows('record-platform'),
	rows('groupware'),
	{
		name: 'written files',
		command:
			'npm run api-pages && npm run api-tables && npm run readmes && npm run requests && npm run format',
	},
	{ name: 'previews', command: 'WRITE_PREVIEWS=1 npx jest test/contract -t record.create' },
	{ name: 'texts', command: 'npm run texts' },
	{ name: 'packages, twice', command: packedTwice },
	{ name: 'demo', command: 'npm run demo' },
	{
		name: 'trigger models',
		command:
			'TRIGGER_STEPS=1000 TRIGGER_SEED=2 npx jest test/workflow/record-platform/trigger/model test/workflow/groupware/trigger/model',
	},
	{ name: 'planted faults', command: 'npm run planted' },
	{ name: 'mutants', command: 'npm run mutants -- --changed 1 --least 75 --skip-static' },
	{ name: 'properties', command: 'npm run properties' },
	{ name: 'faults', command: 'npm run faults' },
	{ name: 'conformance', command: conformance },
	{ name: 'fuzz', command: 'npm run fuzz -- --requests 20000' },
	{ name: 'soak', command: 'npm run soak -- --minutes 3' },
	{
		name: 'many changes at once',
		command:
			'TRIGGER_RECORDS=100000 NIGHT=1 npx jest test/workflow/record-platform/trigger/many && TRIGGER_RECORDS=9900 NIGHT=1 npx jest test/workflow/groupware/trigger/many -t "events at once"',
	},
	{ name: 'bench', command: 'npm run bench -- --sizes 1000' },
	{ name: 'bench of queries', command: 'npx tsx bench/query.ts 100000' },
	{ name: 'bench of expressions', command: 'npx tsx bench/expressions.ts 1000' },
	{ name: 'bench of the start', command: 'npm run bench:start' },
	{ name: 'editor', command: 'npm run test:editor:all', results: 'editor' },
	{ name: 'cluster', command: 'npm run test:cluster', results: 'cluster' },
	{ name: "n8n's default engine of expressions", command: 'npm run test:engine' },
	{ name: 'other versions of n8n', command: 'npm run test:versions' },
];
