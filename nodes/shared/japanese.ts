import { halfWidth } from './text';

const DATE = /^(\d{4})年\s*(\d{1,2})月\s*(\d{1,2})日\s*/;
const TIME = /(?<!\d)(\d{1,2})時(?:(\d{1,2})分)?$/;

/** A date with the signs of other languages: `２０２６年１月５日１０時` becomes `2026/1/5 10:00`. */
export function fromJapaneseDate(text: string): string {
	return fromJapaneseTime(text).replace(DATE, '$1/$2/$3 ').trimEnd();
}

/** The same for a time: `１０時５分` becomes `10:05`. */
export function fromJapaneseTime(text: string): string {
	return halfWidth(text).replace(
		TIME,
		(_, hour: string, minute = '') => `${hour}:${String(minute).padStart(2, '0')}`,
	);
}
