import type { InputErrors, Reader } from '../input/readers';
import { badValue, missing, notAmong, tooLarge, tooLong, tooSmall } from './errors';
import { idOf, within } from './values';

export const inputErrors: InputErrors = {
	wrongType: badValue,
	missing,
	tooShort: badValue,
	tooLong,
	tooSmall,
	tooLarge,
	tooMany: badValue,
	notOffered: notAmong,
};

/** Characters are counted as people do: one outside the basic plane is one. */
export function text(minimum: number, maximum = Infinity): Reader<string> {
	return (value, path, errors) => {
		if (value === undefined || value === null) throw errors.missing(path);
		if (value === '' && minimum > 0) throw errors.missing(path);
		if (typeof value !== 'string') throw errors.wrongType(path);
		if ([...value].length > maximum) throw errors.tooLong(path, maximum);
		return value;
	};
}

export function choice<const Offered extends string>(offered: readonly Offered[]): Reader<Offered> {
	return (value, path, errors) => {
		const read = text(0)(value, path, errors);
		const found = offered.find((one) => one === read);
		if (found === undefined) throw errors.notOffered(path, offered);
		return found;
	};
}

export const boolean: Reader<boolean> = (value, path, errors) => {
	if (typeof value !== 'boolean') throw errors.wrongType(path);
	return value;
};

export function integer(minimum: number, maximum: number): Reader<number> {
	return (value, path, errors) => {
		if (value === undefined || value === null) throw errors.missing(path);
		return within(value, path, minimum, maximum);
	};
}

/** 0, the ID of nothing, for more digits than an ID can have. */
export const id: Reader<number> = (value, path, errors) => {
	if (value === undefined || value === null) throw errors.missing(path);
	return idOf(value, path) ?? 0;
};
