import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';

import { jestExpect } from '@jest/expect';
import type { InstrumenterContext, MutantCoverage } from '@stryker-mutator/api/dist/src/core/index';
import type {
	DryRunResult,
	MutantRunOptions,
	MutantRunResult,
	TestResult,
	TestRunner,
} from '@stryker-mutator/api/dist/src/test-runner/index';
import * as circus from 'jest-circus';

import { sourcesIn, testsIn } from './files';

type TestEntry = Extract<circus.Event, { name: 'test_done' }>['test'];

interface Done {
	id: string;
	ms: number;
	/** Milliseconds of the processor. */
	work: number;
	failure?: string;
}

/** What the first run found out about a file of tests. */
interface Measured {
	file: string;
	ms: number;
	/** Modules of the checkout that it loads. */
	uses: string[];
	/** Tests that take long. */
	long: string[];
	/** Milliseconds by test. */
	times: Record<string, number>;
}

/** A test that waits or works for so many milliseconds runs only for mutants that no other test meets. */
const LONG = 900;

/** Where the first run's findings are kept for the process that follows on one that was ended. */
const FINDINGS = '.mutants-tests.json';

/** Where the changed code finds which mutant is on, and notes which ones a test meets. */
const context: InstrumenterContext = ((
	globalThis as { __stryker__?: InstrumenterContext }
).__stryker__ ??= {});

/** In the first run, a test may take its time. */
const NEVER = 600_000;

/**
 * With a mutant, a test has failed after so many milliseconds and some times what it took before. One
 * that never gives the event loop back is ended by Stryker, which costs a new process.
 */
const PATIENCE = 5000;
const SLOWER = 4;

/**
 * Runs Jest's tests with Jest's own circus, but without its modules for each file: everything is
 * loaded once, into this process. A mutant costs what its tests take, instead of a start of Jest.
 */
class InProcessRunner implements TestRunner {
	/** The copy of the checkout that has the mutants in it. */
	private readonly root = process.cwd();
	private readonly require = createRequire(join(this.root, 'package.json'));
	private measured: Measured[] = [];
	private failure: string | undefined;

	init(): Promise<void> {
		Object.assign(globalThis, circus, {
			expect: jestExpect,
			[Symbol.for('TEST_TIMEOUT_SYMBOL')]: NEVER,
		});
		for (const name of ['uncaughtException', 'unhandledRejection']) {
			process.on(name, (problem: unknown) => (this.failure ??= String(problem)));
		}
		return Promise.resolve();
	}

	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun(): Promise<DryRunResult> {
		const coverage: MutantCoverage = { static: {}, perTest: {} };
		context.mutantCoverage = coverage;
		sourcesIn(this.root).forEach((file) => this.require(file));
		const tests: TestResult[] = [];
		for (const file of testsIn(this.root)) {
			const before = Date.now();
			const done = await this.run(file);
			this.measured.push({
				file,
				ms: Date.now() - before,
				uses: this.modulesOf(file),
				long: done.filter(({ ms, work }) => work > LONG || ms - work > LONG).map(({ id }) => id),
				times: Object.fromEntries(done.map(({ id, ms }) => [id, ms])),
			});
			// What a file does before its first test, it does for each of them.
			const loading = coverage.perTest[file] ?? {};
			delete coverage.perTest[file];
			for (const { id, ms, failure } of done) {
				const met = (coverage.perTest[id] ??= {});
				for (const [mutant, hits] of Object.entries(loading)) {
					met[mutant] = (met[mutant] ?? 0) + hits;
				}
				const test = { id, name: id, timeSpentMs: ms, fileName: file };
				tests.push(
					(failure === undefined
						? { ...test, status: 0 }
						: { ...test, status: 1, failureMessage: failure }) as TestResult,
				);
			}
		}
		context.mutantCoverage = undefined;
		this.measured.sort((one, other) => one.ms - other.ms);
		writeFileSync(join(this.root, FINDINGS), JSON.stringify(this.measured));
		return { status: 'complete', tests, mutantCoverage: coverage } as DryRunResult;
	}

	async mutantRun({
		activeMutant,
		sandboxFileName,
		testFilter,
		hitLimit,
		mutantActivation,
		disableBail,
	}: MutantRunOptions): Promise<MutantRunResult> {
		if (this.measured.length === 0) {
			this.measured = JSON.parse(readFileSync(join(this.root, FINDINGS), 'utf8')) as Measured[];
		}
		const tests = testFilter ?? this.testsOf(sandboxFileName);
		const long = new Set(this.measured.flatMap((one) => one.long));
		const quick = tests.filter((id) => !long.has(id));
		const wanted = new Set(quick.length > 0 ? quick : tests);
		const files = this.measured
			.filter(({ times }) => Object.keys(times).some((id) => wanted.has(id)))
			.map(({ file }) => file);
		const wholly = mutantActivation === 'static' || keepsState(sandboxFileName);
		if (wholly) this.forget(sandboxFileName);
		else sourcesIn(this.root).forEach((file) => this.require(file));
		Object.assign(context, { activeMutant: activeMutant.id, hitLimit, hitCount: 0 });
		const done: Done[] = [];
		const times = Object.assign({}, ...this.measured.map((one) => one.times)) as Measured['times'];
		for (const file of files) {
			done.push(...(await this.run(file, { wanted, times, bail: !disableBail })));
			if (!disableBail && done.some(({ failure }) => failure !== undefined)) break;
		}
		const overHit = hitLimit !== undefined && (context.hitCount ?? 0) > hitLimit;
		context.activeMutant = undefined;
		if (wholly) this.forget(sandboxFileName);
		if (overHit) return { status: 'timeout', reason: 'endless' } as MutantRunResult;
		const failed = done.filter(({ failure }) => failure !== undefined);
		return (
			failed.length > 0
				? {
						status: 'killed',
						killedBy: failed.map(({ id }) => id),
						failureMessage: failed[0]?.failure,
						nrOfTests: done.length,
					}
				: { status: 'survived', nrOfTests: done.length }
		) as MutantRunResult;
	}

