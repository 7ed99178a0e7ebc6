import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';

import { createScriptTransformer } from '@jest/transform';
import type { Config } from '@jest/types';
import { ModuleMocker } from 'jest-mock';

type Arguments = [
	globalConfig: Config.GlobalConfig,
	config: Config.ProjectConfig,
	environment: { global: typeof globalThis; handleTestEvent?: (event: unknown) => unknown },
	runtime: object,
	testPath: string,
	...others: unknown[],
];
type Runner = (...given: Arguments) => Promise<unknown>;
type Loader = (module: { _compile(code: string, path: string): void }, path: string) => void;

const load = createRequire(__filename);
const modules = load.cache as Record<string, NodeModule | undefined>;
const { default: circusRunner } = load('jest-circus/runner') as { default: Runner };
const sourceMaps = new Map<string, string>();

/**
 * A runner for Jest's `testRunner`: Jest's own circus, but modules stay loaded from one test file to the
 * next, outside of Jest's own registry. n8n alone takes 0.7 s to load. Modules under `test/` are loaded
 * anew. A file that replaces modules (`jest.mock`) or runs tests again gets Jest's registry.
 */
export default async function runTestFile(...given: Arguments): Promise<unknown> {
	const [globalConfig, config, environment, runtime, testPath, ...others] = given;
	const needsJest = /jest\.(mock|retryTimes)\(/.test(readFileSync(testPath, 'utf8'));
	if (needsJest) return await circusRunner(...given);
	await transformTypeScript(config);
	// Jest reads those of its runtime for the lines in errors.
	const ofRuntime = (runtime as { getSourceMaps(): Map<string, string> }).getSourceMaps();
	for (const [file, map] of sourceMaps) ofRuntime.set(file, map);
	noteSourceMap = (file, map) => {
		sourceMaps.set(file, map);
		ofRuntime.set(file, map);
	};
	const before = { console, env: { ...process.env }, exitCode: process.exitCode };
	const mocker = new ModuleMocker(globalThis);
	Object.assign(globalThis, { console: environment.global.console, jest: mocksOf(mocker) });
	const handleTestEvent = environment.handleTestEvent?.bind(environment);
	config.setupFiles.forEach((file) => void load(file));
	try {
		return await circusRunner(
			globalConfig,
			config,
			{ global: globalThis, ...(handleTestEvent && { handleTestEvent }) },
			sharedRuntime,
			testPath,
			...others,
		);
	} finally {
		mocker.restoreAllMocks();
		Object.assign(globalThis, { console: before.console });
		for (const name of Object.keys(process.env)) {
			if (!(name in before.env)) Reflect.deleteProperty(process.env, name);
		}
		Object.assign(process.env, before.env);
		process.exitCode = before.exitCode;
		forgetModules(join(config.rootDir, 'test') + sep);
	}
}

/** What circus asks of Jest's runtime, answered with Node's own modules. */
const sharedRuntime = {
	requireModule: (path: string): unknown => load(path),
	/** Circus keeps its state in its module and its handlers in a global: each file gets new ones. */
	requireInternalModule(path: string): unknown {
		delete modules[path];
		Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
		return load(path);
	},
	setGlobalsForRuntime: () => undefined,
	unstable_shouldLoadAsEsm: () => false,
	enterTestCode: () => undefined,
	leaveTestCode: () => undefined,
};

const mocksOf = (mocker: ModuleMocker) => ({
	fn: mocker.fn.bind(mocker),
	spyOn: mocker.spyOn.bind(mocker),
	replaceProperty: mocker.replaceProperty.bind(mocker),
	restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
});

let isTransforming = false;
let noteSourceMap = (file: string, map: string): unknown => sourceMaps.set(file, map);

/** Has Node load TypeScript with the transform of the configuration, once per process. */
async function transformTypeScript(config: Config.ProjectConfig): Promise<void> {
	if (isTransforming) return;
	isTransforming = true;
	const transformer = await createScriptTransformer(config);
	const options = {
		instrument: false,
		isInternalModule: false,
		collectCoverage: false,
		collectCoverageFrom: [],
		coverageProvider: 'babel' as const,
		supportsDynamicImport: false,
		supportsExportNamespaceFrom: false,
		supportsStaticESM: false,
		supportsTopLevelAwait: false,
	};
	(load.extensions as unknown as Record<string, Loader>)['.ts'] = (module, path) => {
		const { code, sourceMapPath } = transformer.transform(path, options);
		if (sourceMapPath !== null) noteSourceMap(path, sourceMapPath);
		module._compile(code, path);
	};
}

function forgetModules(folder: string): void {
	for (const path of Object.keys(modules)) {
		if (path.startsWith(folder) && path !== __filename) delete modules[path];
	}
}
