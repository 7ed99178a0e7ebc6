import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../gates/packages';
import type { Fault } from './fault';

/** What tests read. */
const COPIED = [
	...['credentials', 'docs', 'examples', 'nodes', 'packages', 'sandbox', 'start', 'test', 'tools'],
	...['package.json', 'tsconfig.json'],
];

/** A copy of the code, because the sandbox is a process of its own, which Jest's transforms don't reach. */
export class Copy {
	readonly folder = join(root, '.build', 'planted');

	constructor() {
		rmSync(this.folder, { recursive: true, force: true });
		for (const name of COPIED) {
			cpSync(join(root, name), join(this.folder, name), {
				recursive: true,
				filter: (path) => !path.endsWith('dist'),
			});
		}
		symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'junction');
	}

	/** Returns a function that takes the fault out again. */
	plant({ file, from, to }: Fault): () => void {
		const path = join(this.folder, file);
		const code = readFileSync(path, 'utf8');
		const parts = code.split(from);
		if (parts.length !== 2) {
			throw new Error(`${file} has this code ${parts.length - 1} times: ${from}`);
		}
		writeFileSync(path, parts.join(to));
		return () => writeFileSync(path, code);
	}
}
