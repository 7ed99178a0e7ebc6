import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtNodes, writeLiteral } from './literal';
import { assemble, builtFile, packages, root } from './packages';
import { lint, type Scan, scan, sourceFiles, tarballFiles } from './scan';

/**
 * Lints the repository by its own rules, then each package as n8n's scanner meets it: its sources,
 * its build, and its finished node descriptions. `repository` and `packages` are one of these only.
 * Given a folder, only scans that as sources.
 */
async function main([given]: string[]): Promise<void> {
	let errors = 0;
	const report = (what: string, { files, errors: found, warnings, text }: Scan) => {
		errors += found;
		if (text !== '') console.log(text);
		console.log(`${what}: ${files} files, ${found} errors, ${warnings} warnings`);
	};
	const parts = ['repository', 'packages'];
	if (given !== undefined && !parts.includes(given)) {
		report(given, await scan(given, sourceFiles));
	}
	if (given === undefined || given === 'repository') {
		report('repository', await lint(['.'], { cwd: root, allowInlineConfig: false }));
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

async function inAssembled(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'assembled-'));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

void main(process.argv.slice(2));
