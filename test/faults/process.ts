import '../support/short-waits';
import type { ServiceName } from '../contract/apiData';
import { Bench, operations } from '../properties/bench';
import { SandboxProcess } from '../support/sandbox-process';
import { type Cell, Table } from './cell';
import { columns } from './columns';
import { brokenRow, type Choices } from './tester';

const { faults, variant } = JSON.parse(process.argv[2] ?? '') as Choices;
const sandbox = new SandboxProcess([
	...['--allow-host', '127.0.0.1', '--accept-cloud-watchers', '--deploy-ms', '0'],
]);
const tables = new Map<ServiceName, Promise<Table>>();

// The engine writes what workflows fail with to the console.
for (const name of ['log', 'error', 'warn', 'info', 'debug'] as const) console[name] = () => {};

async function tableOf(service: ServiceName): Promise<Table> {
	const known = tables.get(service);
	if (known) return await known;
	const opened = sandbox
		.url()
		.then(async (origin) => await Table.open(await Bench.open(origin, service)));
	tables.set(service, opened);
	return await opened;
}

async function rowOf(key: string): Promise<Cell[]> {
	const table = await tableOf(operations.find((one) => one.key === key)?.service as ServiceName);
	const subject = table.bench.subjects.find((one) => one.key === key);
	if (subject === undefined) throw new Error('the bench does not have it');
	const prepared = await table.prepare(subject, variant);
	const row: Cell[] = [];
	for (const column of columns.filter(({ name }) => faults.includes(name))) {
		row.push(
			...(await table.cell(prepared, column).then(
				(one) => [one],
				(error: unknown) => brokenRow(key, [column.name], String(error)),
			)),
		);
	}
	return row;
}

process.on('message', (key: string) => {
	void rowOf(key)
		.catch((error: unknown) => brokenRow(key, faults, String(error)))
		.then((row) => process.send?.(row));
});
process.on('disconnect', () => void sandbox.stop().then(() => process.exit()));
