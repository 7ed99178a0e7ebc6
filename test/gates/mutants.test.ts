import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { AREAS } from '../mutants/files';
import { equivalents } from '../mutants/report';
import { root } from './packages';

// A path that is gone is left out without a word.

it.each(AREAS)('%s, which is changed by default, exists', (area) => {
	expect(existsSync(join(root, area))).toBe(true);
});

it.each(equivalents)('the line "$line" of a change that makes no difference is in $file', (one) => {
	expect(readFileSync(join(root, one.file), 'utf8')).toContain(one.line);
});
