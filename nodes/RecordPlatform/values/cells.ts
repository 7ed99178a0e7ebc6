/**
 * Sets a cell of a record. A field can have any code, but a plain assignment to
 * `__proto__` would set the prototype.
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

/** The cell of a field; ignores inherited properties such as `constructor`. */
export function cellIn<Cell>(cells: Record<string, Cell> | undefined, code: string) {
	return cells !== undefined && Object.hasOwn(cells, code) ? cells[code] : undefined;
}
