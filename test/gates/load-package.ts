import 'reflect-metadata';

import { PackageDirectoryLoader } from 'n8n-core';

/** Loads an unpacked package as n8n does and prints what n8n found in it, as JSON. */
async function main([folder = '']: string[]): Promise<void> {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	const nodes = Object.entries(loader.nodeTypes).map(([name, { type }]) => {
		const description = 'description' in type ? type.description : undefined;
		return { name, icon: description?.iconUrl, codex: description?.codex !== undefined };
	});
	const credentials = Object.entries(loader.credentialTypes).map(([name, { type }]) => ({
		name,
		icon: type.iconUrl,
		supportedNodes: type.supportedNodes,
	}));
	console.log(JSON.stringify({ nodes, credentials }));
}

void main(process.argv.slice(2));
