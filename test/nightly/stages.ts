/** A part of the nightly run: what `npm test` leaves out, because it takes too long. */
export interface Stage {
	name: string;
	/** For a POSIX shell, in the repository's root. It fails with an exit code other than 0. */
	command: string;
}

const conformancePort = 8090;

/** The service that is compared is a sandbox, too, so that no account is needed. */
const conformance = `
npm run sandbox -- --port ${conformancePort} > sandbox.log & pid=$!
until grep -q '"url"' sandbox.log; do kill -0 $pid || exit 1; sleep 1; done
CONFORMANCE_PASSWORD=admin npm run conformance -- --base-url http://localhost:${conformancePort} --user admin --app-space 1 --pause 0 --faults; code=$?
kill "$(sed -n 's/.*"pid":\\([0-9]*\\).*/\\1/p' sandbox.log)"
exit $code`;

export const stages: Stage[] = [
	{ name: 'quick tests', command: 'npm run test:quick' },
	{ name: 'written files', command: 'npm run api-pages && npm run readmes && npm run format' },
	{ name: 'previews', command: 'WRITE_PREVIEWS=1 npx jest test/contract -t record.create' },
	{ name: 'texts', command: 'npm run texts' },
	{ name: 'packages', command: 'npm run pack' },
	{ name: 'demo', command: 'npm run demo' },
	{ name: 'workflow tests in Japanese', command: 'npm run test:ja' },
	{ name: 'rows', command: 'npm run rows -- record-platform && npm run rows -- groupware' },
	{ name: 'properties', command: 'npm run properties' },
	{ name: 'faults', command: 'npm run faults' },
	{ name: 'conformance', command: conformance },
	{
		name: 'trigger models',
		command:
			'TRIGGER_STEPS=3000 npx jest test/workflow/record-platform/trigger/model test/workflow/groupware/trigger/model',
	},
	{
		name: 'many changes at once',
		command:
			'TRIGGER_RECORDS=100000 npx jest test/workflow/record-platform/trigger/many && TRIGGER_RECORDS=9900 npx jest test/workflow/groupware/trigger/many -t "events at once"',
	},
	{ name: 'planted mistakes', command: 'npm run mutants:triggers' },
	{
		name: 'mutants',
		command:
			'npm run mutants -- nodes/shared/request.ts --tests test/units/shared/prepared,test/units/shared/request,test/units/shared/same-spec',
	},
	{ name: 'bench', command: 'npm run bench -- --sizes 1000' },
	{ name: 'bench of queries', command: 'npx tsx bench/query.ts 100000' },
	{ name: 'bench of the start', command: 'npm run bench:start' },
	{ name: 'editor', command: 'npm run test:editor' },
	{ name: 'cluster', command: 'npm run test:cluster' },
];
