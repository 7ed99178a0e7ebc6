import { halfWidth } from './text';

const DATE = /^(\d{4})年\s*(\d{1,2})月\s*(\d{1,2})日\s*/;
const TIME = /(?<!\d)(\d{1,2})時(?:(\d{1,2})分|(半))?$/;
/** Midnight and noon are 12 in both for some people. */
const HALF_OF_DAY = /午(前|後)\s*(0?\d|1[01])(?=:\d{2}(?::\d{2})?$)/;
const WITH_WEEKDAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\s*\(([日月火水木金土])(?:曜日?)?\)\s*/;
const DAY = /^(今日|本日|明日|昨日)(?:の|\s)*(?=$|\d)/;

const DAYS: Record<string, string> = {
	今日: 'today',
	本日: 'today',
	明日: 'tomorrow',
	昨日: 'yesterday',
};

/**
 * A date with the signs of other languages: `２０２６年１月５日（月）午前１０時` becomes `2026/1/5 10:00`. A
 * weekday that the date doesn't have stays, so that the text is no date.
 */
export function fromJapaneseDate(text: string): string {
	return fromJapaneseTime(text)
		.replace(DATE, '$1/$2/$3 ')
		.trimEnd()
		.replace(WITH_WEEKDAY, withoutWeekday)
		.replace(DAY, (_, day: string) => `${DAYS[day]} `)
		.trimEnd();
}

function withoutWeekday(whole: string, year: string, month: string, day: string, name: string) {
	const date = new Date(0);
	// `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
	date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
	const weekday = '日月火水木金土'[date.getUTCDay()];
	return name === weekday ? `${year}/${month}/${day} ` : whole;
}

/** The same for a time: `１０時５分` becomes `10:05`, and `午後３時半` becomes `15:30`. */
export function fromJapaneseTime(text: string): string {
	return halfWidth(text)
		.replace(TIME, (_, hour: string, minute = '0', half?: string) => {
			return `${hour}:${half ? '30' : String(minute).padStart(2, '0')}`;
		})
		.replace(HALF_OF_DAY, (_, half: string, hour: string) =>
			String(Number(hour) + (half === '後' ? 12 : 0)),
		);
}
