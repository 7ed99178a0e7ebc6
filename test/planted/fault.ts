/** A mistake that somebody could make, at one place of the code. */
export interface Fault {
	name: string;
	/** A file in `nodes/` or `sandbox/`. */
	file: string;
	/** Code that occurs once in the file, and what is in its place. */
	from: string;
	to: string;
}

/** Faults that the same tests must notice. */
export interface FaultGroup {
	/** What the faults are in. Choosing an area chooses all of its faults. */
	area: string;
	/** The cheapest test files that notice the faults, from the root. */
	tests: string[];
	/** Pattern of the names of the tests to run; all of the files by default. */
	run?: string;
	faults: Fault[];
}

/**
 * Faults by their file and name: the code that occurs once in the file and is left out, or what is in its place too.
 * @param test the file of tests, without its end; all of its tests are run if `run` is empty
 */
export function group(
	area: string,
	test: string,
	run: string,
	byFile: Record<string, Record<string, string | [from: string, to: string]>>,
): FaultGroup {
	const faults = Object.entries(byFile).flatMap(([file, byName]) =>
		Object.entries(byName).map(([name, code]) => {
			const [from, to = ''] = [code].flat();
			return { name, file, from: from ?? '', to };
		}),
	);
	return { area, tests: [`${test}.test.ts`], ...(run && { run }), faults };
}
