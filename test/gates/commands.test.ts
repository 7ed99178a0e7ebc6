import { checks, ci, night, type Stage } from '../stages/stages';
import { files, read } from './house';

/**
 * Where each command of the documentation and each npm script runs without anyone starting it: in `npm test`, in
 * `.ci/run`, in the nightly run, or in a file of tests that starts its program.
 */
type Runner = 'npm test' | '.ci/run' | 'nightly' | `test/${string}.ts` | { byHand: string };

const runners: Record<string, Runner> = {
	'api-pages': 'nightly',
	'api-tables': 'nightly',
	bench: 'test/gates/bench.test.ts',
	'bench:start': 'nightly',
	build: 'npm test',
	check: 'npm test',
	cluster: 'test/cluster/start.test.ts',
	conformance: 'test/conformance/command.test.ts',
	demo: 'nightly',
	faults: 'nightly',
	format: 'nightly',
	'format:check': 'npm test',
	fuzz: 'nightly',
	lint: 'npm test',
	mutants: 'nightly',
	pack: '.ci/run',
	planted: 'nightly',
	properties: 'nightly',
	readmes: 'nightly',
	release: { byHand: 'It sets the version of the next release' },
	requests: 'nightly',
	rows: '.ci/run',
	sandbox: 'nightly',
	soak: 'nightly',
	start: 'test/support/local-start.ts',
	test: '.ci/run',
	'test:cluster': 'nightly',
	'test:editor': '.ci/run',
	'test:editor:all': 'nightly',
	'test:engine': 'nightly',
	'test:ja': '.ci/run',
	'test:quick': 'nightly',
	'test:versions': 'nightly',
	texts: 'nightly',
	'npm ci': '.ci/run',
	'npx @n8n/scan-community-package': { byHand: "It reads packages from npm's registry" },
	'NIGHT npx jest': 'nightly',
	'npx jest': 'npm test',
	'npx record-platform-sandbox': 'test/gates/sandboxPackage.test.ts',
	'npx tsx bench/expressions.ts': 'nightly',
	'npx tsx bench/query.ts': 'nightly',
	'SANDBOX_DATABASE npx jest': 'nightly',
	'TRIGGER_RECORDS npx jest': 'nightly',
	'TRIGGER_STEPS npx jest': 'nightly',
	'WRITE_PREVIEWS npx jest': 'nightly',
};

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** What runs others is no command that has to be run. */
const isRunner = (name: string) => name === 'test:all' || name === 'bash .ci/run';

const commandsOf = (stages: Stage[]) => stages.map(({ command }) => command).join('\n');

interface Command {
	name: string;
	args: string;
}

/** The commands of this repository in shell code, named by their script or as they are typed. */
function commandsIn(code: string): Command[] {
	const command =
		/^((?:\w+=\S* +)*)(?:npm run ([\w:-]+)|npm (test|start)\b|(npm ci|npx tsx \S+|npx [\w@/-]+|jest|bash \.ci\/run)(?![\w.-]))(.*)/;
	return code.split(/&&|[;\n]/).flatMap((part) => {
		const [, settings = '', script, short, typed, args = ''] = command.exec(part.trim()) ?? [];
		const name = script ?? short ?? typed?.replace(/^jest/, 'npx jest');
		if (name === undefined) return [];
		const [setting] = name === 'npx jest' ? settings.split('=') : [];
		return [{ name: setting ? `${setting} ${name}` : name, args }];
	});
}

const namesIn = (code: string) => commandsIn(code).map(({ name }) => name);

function codeIn(page: string): string[] {
	const block = /^ *```.*\n([\s\S]*?)^ *```/gm;
	const inline = page.replaceAll(block, '').matchAll(/`([^`\n]+)`/g);
	return [...page.matchAll(block), ...inline].map(([, code = '']) => code);
}

/** A script with those that it runs. */
function allIn(script: string): string[] {
	const code = script === 'check' ? commandsOf(checks.flat()) : (scripts[script] ?? '');
	return [script, ...namesIn(code).flatMap(allIn)];
}

function runs(runner: Runner, name: string): boolean {
	if (typeof runner === 'object') return runner.byHand !== '';
	if (runner === 'npm test') return allIn('test').includes(name);
	if (runner === 'nightly') return namesIn(commandsOf(night)).includes(name);
	if (runner === '.ci/run')
		return namesIn(`${read(runner)}\n${commandsOf(ci.flat())}`).includes(name);
	const program = /\S+(?=\.ts$)/.exec(scripts[name] ?? '')?.[0] ?? name;
	// Paths are also written in parts, one for each folder.
	return files.includes(runner) && read(runner).replaceAll("', '", '/').includes(program);
}

const pages = files.filter((file) =>
	/^((README|CONTRIBUTING)|docs\/((en|ja)\/)?[^/]+|(packages\/[^/]+|sandbox)\/README)\.md$/.test(
		file,
	),
);
const documented = pages.flatMap((page) =>
	codeIn(read(page)).flatMap((code) => commandsIn(code).map((command) => ({ page, ...command }))),
);
const promised = new Set([...Object.keys(scripts), ...documented.map(({ name }) => name)]);

describe('the commands of the documentation and the scripts', () => {
	it('are each run by something', () => {
		expect(promised.size).toBeGreaterThan(30);
		expect([...promised].filter((name) => !(name in runners) && !isRunner(name))).toEqual([]);
		expect(Object.keys(runners).filter((name) => !promised.has(name))).toEqual([]);
	});

	it('are run by what is named', () =>
		expect(Object.entries(runners).filter(([name, runner]) => !runs(runner, name))).toEqual([]));

	it('name tests that exist', () => {
		const ofScripts = Object.entries(scripts).map(([page, code]) => ({ page, code }));
		const ofStages = [...ci.flat(), ...night].map(({ name: page, command: code }) => ({
			page,
			code,
		}));
		const jest = [...ofScripts, ...ofStages]
			.flatMap(({ page, code }) => commandsIn(code).map((command) => ({ page, ...command })))
			.concat(documented)
			.filter(({ name }) => name.endsWith('npx jest'));
		const missing = jest.flatMap(({ page, args }) =>
			args
				.replace(/ -.*/, '')
				.split(' ')
				.filter((path) => !files.some((file) => file.endsWith('.test.ts') && file.includes(path)))
				.map((path) => `${page}: ${path}`),
		);
		expect(missing).toEqual([]);
	});
});

it('the nightly run has commands that exist, and names that differ', () => {
	const names = night.flatMap(({ command }) => namesIn(command));
	expect(names.filter((name) => !(name in runners))).toEqual([]);
	expect(new Set(night.map(({ name }) => name)).size).toBe(night.length);
});
