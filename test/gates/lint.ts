import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import ts from 'typescript';

import { builtNodes, writeLiteral } from './literal';
import { assemble, builtFile, packages, root } from './packages';
import { lint, type Scan, scan, sourceFiles, tarballFiles } from './scan';

/**
 * Checks the types of the repository and lints it by its own rules, then lints each package as n8n's
 * scanner meets it: its sources, its build, and its finished node descriptions. `repository` and
 * `packages` are one of these only. Given a folder, only scans that as sources.
 */
async function main([given]: string[]): Promise<void> {
	let errors = 0;
	const report = (what: string, { files, errors: found, warnings, text }: Scan) => {
		errors += found;
		if (text !== '') console.log(text);
		console.log(`${what}: ${files} files, ${found} errors, ${warnings} warnings`);
	};
	const parts = ['repository', 'packages'];
	if (given !== undefined && !parts.includes(given)) report(given, await scan(given, sourceFiles));
	if (given === undefined || given === 'repository') {
		const program = wholeProgram();
		const { count, text } = typeErrors(program);
		report('types', { files: program.getRootFileNames().length, errors: count, warnings: 0, text });
		// The rules ask the program whose types are checked already: a third of the time.
		const languageOptions = { parserOptions: { projectService: false, programs: [program] } };
		const overrideConfig = { files: ['**/*.{ts,tsx}'], languageOptions };
		const options = { cwd: root, allowInlineConfig: false, overrideConfig };
		report('repository', await lint(['.'], options));
	}
	if (given === undefined || given === 'packages') {
		for (const pack of packages) {
			await inAssembled(async (folder) => {
				await assemble(pack, folder);
				report(`${pack.name}, sources`, await scan(folder, sourceFiles));
				for (const path of pack.manifest.n8n.nodes) builtFile(pack, path);
				report(`${pack.name}, build`, await scan(pack.folder, tarballFiles));
				const nodes = builtNodes(pack);
				for (const node of nodes) await writeLiteral(node, folder);
				const literals = nodes.map(({ source }) => source);
				report(`${pack.name}, finished descriptions`, await scan(folder, literals));
			});
		}
	}
	if (errors > 0) process.exitCode = 1;
}

/** All that `tsconfig.json` includes. */
function wholeProgram(): ts.Program {
	const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
	const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host);
	if (!config) throw new Error('tsconfig.json could not be read');
	return ts.createProgram({ rootNames: config.fileNames, options: config.options });
}

function fail({ messageText }: ts.Diagnostic): never {
	throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function typeErrors(program: ts.Program) {
	const found = ts.getPreEmitDiagnostics(program);
	const text = ts.formatDiagnosticsWithColorAndContext(found, {
		getCurrentDirectory: () => root,
		getCanonicalFileName: (name) => name,
		getNewLine: () => '\n',
	});
	return { count: found.length, text };
}

async function inAssembled(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'assembled-'));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

void main(process.argv.slice(2));