	/** Runs a file's tests, or the wanted ones of them, until one fails if that is enough. */
	private async run(
		file: string,
		{
			wanted,
			times,
			bail = false,
		}: { wanted?: Set<string>; times?: Measured['times']; bail?: boolean } = {},
	): Promise<Done[]> {
		const done: Done[] = [];
		let started = process.cpuUsage();
		const handler = (event: circus.Event) => {
			if (event.name === 'test_start') {
				const id = idOf(event.test);
				const failed = bail && done.some(({ failure }) => failure !== undefined);
				if (failed || (wanted && !wanted.has(id))) event.test.mode = 'skip';
				event.test.timeout = times ? PATIENCE + SLOWER * (times[id] ?? 0) : NEVER;
				context.currentTestId = id;
				this.failure = undefined;
				started = process.cpuUsage();
			} else if (event.name === 'test_done') {
				const { test } = event;
				const problem = test.errors[0] as unknown;
				const failure = problem === undefined ? this.failure : textOf(problem);
				const { user, system } = process.cpuUsage(started);
				done.push({
					id: idOf(test),
					ms: test.duration ?? 0,
					work: (user + system) / 1000,
					...(failure !== undefined && { failure }),
				});
				context.currentTestId = undefined;
			}
		};
		const nothing = { id: file, ms: 0, work: 0 };
		circus.resetState();
		circus.addEventHandler(handler);
		try {
			const path = join(this.root, file);
			context.currentTestId = file;
			jestExpect.setState({ testPath: path });
			delete this.require.cache[path];
			// What Jest loads before each file.
			this.require(join(this.root, 'test/support/short-waits.ts'));
			circus.describe(file, () => void this.require(path));
			context.currentTestId = undefined;
			const { unhandledErrors } = await circus.run();
			if (unhandledErrors.length > 0) {
				done.push({ ...nothing, failure: String(unhandledErrors[0]) });
			}
		} catch (problem) {
			// A file that cannot even be loaded.
			done.push({ ...nothing, failure: textOf(problem) });
		} finally {
			context.currentTestId = undefined;
			circus.removeEventHandler(handler);
		}
		return done;
	}

	/** The tests whose files load a module. */
	private testsOf(path: string): string[] {
		return this.measured
			.filter(({ uses }) => uses.includes(path))
			.flatMap(({ times }) => Object.keys(times));
	}

	/** The checkout's modules that a test file has loaded, be it by way of others. */
	private modulesOf(file: string): string[] {
		const found = new Set<string>();
		const visit = (one: NodeModule | undefined): void => {
			if (!one || found.has(one.filename) || !this.isOwn(one.filename)) return;
			found.add(one.filename);
			one.children.forEach(visit);
		};
		visit(this.require.cache[join(this.root, file)]);
		return [...found];
	}

	private isOwn(path: string): boolean {
		return (
			!relative(this.root, path).startsWith('..') && !path.includes(`${sep}node_modules${sep}`)
		);
	}

	/** Has a module loaded anew, with all that use it and all that belongs to tests. */
	private forget(path: string): void {
		const own = Object.values(this.require.cache).filter(
			(one): one is NodeModule => one !== undefined && this.isOwn(one.filename),
		);
		const users = new Map<NodeModule, NodeModule[]>();
		for (const user of own) {
			for (const used of user.children) users.set(used, [...(users.get(used) ?? []), user]);
		}
		const sources = join(this.root, 'nodes');
		const gone = new Set(
			own.filter(({ filename }) => filename === path || !filename.startsWith(sources)),
		);
		for (const one of gone) for (const user of users.get(one) ?? []) gone.add(user);
		for (const { filename } of gone) delete this.require.cache[filename];
	}
}

/** File, blocks and test, as Jest names it. */
function idOf(test: TestEntry): string {
	const names: string[] = [String(test.name)];
	for (let block = test.parent; block.parent; block = block.parent)
		names.unshift(String(block.name));
	return names.join(' ');
}

function textOf(problem: unknown): string {
	const [first] = Array.isArray(problem) ? (problem as unknown[]) : [problem];
	return first instanceof Error ? first.message : String(first);
}

/** Whether what a file remembers would outlast the mutant. Weak maps go with the tests' objects. */
function keepsState(file: string): boolean {
	return /^(let |const \w+.* = new (Map|Set)\b.*\(\);)/m.test(readFileSync(file, 'utf8'));
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [
	{ kind: 'TestRunner', name: 'in-process', factory: () => new InProcessRunner() },
];
