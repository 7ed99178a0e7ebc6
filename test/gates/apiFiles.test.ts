import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { apiPages } from '../../tools/apiPages';
import { apiTables } from '../../tools/apiTables';

const made = [
	...apiPages.map((page) => ({ ...page, command: 'api-pages' })),
	...apiTables.map((table) => ({ ...table, command: 'api-tables' })),
].map((one) => ({ ...one, name: relative('.', one.file) }));

it.each(made)('$name says what docs/api says; npm run $command writes it', ({ file, text }) => {
	expect(readFileSync(file, 'utf8')).toBe(text());
});
