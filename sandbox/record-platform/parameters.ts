import { isObject } from '../input/readers';
import { invalid, ServiceError } from './errors';

const REQUIRED = 'Required field.';
const MAXIMUM_ID = 9223372036854775807n;

/**
 * Typed access to the parameters of one call. IDs, revisions and counts come as number or string, booleans as
 * `true` or `"true"` (facts, section 2); a wrong JSON type is CB_IJ01, anything else CB_VA01 under the name.
 */
export class Parameters {
	constructor(
		private readonly values: Record<string, unknown>,
		private readonly prefix = '',
	) {}

	/** The name as error bodies tell it. */
	path(name: string): string {
		return `${this.prefix}${name}`;
	}

	/** Everything as it was sent. */
	all(): Record<string, unknown> {
		return this.values;
	}

	has(name: string): boolean {
		return this.raw(name) !== undefined;
	}

	raw(name: string): unknown {
		const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
		return value === null ? undefined : value;
	}

	/** An ID of 1 or more, as a decimal string. */
	id(name: string): string {
		return this.optionalId(name) ?? this.missing(name);
	}

	optionalId(name: string): string | undefined {
		const value = this.raw(name);
		if (value === undefined || value === '') return undefined;
		return this.idOf(value, name);
	}

	ids(name: string): string[] {
		return this.list(name).map((value, index) => this.idOf(value, `${name}[${index}]`));
	}

	/** Expected revision; undefined when it is not to be checked (missing or -1). */
	revision(name = 'revision'): string | undefined {
		return revisionOf(this.raw(name));
	}

	integer(name: string, range: { minimum: number; maximum: number; default: number }): number {
		const value = this.raw(name);
		if (value === undefined || value === '') return range.default;
		const number = wholeNumber(value);
		if (number < BigInt(range.minimum)) {
			throw invalid(this.path(name), `must be greater than or equal to ${range.minimum}`);
		}
		if (number > BigInt(range.maximum)) {
			throw invalid(this.path(name), `must be less than or equal to ${range.maximum}`);
		}
		return Number(number);
	}

	boolean(name: string): boolean {
		return this.optionalBoolean(name) ?? false;
	}

	optionalBoolean(name: string): boolean | undefined {
		const value = this.raw(name);
		if (value === undefined || value === '') return undefined;
		if (value === true || value === 'true') return true;
		if (value === false || value === 'false') return false;
		throw new ServiceError('CB_IJ01');
	}

	text(name: string, limits: { maximum?: number } = {}): string {
		const value = this.optionalText(name, limits);
		return value === undefined || value === '' ? this.missing(name) : value;
	}

	optionalText(name: string, limits: { maximum?: number } = {}): string | undefined {
		const value = this.raw(name);
		if (value === undefined) return undefined;
		if (typeof value !== 'string' && typeof value !== 'number') throw new ServiceError('CB_IJ01');
		const text = String(value);
		if (limits.maximum !== undefined && text.length > limits.maximum) {
			throw invalid(this.path(name), `Enter less than ${limits.maximum + 1} characters.`);
		}
		return text;
	}

	oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
		const text = this.optionalText(name);
		if (text === undefined || text === '') return undefined;
		const found = values.find((value) => value === text);
		if (found === undefined) throw invalid(this.path(name), 'must be one of the enum value');
		return found;
	}

	/** A list, empty when missing. */
	list(name: string): unknown[] {
		const value = this.raw(name);
		if (value === undefined) return [];
		if (!Array.isArray(value)) throw new ServiceError('CB_IJ01');
		return value;
	}

	texts(name: string): string[] {
		return this.list(name).map((value) => {
			if (typeof value !== 'string' && typeof value !== 'number') throw new ServiceError('CB_IJ01');
			return String(value);
		});
	}

	object(name: string): Record<string, unknown> | undefined {
		const value = this.raw(name);
		if (value === undefined) return undefined;
		if (!isObject(value)) throw new ServiceError('CB_IJ01');
		return value;
	}

	/** The parameters inside an object, keyed below its name in errors. */
	inside(name: string): Parameters | undefined {
		const value = this.object(name);
		return value && new Parameters(value, `${this.path(name)}.`);
	}

	/** The elements of a list of objects, each with its index in errors. */
	elements(name: string): Parameters[] {
		return this.list(name).map((value, index) => {
			if (!isObject(value)) throw new ServiceError('CB_IJ01');
			return new Parameters(value, `${this.path(name)}[${index}].`);
		});
	}

	missing(name: string): never {
		throw invalid(this.path(name), REQUIRED);
	}

	private idOf(value: unknown, name: string): string {
		const number = wholeNumber(value);
		if (number < 1n) throw invalid(this.path(name), 'must be greater than or equal to 1');
		return number.toString();
	}
}

/** A revision as sent, undefined when it is not to be checked. */
export function revisionOf(value: unknown): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const number = wholeNumber(value);
	return number === -1n ? undefined : number.toString();
}

function wholeNumber(value: unknown): bigint {
	if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
	if (typeof value === 'string' && /^\s*[+-]?\d{1,19}\s*$/.test(value)) {
		const number = BigInt(value.trim().replace(/^\+/, ''));
		if (number <= MAXIMUM_ID) return number;
	}
	throw new ServiceError('CB_IJ01');
}
