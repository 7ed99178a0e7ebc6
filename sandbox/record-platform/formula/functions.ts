import { DateTime } from 'luxon';
import { type Decimal, rounded, type RoundingMode, wholePart, ZERO } from '../decimal';
import { fail, type FormulaScope, toBoolean, toNumber, toText, type Value } from './values';

type Argument = () => Value;

interface FormulaFunction {
	minimum: number;
	maximum: number;
	/** Arguments come unevaluated, so that IF leaves the other branch alone. */
	run(given: Argument[], scope: FormulaScope): Value;
}

const MANY = 32;

function rounding(mode: RoundingMode | 'HALF_UP'): FormulaFunction {
	return {
		minimum: 1,
		maximum: 2,
		run(given) {
			const places = Number(wholePart(toNumber(value(given, 1) ?? ZERO)));
			if (Math.abs(places) > 100) return fail();
			return rounded(toNumber(value(given, 0) ?? fail()), places, mode);
		},
	};
}

/** The functions a formula can use, by name. */
export const FUNCTIONS: Record<string, FormulaFunction> = {
	SUM: {
		minimum: 1,
		maximum: MANY,
		run: (given) =>
			given
				.flatMap((argument) => flatten(argument()))
				.reduce<Decimal>((sum, entry) => sum.plus(toNumber(entry)), ZERO),
	},
	IF: {
		minimum: 3,
		maximum: 3,
		run: (given) => value(given, toBoolean(value(given, 0) ?? fail()) ? 1 : 2) ?? fail(),
	},
	AND: { minimum: 1, maximum: MANY, run: (given) => given.every((entry) => toBoolean(entry())) },
	OR: { minimum: 1, maximum: MANY, run: (given) => given.some((entry) => toBoolean(entry())) },
	NOT: { minimum: 1, maximum: 1, run: (given) => !toBoolean(value(given, 0) ?? fail()) },
	ROUND: rounding('HALF_UP'),
	ROUNDUP: rounding('UP'),
	ROUNDDOWN: rounding('DOWN'),
	YEN: {
		minimum: 1,
		maximum: 2,
		run(given) {
			const places = Number(wholePart(toNumber(value(given, 1) ?? ZERO)));
			if (Math.abs(places) > 100) return fail();
			const text = rounded(toNumber(value(given, 0) ?? fail()), places, 'HALF_UP').toString();
			const [whole = '', fraction] = text.split('.');
			const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
			return `¥${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
		},
	},
	DATE_FORMAT: {
		minimum: 3,
		maximum: 3,
		run(given, scope) {
			const seconds = toNumber(value(given, 0) ?? fail());
			const pattern = toText(value(given, 1) ?? fail());
			const zone = toText(value(given, 2) ?? fail());
			const moment = DateTime.fromSeconds(Number(seconds.toString()), {
				zone: zone === 'system' ? scope.timeZone : zone,
			});
			// YYYY and DD are accepted as year and day, as the service does.
			const luxonPattern = pattern.replace(/Y/g, 'y').replace(/D/g, 'd');
			return moment.isValid ? moment.toFormat(luxonPattern, { locale: 'en' }) : fail();
		},
	},
	CONTAINS: {
		minimum: 2,
		maximum: 2,
		run(given) {
			const list = value(given, 0);
			if (!Array.isArray(list)) return fail();
			const wanted = toText(value(given, 1) ?? fail());
			return flatten(list).some((entry) => toText(entry) === wanted);
		},
	},
};

function value(given: Argument[], index: number): Value | undefined {
	return given[index]?.();
}

function flatten(entry: Value): Value[] {
	return Array.isArray(entry) ? entry.flatMap(flatten) : [entry];
}
