import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { exitCode } from '../../bench/targets';
import { builtFile, packages, root } from './packages';

const bench = (...flags: string[]) =>
	spawnSync(process.execPath, ['--import', 'tsx', join(root, 'bench', 'main.ts'), ...flags], {
		cwd: root,
		encoding: 'utf8',
	});

describe('npm run bench', () => {
	it('measures our node and the floor with a few records', () => {
		for (const one of packages) builtFile(one, one.manifest.n8n.nodes[0] ?? '');
		const few = ['--sizes', '100', '--kinds', 'insert', '--delay', '0', '--per-record', '0'];
		const { stdout, stderr, status } = bench(...few, '--contenders', 'node,floor', '--json');
		if (status !== 0) throw new Error(`It ended with ${status}. ${stderr}`);
		const { rows } = JSON.parse(stdout) as { rows: object[] };
		expect(rows).toMatchObject([
			{ contender: 'node', kind: 'insert', records: 100 },
			{ contender: 'floor', kind: 'insert', records: 100, requests: 1 },
		]);
	});

	it('ends with 2 if it could not measure, with 1 if a target was missed', () => {
		const verdict = (passed: boolean) => ({ what: 'insert: requests', found: '6', passed });
		expect(exitCode(0, [verdict(true)])).toBe(0);
		expect(exitCode(0, [verdict(true), verdict(false)])).toBe(1);
		expect(exitCode(1, [verdict(false)])).toBe(2);
		expect(bench('--kinds', 'none').status).toBe(2);
	});
});
