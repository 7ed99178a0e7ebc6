/** Uses a value at once where it is there already: a promise for each of ten thousand items takes its time. */
export function onceThere<Value, Result>(
	value: Value | Promise<Value>,
	use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
	return value instanceof Promise ? value.then(use) : use(value);
}
