import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { apiPages } from '../../tools/apiPages';

it.each(apiPages.map(({ file, text }) => [basename(file), file, text] as const))(
	'%s says what the data beside it says; npm run api-pages writes it',
	(_name, file, text) => {
		expect(readFileSync(file, 'utf8')).toBe(text());
	},
);
