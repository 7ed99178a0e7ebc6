/**
 * Sets a cell of a record. A field may have any code, and JavaScript takes an assignment to
 * `__proto__` for something else.
 */
export function setCell<Cell>(cells: Record<string, Cell>, code: string, cell: Cell): void {
	if (code !== '__proto__') {
		cells[code] = cell;
		return;
	}
	Object.defineProperty(cells, code, {
		value: cell,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}

/** The cell of a field; what every object of JavaScript has (`constructor`) is none. */
export function cellIn<Cell>(cells: Record<string, Cell> | undefined, code: string) {
	return cells !== undefined && Object.hasOwn(cells, code) ? cells[code] : undefined;
}
