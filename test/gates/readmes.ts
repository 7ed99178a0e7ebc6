import { readFileSync, writeFileSync } from 'node:fs';

import { catalogueOf, operationsTable, referenceOf, withTable } from './operations';
import { packages } from './packages';

/** Writes the table of operations into the reference of each package. */
for (const pack of packages) {
	const catalogue = catalogueOf(pack);
	const file = referenceOf(pack);
	writeFileSync(file, withTable(readFileSync(file, 'utf8'), operationsTable(catalogue)));
	const operations = catalogue.resources.flatMap((resource) => resource.operations);
	console.log(`${pack.name}: ${operations.length} operations`);
}
