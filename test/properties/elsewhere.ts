import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { runSubject } from './bench';
import type { RanElsewhere, RunElsewhere } from './places';

/** Runs what each line asks for and answers in a line of descriptor 3; the engine writes to the others. */
async function main(): Promise<void> {
	for await (const line of createInterface({ input: process.stdin })) {
		const { url, parameters, input, ...subject } = JSON.parse(line) as RunElsewhere;
		const ran = await runSubject(subject, url, parameters, input && { input }).then(
			({ error, output }): RanElsewhere => ({
				...(error && { error: error.message }),
				output: output.map(({ json }) => json),
			}),
			(error: unknown): RanElsewhere => ({ error: String(error), output: [] }),
		);
		writeSync(3, `${JSON.stringify(ran)}\n`);
	}
}

main().then(
	() => process.exit(0),
	() => process.exit(1),
);
