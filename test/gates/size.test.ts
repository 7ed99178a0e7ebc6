import { groupware } from '../../nodes/Groupware/service';
import { recordPlatform } from '../../nodes/RecordPlatform/service';
import type { Resource } from '../../nodes/shared/catalogue';
import { files, read } from './house';
import limits from './sizes.json';

function sources(folder: string): string[] {
	return files.filter((file) => file.startsWith(`${folder}/`) && /\.tsx?$/.test(file));
}

function linesIn(folder: string): number {
	return sources(folder).reduce((lines, file) => lines + read(file).split('\n').length - 1, 0);
}

function operationsOf({ resources }: { resources: Resource[] }): number {
	return resources.flatMap(({ operations }) => operations).length;
}

const own = { recordPlatform: operationsOf(recordPlatform), groupware: operationsOf(groupware) };
const operations = own.recordPlatform + own.groupware;

/** A function's name at the start of a line: what is inside of another one is known only there. */
const FUNCTION =
	/^(?:export )?(?:async )?function\*? (\w+)|^(?:export )?const (\w+) = (?:async )?\([^)]*\)(?:: [^=]+)? =>/gm;

const { engine, linesPerOperation: per } = limits;

// A new operation brings its own allowance, because all but the engine is counted per operation.
it.each([
	['the engine', engine, linesIn('nodes/shared')],
	['the record platform', per.recordPlatform * own.recordPlatform, linesIn('nodes/RecordPlatform')],
	['the groupware', per.groupware * own.groupware, linesIn('nodes/Groupware')],
	['the sandbox', per.sandbox * operations, linesIn('sandbox')],
	['the tests', per.test * operations, linesIn('test')],
])('%s: at most %d lines', (_, limit, lines) => expect(lines).toBeLessThanOrEqual(limit));

it('gives few function names more than two meanings in nodes', () => {
	const filesByName = new Map<string, Set<string>>();
	for (const file of sources('nodes')) {
		for (const [, declared, assigned] of read(file).matchAll(FUNCTION)) {
			const name = declared ?? assigned ?? '';
			filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
		}
	}
	const found = [...filesByName].filter(([, one]) => one.size > 2);
	expect(found.map(([name, one]) => `${name}: ${[...one].join(', ')}`)).toEqual([]);
});
