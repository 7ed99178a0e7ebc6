import { availableParallelism } from 'node:os';

import { Command, InvalidArgumentError } from 'commander';

import type { ServiceName } from '../contract/apiData';
import { operations } from '../properties/bench';
import type { Cell } from './cell';
import { columns } from './columns';
import { picture } from './picture';
import { Tester } from './tester';
import { exitWith } from '../support/exit';

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
	.option(
		'--jobs <number>',
		'operations tried at the same time, each with a sandbox of its own',
		number,
		Math.min(availableParallelism(), 4),
	)
	.parse();

interface Options {
	only: string;
	fault: string;
	service: string;
	variant: number;
	jobs: number;
}

const { only, fault, service, variant, jobs } = command.opts<Options>();
const within = (text: string, names: string) =>
	names.split(',').some((name) => text.includes(name.trim()));
const isWanted = (one: { key: string; service: ServiceName }) =>
	within(one.key, only) && one.service.includes(service);
const wanted = columns.filter(({ name }) => within(name, fault));
const subjects = operations.filter(isWanted);
if (subjects.length === 0) command.error('No operation has such a name.');
if (wanted.length === 0) command.error('No fault has such a name.');

async function main(): Promise<boolean> {
	const rows = new Map<string, Cell[]>();
	const left = subjects.map(({ key }) => key);
	const names = wanted.map(({ name }) => name);
	/** Half of the jobs begin at the end, so that most of them need one service only. */
	const job = async (_: unknown, at: number) => {
		const tester = new Tester(names, variant);
		const next = () => (at % 2 === 0 ? left.shift() : left.pop());
		for (let key = next(); key !== undefined; key = next()) {
			const row = await tester.row(key);
			rows.set(key, row);
			const tried = row.filter(({ applies }) => applies);
			const wrongs = row.filter(({ wrong }) => wrong !== undefined);
			console.log(
				`${rows.size}/${subjects.length} ${key}: ${tried.length} cells, ${wrongs.length} wrong`,
			);
			for (const { column, wrong } of wrongs) console.log(`${key}: ${column}: ${wrong}`);
		}
		await tester.end();
	};
	await Promise.all(Array.from({ length: Math.max(1, Math.min(jobs, subjects.length)) }, job));
	const cells = subjects.flatMap(({ key }) => rows.get(key) ?? []);
	console.log(picture(cells, wanted));
	const tried = new Set(cells.filter(({ applies }) => applies).map(({ operation }) => operation));
	const untried = subjects.filter(({ key }) => !tried.has(key));
	if (untried.length > 0)
		console.log(`without a cell: ${untried.map(({ key }) => key).join(', ')}`);
	// With some of the faults, it is no wonder that an operation has none of their requests.
	const isWhole = wanted.length === columns.length;
	return cells.every(({ wrong }) => wrong === undefined) && !(isWhole && untried.length > 0);
}

exitWith(main());
