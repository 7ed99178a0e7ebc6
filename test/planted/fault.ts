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

export function inFile(
	file: string,
	...all: Array<[name: string, from: string, to: string]>
): Fault[] {
	return all.map(([name, from, to]) => ({ name, file, from, to }));
}
