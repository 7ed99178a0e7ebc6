/** The error of a service for each thing that can be wrong with a value; `path` says where it is. */
export interface InputErrors {
	wrongType(path: string): Error;
	missing(path: string): Error;
	tooShort(path: string, minimum: number): Error;
	tooLong(path: string, maximum: number): Error;
	tooSmall(path: string, minimum: number): Error;
	tooLarge(path: string, maximum: number): Error;
	tooMany(path: string, maximum: number): Error;
	notOffered(path: string, offered: readonly string[]): Error;
}

/** Gives the value typed, or throws the error of the service. */
export type Reader<Value> = (value: unknown, path: string, errors: InputErrors) => Value;
export type Read<Of> = Of extends Reader<infer Value> ? Value : never;

const isAbsent = (value: unknown): value is null | undefined =>
	value === undefined || value === null;
const isBlank = (value: unknown) => isAbsent(value) || value === '';

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of which nothing is known here. */
export const anything: Reader<unknown> = (value) => value;

/** Numbers count as text. */
export function text(minimum: number, maximum = Infinity): Reader<string> {
	return (value, path, errors) => {
		if (isAbsent(value) || (value === '' && minimum > 0)) throw errors.missing(path);
		if (typeof value !== 'string' && typeof value !== 'number') throw errors.wrongType(path);
		const read = String(value);
		if (read.length > maximum) throw errors.tooLong(path, maximum);
		if (read.length < minimum) throw errors.tooShort(path, minimum);
		return read;
	};
}

export function choice<const Offered extends string>(offered: readonly Offered[]): Reader<Offered> {
	return (value, path, errors) => {
		const read = text(1)(value, path, errors);
		const found = offered.find((one) => one === read);
		if (found === undefined) throw errors.notOffered(path, offered);
		return found;
	};
}

export const boolean: Reader<boolean> = (value, path, errors) => {
	if (isBlank(value)) throw errors.missing(path);
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw errors.wrongType(path);
};

const LARGEST = 9223372036854775807n;

/** A whole number, as number or text. */
const whole: Reader<bigint> = (value, path, errors) => {
	if (isBlank(value)) throw errors.missing(path);
	if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
	if (typeof value === 'string' && /^\s*[+-]?\d{1,19}\s*$/.test(value)) {
		const number = BigInt(value.trim().replace(/^\+/, ''));
		if (number <= LARGEST) return number;
	}
	throw errors.wrongType(path);
};

/** Decimal digits of 1 or more. */
export const id: Reader<string> = (value, path, errors) => {
	const number = whole(value, path, errors);
	if (number < 1n) throw errors.tooSmall(path, 1);
	return number.toString();
};

/** Undefined when the revision is not to be checked. */
export const revision: Reader<string | undefined> = (value, path, errors) => {
	if (isBlank(value)) return undefined;
	const number = whole(value, path, errors);
	return number === -1n ? undefined : number.toString();
};

export function integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER): Reader<number> {
	return (value, path, errors) => {
		const number = whole(value, path, errors);
		if (number < BigInt(minimum)) throw errors.tooSmall(path, minimum);
		if (number > BigInt(maximum)) throw errors.tooLarge(path, maximum);
		return Number(number);
	};
}

/** Too short a list counts as missing. */
export function list<Value>(each: Reader<Value>, minimum = 0, maximum = Infinity): Reader<Value[]> {
	return (value, path, errors) => {
		if (isAbsent(value)) throw errors.missing(path);
		if (!Array.isArray(value)) throw errors.wrongType(path);
		if (value.length < minimum) throw errors.missing(path);
		if (value.length > maximum) throw errors.tooMany(path, maximum);
		return value.map((one, index) => each(one, `${path}[${index}]`, errors));
	};
}

/** An object with names of the caller's. */
export function map<Value>(each: Reader<Value>): Reader<Record<string, Value>> {
	return (value, path, errors) => {
		if (isAbsent(value)) throw errors.missing(path);
		if (!isObject(value)) throw errors.wrongType(path);
		return Object.fromEntries(
			Object.entries(value).map(([key, one]) => [key, each(one, `${path}[${key}]`, errors)]),
		);
	};
}

/** An object of which these keys are read, in this order. */
export function object<Keys extends Record<string, Reader<unknown>>>(
	keys: Keys,
): Reader<{ [Key in keyof Keys]: Read<Keys[Key]> }> {
	const known = Object.entries(keys);
	return (value, path, errors) => {
		if (isAbsent(value)) throw errors.missing(path);
		if (!isObject(value)) throw errors.wrongType(path);
		const read = known.map(([key, reader]) => {
			const sent = Object.hasOwn(value, key) ? value[key] : undefined;
			return [key, reader(sent, path === '' ? key : `${path}.${key}`, errors)];
		});
		return Object.fromEntries(read) as { [Key in keyof Keys]: Read<Keys[Key]> };
	};
}

/** Undefined where there is nothing, or null. */
export function optional<Value>(reader: Reader<Value>): Reader<Value | undefined> {
	return (value, path, errors) => (isAbsent(value) ? undefined : reader(value, path, errors));
}

/** Empty text is as good as nothing: what is not text has no empty value. */
export function unlessBlank<Value>(reader: Reader<Value>): Reader<Value | undefined> {
	return (value, path, errors) => (isBlank(value) ? undefined : reader(value, path, errors));
}

/** `otherwise` where there is nothing, null, or empty text. */
export function or<Value>(reader: Reader<Value>, otherwise: Value): Reader<Value> {
	return (value, path, errors) => (isBlank(value) ? otherwise : reader(value, path, errors));
}
