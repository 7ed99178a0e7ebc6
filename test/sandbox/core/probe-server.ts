import { startSandbox } from '../../../sandbox/server';
import { probe } from './probe';
import type { ProbeOptions } from './running';

const { moreTables, ...options } = JSON.parse(process.argv[2] ?? '{}') as ProbeOptions;
const service = moreTables ? { ...probe, schema: `${probe.schema} create table more ();` } : probe;

startSandbox({ services: [service], quiet: true, ...options }).then(
	(sandbox) => {
		process.stdout.write(`${JSON.stringify(sandbox)}\n`);
		// The test holds the other end: however it ends, this process does too.
		process.stdin.resume().on('end', () => {
			void sandbox.close().then(() => process.exit(0));
		});
	},
	(error: unknown) => {
		process.stderr.write(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
