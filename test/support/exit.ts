/** Ends the process: with 0 if all is right, 1 if not, and 2 for an error. */
export function exitWith(running: Promise<boolean>): void {
	running.then(
		(right) => process.exit(right ? 0 : 1),
		(error: unknown) => {
			console.error(error);
			process.exit(2);
		},
	);
}
