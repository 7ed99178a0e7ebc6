import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { catalogues, operationsTable, withTable } from './operations';
import { packages } from './packages';

/** Writes the table of operations into the README of each package. */
for (const { name, folder, service } of packages) {
	const catalogue = catalogues[service];
	if (catalogue === undefined) throw new Error(`${name} has no catalogue of operations.`);
	const file = join(folder, 'README.md');
	writeFileSync(file, withTable(readFileSync(file, 'utf8'), operationsTable(catalogue)));
	const operations = catalogue.resources.flatMap((resource) => resource.operations);
	console.log(`${name}: ${operations.length} operations`);
}
