/** Lowers a bound of the code for a test, so that it takes few things to reach it. */
export const lower = <Name extends string>(bounds: Record<Name, number>, name: Name, to: number) =>
	jest.replaceProperty(bounds as Record<string, number>, name, to);
