import type { Cell } from './cell';
import type { Column, Outcome } from './columns';

const SIGNS: Record<Outcome, string> = { done: 'd', 'not done': 'n', unknown: '?' };

/** The table: a row for each operation, a column for each fault, and the counts. */
export function picture(cells: Cell[], columns: Column[]): string {
	const rows = new Map<string, Map<string, Cell>>();
	for (const cell of cells) {
		const row = rows.get(cell.operation) ?? new Map<string, Cell>();
		rows.set(cell.operation, row.set(cell.column, cell));
	}
	const width = Math.max(0, ...[...rows.keys()].map(({ length }) => length));
	const heads = columns.map((_, at) => String(at + 1).padStart(2));
	const lines = [...rows].map(([operation, row]) =>
		[operation.padEnd(width), ...columns.map(({ name }) => signOf(row.get(name)))].join(' '),
	);
	const tried = cells.filter(({ applies }) => applies);
	const wrong = tried.filter((cell) => cell.wrong !== undefined);
	const saying = (one: Outcome) =>
		tried.filter(({ said }) => said.length > 0 && worst(said) === one).length;
	return [
		...columns.map(({ name }, at) => `${String(at + 1).padStart(2)} ${name}`),
		'',
		[''.padEnd(width), ...heads].join(' '),
		...lines,
		'',
		'd: done, n: not done, ?: may or may not have been done, !: wrong, blank: the operation has no such request',
		`${tried.length} cells of ${rows.size} operations and ${columns.length} faults: ` +
			`${saying('done')} done, ${saying('not done')} not done, ${saying('unknown')} unknown; ${wrong.length} wrong`,
	].join('\n');
}

function signOf(cell: Cell | undefined): string {
	if (cell === undefined || !cell.applies) return '  ';
	return ` ${cell.wrong === undefined ? SIGNS[worst(cell.said)] : '!'}`;
}

const worst = (said: Outcome[]): Outcome => said.find((one) => one !== 'done') ?? 'done';
