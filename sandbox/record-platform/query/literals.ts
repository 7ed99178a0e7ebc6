import { invalid } from '../errors';
import type { Value } from './ast';
import type { QueryContext } from './context';
import {
	callersTime,
	parseDate,
	parseDateTime,
	parseTime,
	spanOfDates,
	spanOfMinute,
	spanOfSeconds,
	type Span,
} from './dates';
import type { Kind } from './field-kinds';
import { daysOf, expectNoArguments, isDateFunction } from './functions';

/** What a value of a query means for a field of some kind. Texts are as written; `''` asks for empty fields. */
export type Meaning = { kind: 'text'; text: string } | { kind: 'span'; span: Span };

const USER_TYPES = ['CREATOR', 'MODIFIER', 'USER_SELECT', 'STATUS_ASSIGNEE'];
const DAY_KINDS: Kind[] = ['date', 'datetime', 'instant'];

/**
 * Gives undefined for a literal that is no value of the field's kind (a NUMBER and "abc"): no record can equal it.
 * Throws CB_VA01 for a function the field's type does not know, and what the functions throw for wrong arguments.
 */
export function meaningOf(
	value: Value,
	field: { type: string; kind: Kind },
	context: QueryContext,
): Meaning | undefined {
	if (value.kind === 'literal') return literalMeaning(value.text, field.kind, context);
	if (isDateFunction(value.name)) {
		const days = daysOf(value, context.now, context.timeZone);
		if (!DAY_KINDS.includes(field.kind)) throw unsuitable(value.name, field.type);
		if (field.kind === 'date') return { kind: 'span', span: spanOfDates(days) };
		const span = value.name === 'NOW' ? spanOfMinute(days.first) : spanOfSeconds(days);
		return { kind: 'span', span };
	}
	if (value.name === 'LOGINUSER') {
		expectNoArguments(value.arguments);
		if (!USER_TYPES.includes(field.type)) throw unsuitable(value.name, field.type);
		return { kind: 'text', text: context.login };
	}
	if (value.name === 'PRIMARY_ORGANIZATION') {
		expectNoArguments(value.arguments);
		if (field.type !== 'ORGANIZATION_SELECT') throw unsuitable(value.name, field.type);
		const [primary] = context.organizations;
		return primary === undefined ? undefined : { kind: 'text', text: primary };
	}
	throw invalid('query', `The query is wrong: there is no function ${value.name}().`);
}

function unsuitable(name: string, type: string) {
	return invalid('query', `The query is wrong: ${name}() cannot be used with a ${type} field.`);
}

function literalMeaning(text: string, kind: Kind, context: QueryContext): Meaning | undefined {
	if (text === '') return { kind: 'text', text };
	switch (kind) {
		case 'date':
			return span(parseDate(text));
		case 'time':
			return span(parseTime(text));
		case 'datetime':
		case 'instant':
			return span(parseDateTime(text, callersTime(context.now, context.timeZone).zone));
		case 'number':
			return numeric(text);
		case 'duration':
			return duration(text);
		case 'id':
			return numeric(recordId(text, context.appCode));
		default:
			return { kind: 'text', text };
	}
}

function span(found: Span | undefined): Meaning | undefined {
	return found && { kind: 'span', span: found };
}

/** Bounded so that the database can hold it; no field holds numbers as long. */
function numeric(text: string | undefined): Meaning | undefined {
	const [, digits, exponent] =
		/^([+-]?(?:\d{1,1000}(?:\.\d{0,1000})?|\.\d{1,1000}))(?:[eE]([+-]?\d{1,3}))?$/.exec(
			text ?? '',
		) ?? [];
	if (digits === undefined) return undefined;
	return { kind: 'text', text: exponent === undefined ? digits : `${digits}e${exponent}` };
}

function duration(text: string): Meaning | undefined {
	const [, sign, hours, minutes] = /^(-?)(\d{1,9}):(\d{2})$/.exec(text) ?? [];
	if (hours === undefined) return undefined;
	return { kind: 'text', text: `${sign}${Number(hours) * 60 + Number(minutes)}` };
}

/** The number of a record number, `CODE-12` or `12`. */
function recordId(text: string, appCode: string | undefined): string | undefined {
	const [, prefix, number] = /^(.*)-(\d+)$/s.exec(text) ?? [];
	if (!prefix) return text;
	return appCode && prefix.toLowerCase() !== appCode.toLowerCase() ? undefined : number;
}
