/** Lowers a bound of the code for a test, so that it takes few things to reach it. */
export function lower<Name extends string>(
	module: Readonly<Record<Name, number>>,
	name: Name,
	to: number,
): void {
	jest.replaceProperty(module as Record<string, number>, name, to);
}
