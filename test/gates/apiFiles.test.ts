import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { wholeFile } from '../../tools/apiFile';
import { apiPages } from '../../tools/apiPages';
import { apiTables } from '../../tools/apiTables';

const made = [
	...apiPages.map((page) => ({ ...page, command: 'api-pages' })),
	...apiTables.map((table) => ({ ...table, command: 'api-tables' })),
].map((one) => ({ ...one, name: relative('.', one.file) }));

it.each(made)('$name says what docs/api says; npm run $command writes it', ({ file, text }) => {
	expect(readFileSync(file, 'utf8')).toBe(text());
});

const operation = {
	docs: 'https://example.com',
	method: 'GET',
	summary: 'Reads it.',
	group: 'records',
	paths: { production: '/k/v1/it.json' },
	parameters: [{ $ref: '#/parameters/app' }],
	response: {},
	auth: {},
	permission: {},
	sources: [],
};
const app = { in: 'query', name: 'app' };

it('adds what an operation of docs/api leaves out', () => {
	const data = { parameters: { app }, operations: { 'it.get': operation } };
	expect(wholeFile('record-platform', data)).toMatchObject({
		operations: {
			'it.get': { environment: 'production', parameters: [app], requestBody: null, notes: [] },
		},
	});
});

it.each([
	[
		'a key',
		{ ...operation, sources: undefined },
		'it.get in docs/api/record-platform.json lacks: sources',
	],
	['a parameter', operation, 'There is no parameter "app" in docs/api.'],
])('says that %s of docs/api is missing', (_what, given, message) => {
	expect(() => wholeFile('record-platform', { operations: { 'it.get': given } })).toThrow(message);
});
