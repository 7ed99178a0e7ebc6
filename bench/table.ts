import { ENTRIES } from './contenders';
import type { Measured } from './measure';
import type { Verdict } from './targets';

const COLUMNS = [
	['contender', 34],
	['requests', 10],
	['at once', 9],
	['connections', 12],
	['wall s', 9],
	['cpu s', 8],
	['of it n8n', 10],
	['peak MB', 9],
	['added MB', 10],
	['items MB', 10],
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
	const seconds = (ms: number) => (ms / 1000).toFixed(2);
	const name = ENTRIES.find(({ id }) => id === row.contender)?.name ?? row.contender;
	const cells = [
		row.records < row.size ? `${name} (${row.records})` : name,
		String(row.requests),
		String(row.mostRunning),
		String(row.connections),
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

const BESIDE = [
	['kind', 8],
	['records', 13],
	['wall s', 8],
	['fastest s', 11],
	['slowest s', 11],
	['ratio', 7],
	['requests', 10],
	['at once', 9],
	['429', 5],
	['cpu s', 8],
	['peak MB', 9],
	['sandbox s', 11],
] as const;

export function besideHeading(): string {
	return BESIDE.map(([name, width], at) =>
		at === 0 ? name.padEnd(width) : name.padStart(width),
	).join('');
}

/** A line for executions side by side. */
export function besideLine(row: Measured): string {
	const { eachMs = [row.wallMs] } = row;
	const seconds = (ms: number) => (ms / 1000).toFixed(2);
	const fastest = Math.min(...eachMs);
	const slowest = Math.max(...eachMs);
	const cells = [
		row.kind,
		`${eachMs.length} x ${row.size.toLocaleString('en')}`,
		seconds(row.wallMs),
		seconds(fastest),
		seconds(slowest),
		(slowest / fastest).toFixed(2),
		String(row.requests),
		String(row.mostRunning),
		String(row.tooMany),
		seconds(row.cpuMs),
		(row.peakBytes / 1024 / 1024).toFixed(0),
		seconds(row.sandboxMs),
	];
	return cells
		.map((cell, at) => {
			const width = BESIDE[at]?.[1] ?? 0;
			return at === 0 ? cell.padEnd(width) : cell.padStart(width);
		})
		.join('');
}

export function verdictLine({ what, found, passed }: Verdict): string {
	return `${passed ? 'pass' : 'FAIL'}  ${what.padEnd(46)} ${found}`;
}
