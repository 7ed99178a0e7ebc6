import { DateTime } from 'luxon';

import { daysOfWeek, type Occurrence, type RepeatInfo } from './model';

/** Ten years of days: no series of the service is longer. */
const mostDays = 3660;

const weekOfMonth: Partial<Record<RepeatInfo['type'], number>> = {
	EVERY_1STWEEK: 1,
	EVERY_2NDWEEK: 2,
	EVERY_3RDWEEK: 3,
	EVERY_4THWEEK: 4,
};

/** Every occurrence of a series but the excluded ones; `repeatId` is the local begin, `yyyyMMddHHmm`. */
export function occurrencesOf(info: RepeatInfo): Occurrence[] {
	const occurrences: Occurrence[] = [];
	const last = DateTime.fromISO(info.period.end, { zone: info.timeZone });
	let day = DateTime.fromISO(info.period.start, { zone: info.timeZone });
	for (let count = 0; day <= last && count < mostDays; count++, day = day.plus({ days: 1 })) {
		if (!fallsOn(info, day)) continue;
		const start = atTime(day, info.isAllDay ? '00:00' : info.time.start);
		let end = atTime(day, info.isAllDay ? '23:59' : info.time.end);
		if (info.isStartOnly) end = start;
		else if (end < start) end = end.plus({ days: 1 });
		if (isExcluded(info, start, end)) continue;
		occurrences.push({
			repeatId: start.toFormat('yyyyMMddHHmm'),
			start: start.toJSDate(),
			end: end.toJSDate(),
			facilityId: null,
		});
	}
	return occurrences;
}

function fallsOn(info: RepeatInfo, day: DateTime): boolean {
	const sameWeekday = daysOfWeek[day.weekday % 7] === info.dayOfWeek;
	switch (info.type) {
		case 'EVERY_DAY':
			return true;
		case 'EVERY_WEEKDAY':
			return day.weekday <= 5;
		case 'EVERY_WEEK':
			return sameWeekday;
		case 'EVERY_LASTWEEK':
			return sameWeekday && day.month !== day.plus({ days: 7 }).month;
		case 'EVERY_MONTH':
			return info.dayOfMonth === 'EOM'
				? day.month !== day.plus({ days: 1 }).month
				: day.day === Number(info.dayOfMonth);
		default:
			return sameWeekday && Math.ceil(day.day / 7) === weekOfMonth[info.type];
	}
}

function atTime(day: DateTime, time: string): DateTime {
	const [hour, minute] = time.split(':').map(Number);
	return day.set({ hour, minute, second: 0, millisecond: 0 });
}

function isExcluded(info: RepeatInfo, start: DateTime, end: DateTime): boolean {
	return info.exclusiveDateTimes.some((range) => {
		const from = DateTime.fromISO(range.start);
		return +start === +from || (start < DateTime.fromISO(range.end) && end > from);
	});
}
