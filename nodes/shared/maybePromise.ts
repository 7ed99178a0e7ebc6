/** Uses a value directly if it isn't a promise, because 10,000 promises take time. */
export function thenMaybe<Value, Result>(
	value: Value | Promise<Value>,
	use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
	return value instanceof Promise ? value.then(use) : use(value);
}
