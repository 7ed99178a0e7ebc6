import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import '../../test/support/short-waits';
import { root } from '../../test/gates/packages';
import { serviceNames } from '../../test/contract/apiData';
import { testedServices } from '../../test/contract/services';
import { Bench, runSubject, type Subject } from '../../test/properties/bench';
import { nodeTypeOf } from '../../test/support/nodeType';
import { SandboxProcess } from '../../test/support/sandbox-process';
import { behaviors } from '../../test/properties/behaviors';
import { countPolls } from './polls';
import { page, type Row } from './page';

/**
 * Counts the requests of each operation with one item and of each kind of poll, and writes
 * docs/requests.md: `npm run requests`.
 */
async function main(): Promise<void> {
	const sandbox = new SandboxProcess([...behaviors.sandbox.flags, '--deploy-ms', '0']);
	// The engine writes what workflows fail with to the console.
	const print = console.log.bind(console);
	for (const name of ['log', 'error', 'warn', 'info', 'debug'] as const) console[name] = () => {};
	try {
		const url = await sandbox.url();
		const rows: Row[] = [];
		for (const service of serviceNames) {
			const bench = await Bench.open(url, service);
			for (const subject of bench.subjects) rows.push(await countsOf(bench, subject));
		}
		const file = join(root, 'docs', 'requests.md');
		writeFileSync(file, page(rows, await countPolls(url)));
		print(file);
	} finally {
		await sandbox.stop();
	}
}

/** An operation of a published workflow with as little as possible, twice, and with each of its options. */
async function countsOf(bench: Bench, subject: Subject): Promise<Row> {
	const [example] = await bench.prepare(subject, 0);
	if (example === undefined) throw new Error(`There is no example of ${subject.key}.`);
	const { minimal, full, input } = example;
	/** @param credential what is remembered for one is not for another */
	const count = async (parameters: IDataObject, credential: string) => {
		await bench.tenant.restore('case');
		await fetch(`${bench.tenant.url}/_sandbox/requests`, { method: 'DELETE' });
		const { url } = bench.tenant;
		const outcome = await runSubject(subject, url, parameters, {
			...(input && { input }),
			baseUrl: `${url}/g/#${subject.key}-${credential}`,
			isPublished: true,
		});
		const problem = outcome.error ?? outcome.errors[0];
		if (problem) throw new Error(`${subject.key} failed: ${JSON.stringify(problem)}`);
		const answer = await fetch(`${bench.tenant.url}/_sandbox/requests`);
		const { requests } = (await answer.json()) as { requests: Array<{ path: string }> };
		return requests.filter(({ path }) => !path.includes('/_sandbox')).length;
	};
	const first = await count(minimal, 'minimal');
	const again = await count(minimal, 'minimal');
	const others: number[] = [];
	for (const [at, one] of full.entries()) others.push(await count(one, String(at)));
	const { catalogue } = testedServices[bench.service];
	const [value, operation] = subject.key.split('.');
	const resource = catalogue.resources.find((one) => one.value === value);
	const isOfAdmin = nodeTypeOf(bench.service, value, operation).endsWith('Admin');
	return {
		node: `${catalogue.name}${isOfAdmin ? ' Admin' : ''}`,
		resource: resource?.name ?? '',
		operation: subject.operation.name,
		first,
		again,
		most: Math.max(again, ...others),
	};
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(1);
	},
);
