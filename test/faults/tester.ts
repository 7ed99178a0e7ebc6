import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

import type { Cell } from './cell';

/** What a tester's process is started with. */
export interface Choices {
	/** Names of the faults. */
	faults: string[];
	/** Which example of an operation is run. */
	variant: number;
}

/** A process with a sandbox of its own, which tries one operation after the other. */
export class Tester {
	private readonly child: ChildProcess;

	constructor(
		private readonly faults: string[],
		variant: number,
	) {
		const choices: Choices = { faults, variant };
		this.child = fork(join(__dirname, 'process.ts'), [JSON.stringify(choices)], {
			execArgv: ['--import', 'tsx'],
		});
	}

	/** The cells of an operation. If the process ends, those of the operation are wrong. */
	async row(operation: string): Promise<Cell[]> {
		const { child } = this;
		return await new Promise<Cell[]>((resolve) => {
			const ended = () => resolve(brokenRow(operation, this.faults, 'its process has ended'));
			if (!child.connected) return ended();
			child.once('exit', ended);
			child.once('message', (row: Cell[]) => {
				child.off('exit', ended);
				resolve(row);
			});
			child.send(operation);
		});
	}

	async end(): Promise<void> {
		if (!this.child.connected) return;
		const ended = new Promise((resolve) => this.child.once('exit', resolve));
		this.child.disconnect();
		await ended;
	}
}

/** An operation that can't be tried is wrong, and does not end the table. */
export const brokenRow = (operation: string, faults: string[], problem: string): Cell[] =>
	faults.map((column) => ({
		operation,
		column,
		applies: true,
		said: [],
		wrong: `could not be tried: ${problem}`,
	}));
