import { files, read } from './house';
import limits from './sizes.json';

/** Lines of TypeScript in a folder. */
function linesIn(folder: string): number {
	return files
		.filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.ts'))
		.reduce((lines, file) => lines + read(file).split('\n').length - 1, 0);
}

const filesInNodes = files.filter((file) => file.startsWith('nodes/') && file.endsWith('.ts'));

/** A function's name at the start of a line: what is inside of another one is known only there. */
const FUNCTION =
	/^(?:export )?(?:async )?function\*? (\w+)|^(?:export )?const (\w+) = (?:async )?\([^)]*\)(?:: [^=]+)? =>/gm;

describe('the size of the code', () => {
	it.each(Object.entries(limits.lines))('of %s is at most %i lines', (folder, limit) => {
		const lines = linesIn(folder);
		expect(lines).toBeLessThanOrEqual(limit);
		// The limit falls with the code: lower it in sizes.json.
		expect(lines).toBeGreaterThan(limit * 0.97);
	});

	it('of nodes is at most so many files', () => {
		expect(filesInNodes.length).toBeLessThanOrEqual(limits.filesInNodes);
	});

	it('has a limit for each folder', () => {
		const folders = files
			.filter((file) => /^(nodes|sandbox|test)\/[\w-]+\//.test(file) && file.endsWith('.ts'))
			.map((file) => file.split('/').slice(0, 2).join('/'));
		expect(new Set(folders)).toEqual(
			new Set(Object.keys(limits.lines).filter((folder) => folder.includes('/'))),
		);
	});
});

it('gives few function names more than two meanings in nodes', () => {
	const places = new Map<string, Set<string>>();
	for (const file of filesInNodes) {
		for (const [, declared, assigned] of read(file).matchAll(FUNCTION)) {
			const name = declared ?? assigned ?? '';
			places.set(name, (places.get(name) ?? new Set()).add(file));
		}
	}
	const found = [...places].filter(([, one]) => one.size > 2);
	const told = found.map(([name, one]) => `${name}: ${[...one].join(', ')}`);
	expect(told.slice(limits.sharedNames)).toEqual([]);
});
