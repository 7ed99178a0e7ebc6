const lineWidth = 120;
const narrowestCut = 24;

/** Rows as aligned text: a header, a rule, a line a row, cut to what a terminal shows. */
export function table(rows: Array<Record<string, unknown>>): string {
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const cut = Math.max(narrowestCut, Math.floor(lineWidth / Math.max(names.length, 1)) - 2);
	const columns = fitting(
		names.map((name) => [name, ...rows.map((row) => cell(row[name]))].map((t) => shorten(t, cut))),
	);
	const lines = rows.map((_, row) => columns.map((column) => pad(column[row + 1] ?? '', column)));
	const head = columns.map((column) => pad(column[0] ?? '', column));
	const rule = columns.map((column) => '-'.repeat(widest(column)));
	const text = [head, rule, ...lines].map((line) => `  ${line.join('  ').trimEnd()}`);
	const left = names.length - columns.length;
	return [...text, ...(left > 0 ? [`  (and ${left} more columns)`] : [])].join('\n');
}

/** The first columns that have room beside each other. */
function fitting(columns: string[][]): string[][] {
	let room = lineWidth;
	return columns.filter((column, index) => {
		room -= widest(column) + 2;
		return index === 0 || room >= 0;
	});
}

/** A value as a person reads it; a service's `{type, value}` is its value. */
function cell(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value);
	const { type, value: inner } = value as { type?: unknown; value?: unknown };
	if (typeof type === 'string' && inner !== undefined) return cell(inner);
	return JSON.stringify(value);
}

function shorten(text: string, cut: number): string {
	const line = text.replaceAll(/\s+/g, ' ');
	if (widthOf(line) <= cut) return line;
	let kept = '';
	for (const character of line) {
		if (widthOf(kept + character) >= cut) break;
		kept += character;
	}
	return `${kept}…`;
}

const widest = (column: string[]) => Math.max(...column.map(widthOf));

const pad = (text: string, column: string[]) => text + ' '.repeat(widest(column) - widthOf(text));

const doubleWidth =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Columns of a terminal: East Asian letters take two. */
function widthOf(text: string): number {
	return [...text].reduce((width, letter) => width + (doubleWidth.test(letter) ? 2 : 1), 0);
}
