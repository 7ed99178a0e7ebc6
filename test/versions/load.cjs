'use strict';

// Loads built packages as an n8n does that is installed elsewhere, and prints the names of what it finds.
const { createRequire, Module } = require('node:module');
const { join } = require('node:path');

const [folder, ...packages] = process.argv.slice(2);

async function main() {
	// What the packages ask for is the n8n that loads them.
	process.env.NODE_PATH = join(folder, 'node_modules');
	Module._initPaths();
	const load = createRequire(join(folder, 'node_modules', 'x.js'));
	load('reflect-metadata');
	const { PackageDirectoryLoader } = load('n8n-core');
	const names = [];
	for (const path of packages) {
		const loader = new PackageDirectoryLoader(path);
		await loader.loadAll();
		names.push(...Object.keys(loader.nodeTypes), ...Object.keys(loader.credentialTypes));
	}
	console.log(JSON.stringify(names));
	// Earlier n8n leaves timers behind.
	process.exit(0);
}

void main();
