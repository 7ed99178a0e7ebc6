import type { RoundingMode } from '../decimal';
import type { FormField, FormFields } from '../form';
import { computedFields, formatResult, toFormulaValue } from './cells';
import { evaluate } from './evaluate';
import { type Expression, FormulaError, parseFormula } from './parse';
import { fail, NotComputable, type FormulaScope, type Value } from './values';

type Cells = Record<string, unknown>;

interface TableRow {
	id: string;
	value: Cells;
}

export interface FormulaSettings {
	precision: { decimalPlaces: number; roundingMode: RoundingMode };
	timeZone: string;
	/** What is not in the cells: creation time and the like, by field code. */
	system: Cells;
}

/** Recomputes every computed cell of a record in place; what cannot be computed becomes "". */
export function computeCells(form: FormFields, cells: Cells, settings: FormulaSettings): void {
	const tables = Object.values(form).filter((field) => field.type === 'SUBTABLE');
	if (
		computedFields(form).length === 0 &&
		!tables.some((table) => computedFields(table.fields ?? {}).length > 0)
	) {
		return;
	}
	new Computation(form, tables, cells, settings).run();
}

class Computation {
	private readonly busy = new Set<string>();
	private readonly done = new Map<string, Value | undefined>();

	constructor(
		private readonly form: FormFields,
		private readonly tables: FormField[],
		private readonly cells: Cells,
		private readonly settings: FormulaSettings,
	) {}

	run(): void {
		for (const field of computedFields(this.form)) this.topLevel(field.code);
		for (const table of this.tables) {
			for (const inner of computedFields(table.fields ?? {})) {
				this.rows(table).forEach((row, index) => this.inRow(table, row, index, inner.code));
			}
		}
	}

	/** The value of a field of the record; the list of its values when it is in a table; undefined when not computable. */
	private topLevel(code: string): Value | undefined {
		const field = this.form[code];
		if (field && field.type !== 'SUBTABLE') {
			return this.once(code, field, this.cells, (other) => this.topLevel(other));
		}
		const table = this.tables.find((entry) => entry.fields?.[code]);
		if (!table) return undefined;
		const values = this.rows(table).map((row, index) => this.inRow(table, row, index, code));
		return values.every((value) => value !== undefined) ? values : undefined;
	}

	private inRow(table: FormField, row: TableRow, index: number, code: string): Value | undefined {
		const field = table.fields?.[code];
		if (!field) return this.topLevel(code);
		return this.once(`${table.code}/${index}/${code}`, field, row.value, (other) =>
			this.inRow(table, row, index, other),
		);
	}

	/** The value of one cell, computed first when it has a formula; a circle counts as not computable. */
	private once(
		key: string,
		field: FormField,
		cells: Cells,
		read: (code: string) => Value | undefined,
	): Value | undefined {
		if (this.done.has(key)) return this.done.get(key);
		if (this.busy.has(key)) return undefined;
		if (field.expression) {
			this.busy.add(key);
			cells[field.code] = this.result(field, read);
			this.busy.delete(key);
		}
		const cell = Object.hasOwn(cells, field.code)
			? cells[field.code]
			: this.settings.system[field.code];
		const failed = field.type === 'CALC' && cell === '';
		const value = failed ? undefined : toFormulaValue(field, cell);
		this.done.set(key, value);
		return value;
	}

	private result(field: FormField, read: (code: string) => Value | undefined): string {
		const scope: FormulaScope = {
			field: (code) => read(code) ?? fail(),
			precision: this.settings.precision,
			timeZone: this.settings.timeZone,
		};
		try {
			return formatResult(field, evaluate(parsed(field.expression ?? ''), scope));
		} catch (error) {
			if (error instanceof NotComputable || error instanceof FormulaError) return '';
			throw error;
		}
	}

	private rows(table: FormField): TableRow[] {
		const rows = this.cells[table.code];
		return Array.isArray(rows) ? (rows as TableRow[]) : [];
	}
}

const cache = new Map<string, Expression>();
const CACHE_SIZE = 1000;

function parsed(source: string): Expression {
	const known = cache.get(source);
	if (known) return known;
	if (cache.size >= CACHE_SIZE) cache.clear();
	const expression = parseFormula(source);
	cache.set(source, expression);
	return expression;
}
