import { DateTime } from 'luxon';
import type { CellCodec, CellContext } from './codec';
import { scalarText } from './text';

const ZONED = /(Z|[+-]\d{2}:?\d{2})$/i;

/** `YYYY-MM-DD` of a real day, undefined for anything else. */
export function readDate(text: string): string | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
	return DateTime.fromISO(text, { zone: 'utc' }).isValid ? text : undefined;
}

/** `HH:MM`, seconds cut off; undefined for anything else. */
export function readTime(text: string): string | undefined {
	const match = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text);
	if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) return undefined;
	return `${(match[1] as string).padStart(2, '0')}:${match[2]}`;
}

/** ISO 8601 with `Z` or an offset → UTC with the seconds at 00; undefined for anything else. */
export function readDateTime(text: string): string | undefined {
	if (!/^\d{4}-\d{2}-\d{2}T/.test(text) || !ZONED.test(text)) return undefined;
	const moment = DateTime.fromISO(text, { zone: 'utc' });
	return moment.isValid ? toMinute(moment.toJSDate()) : undefined;
}

/** A moment as the service writes it: UTC, seconds always 00. */
export function toMinute(moment: Date): string {
	return `${moment.toISOString().slice(0, 16)}:00Z`;
}

interface MomentKind {
	empty: null | '';
	read(text: string): string | undefined;
	now(context: CellContext): string;
	complaint: string;
}

function momentCodec(kind: MomentKind): CellCodec {
	return {
		empty: () => kind.empty,
		isEmpty: (value) => value === undefined || value === null || value === '',
		parse(raw, _field, at, { problems }) {
			const text = scalarText(raw).trim();
			if (text === '') return kind.empty;
			const value = kind.read(text);
			if (value === undefined) problems.add(`${at.path}.value`, kind.complaint);
			return value ?? kind.empty;
		},
		initial(field, context) {
			if (field.defaultNowValue) return kind.now(context);
			const given =
				typeof field.defaultValue === 'string' ? kind.read(field.defaultValue) : undefined;
			return given ?? kind.empty;
		},
		requiredSuffix: '.value',
	};
}

export const dateCodec = momentCodec({
	empty: null,
	read: readDate,
	now: ({ now, timeZone }) => DateTime.fromJSDate(now, { zone: timeZone }).toFormat('yyyy-MM-dd'),
	complaint: 'Enter a valid date, such as 2026-01-31.',
});

export const timeCodec = momentCodec({
	empty: null,
	read: readTime,
	now: ({ now, timeZone }) => DateTime.fromJSDate(now, { zone: timeZone }).toFormat('HH:mm'),
	complaint: 'Enter a valid time, such as 23:59.',
});

export const dateTimeCodec = momentCodec({
	empty: '',
	read: readDateTime,
	now: ({ now }) => toMinute(now),
	complaint: 'Enter a valid date and time, such as 2026-01-31T10:00:00Z.',
});
