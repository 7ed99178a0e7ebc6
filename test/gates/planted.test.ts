import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { groups } from '../planted/all';
import { root } from './packages';

const faults = groups.flatMap((group) => group.faults.map((fault) => ({ ...group, ...fault })));

/** Otherwise `npm run planted` stops after minutes, long after the code was changed. */
it.each(faults)('the fault "$area: $name" replaces code that occurs once in $file', (fault) => {
	const { file, from, to, tests } = fault;
	expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2);
	expect(to).not.toBe(from);
	expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
});

it.each(groups.flatMap(({ tests, run }) => (run === undefined ? [] : [{ tests, run }])))(
	'the tests "$run" of $tests exist',
	({ tests, run }) => {
		const text = tests.map((test) => readFileSync(join(root, test), 'utf8')).join('\n');
		// A name can begin with another one of a table.
		const names = run.split('|').map((name) => name.replace(/^\W+/, ''));
		expect(names.filter((name) => !text.includes(name))).toEqual([]);
	},
);

it('has enough faults besides those of the triggers, and no name twice', () => {
	const names = faults.map(({ area, name }) => `${area}: ${name}`);
	expect(new Set(names).size).toBe(names.length);
	expect(faults.filter(({ area }) => area !== 'trigger').length).toBeGreaterThanOrEqual(50);
});
