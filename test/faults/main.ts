import { Command, InvalidArgumentError } from 'commander';

import { Bench, operations, type ServiceName, type Subject } from '../properties/bench';
import { SandboxProcess } from '../support/sandbox-process';
import { type Cell, Table } from './cell';
import { columns } from './columns';
import { picture } from './picture';

const number = (text: string) => {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Use a number.');
	return Number(text);
};

const command = new Command('faults')
	.description('Tries every operation with everything that can go wrong with its requests')
	.option('--only <operation>', 'operations whose name contains this; several with commas', '')
	.option('--fault <name>', 'faults whose name contains this; several with commas', '')
	.option('--service <name>', 'recordPlatform or groupware', '')
	.option(
		'--variant <number>',
		'which example of an operation is run; 0 for the shortest',
		number,
		0,
	)
	.parse();

interface Options {
	only: string;
	fault: string;
	service: string;
	variant: number;
}

const { only, fault, service, variant } = command.opts<Options>();
const within = (text: string, names: string) =>
	names.split(',').some((name) => text.includes(name.trim()));
const isWanted = (one: { key: string; service: ServiceName }) =>
	within(one.key, only) && one.service.includes(service);
const wanted = columns.filter(({ name }) => within(name, fault));

async function main(): Promise<boolean> {
	// The engine writes what workflows fail with to the console.
	const print = console.log.bind(console);
	for (const name of ['log', 'error', 'warn', 'info', 'debug'] as const) console[name] = () => {};
	const cells: Cell[] = [];
	const sandbox = new SandboxProcess(['--allow-host', '127.0.0.1', '--accept-cloud-watchers']);
	try {
		const origin = await sandbox.url();
		const services = new Set(operations.filter(isWanted).map((one) => one.service));
		for (const name of services) {
			const table = await Table.open(await Bench.open(origin, name));
			for (const subject of table.bench.subjects.filter(isWanted)) {
				const row = await rowOf(table, subject);
				for (const { operation, column, wrong } of row) {
					if (wrong) print(`${operation}: ${column}: ${wrong}`);
				}
				cells.push(...row);
			}
			await table.close();
		}
	} finally {
		await sandbox.stop();
	}
	print(picture(cells, wanted));
	const tried = new Set(cells.filter(({ applies }) => applies).map(({ operation }) => operation));
	const untried = operations.filter((one) => isWanted(one) && !tried.has(one.key));
	if (untried.length > 0) print(`without a cell: ${untried.map(({ key }) => key).join(', ')}`);
	// With some of the faults, it is no wonder that an operation has none of their requests.
	const isWhole = wanted.length === columns.length;
	return cells.every(({ wrong }) => wrong === undefined) && !(isWhole && untried.length > 0);
}

/** The cells of an operation. One that can't be tried is wrong, and does not end the table. */
async function rowOf(table: Table, subject: Subject): Promise<Cell[]> {
	const row: Cell[] = [];
	const problem = (error: unknown) => `could not be tried: ${String(error)}`;
	const prepared = await table.prepare(subject, variant).catch(problem);
	for (const column of wanted) {
		const broken = (wrong: string): Cell => ({
			operation: subject.key,
			column: column.name,
			applies: true,
			said: [],
			wrong,
		});
		row.push(
			typeof prepared === 'string'
				? broken(prepared)
				: await table.cell(prepared, column).catch((error: unknown) => broken(problem(error))),
		);
	}
	return row;
}

main().then(
	(right) => process.exit(right ? 0 : 1),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(2);
	},
);
