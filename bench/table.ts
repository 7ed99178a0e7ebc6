import { ENTRIES } from './contenders';
import type { Measured } from './measure';
import type { Verdict } from './targets';

const COLUMNS = [
	['contender', 34],
	['requests', 10],
	['connections', 12],
	['wall s', 9],
	['cpu s', 8],
	['of it n8n', 10],
	['peak MB', 9],
	['added MB', 9],
	['items MB', 9],
	['sandbox s', 10],
] as const;

/** Lines that introduce a size and kind. */
export function heading({ size, kind }: Measured): string[] {
	const names = COLUMNS.map(([name, width], at) =>
		at === 0 ? name.padEnd(width) : name.padStart(width),
	);
	return ['', `${kind} ${size.toLocaleString('en')} records`, names.join('')];
}

export function line(row: Measured): string {
	const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);
	// Of few records, the median of many executions.
	const seconds = (ms: number) => (ms / 1000).toFixed(row.size < 1_000 ? 4 : 2);
	const count = (number: number) => String(Math.round(number * 100) / 100);
	const name = ENTRIES.find(({ id }) => id === row.contender)?.name ?? row.contender;
	const cells = [
		row.records < row.size ? `${name} (${row.records})` : name,
		count(row.requests),
		count(row.connections),
		seconds(row.wallMs),
		seconds(row.cpuMs),
		row.parametersMs === undefined ? '' : seconds(row.parametersMs),
		megabytes(row.peakBytes),
		megabytes(row.extraBytes),
		row.itemsBytes === undefined ? '' : megabytes(row.itemsBytes),
		seconds(row.sandboxMs),
	];
	return cells
		.map((cell, at) => {
			const width = COLUMNS[at]?.[1] ?? 0;
			return at === 0 ? cell.padEnd(width) : cell.padStart(width);
		})
		.join('');
}

export function verdictLine({ what, found, passed }: Verdict): string {
	return `${passed ? 'pass' : 'FAIL'}  ${what.padEnd(46)} ${found}`;
}
