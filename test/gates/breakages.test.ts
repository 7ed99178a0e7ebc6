import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './packages';
import { models } from '../mutants/triggers/breakages';

/** Otherwise `npm run mutants:triggers` stops after minutes, long after the code was changed. */
it.each(models.flatMap(({ breakages }) => breakages))(
	'the breakage "$name" names code that occurs once in $file',
	({ file, from }) => {
		expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2);
	},
);
