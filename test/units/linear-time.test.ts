import { fileRow } from '../../nodes/Groupware/catalogue/attachment';
import { zoneFor } from '../../nodes/Groupware/time/zone';
import { conditionOf } from '../../nodes/RecordPlatform/query/conditions';
import { queryField } from '../../nodes/RecordPlatform/query/operators';
import { both, queryParts } from '../../nodes/RecordPlatform/query/parts';
import { encode } from '../../nodes/RecordPlatform/codec/encode';
import { canonicalDecimal } from '../../nodes/RecordPlatform/codec/numbers';
import { appIn, guestSpaceIn, recordIn, spaceIn } from '../../nodes/RecordPlatform/route';
import { pem } from '../../nodes/shared/connection';
import { readTime } from '../../nodes/RecordPlatform/codec/times';
import { readDate } from '../../nodes/shared/input/date';
import { splitList } from '../../nodes/shared/input/text';
import { growth, LINEAR } from '../support/growth';
import { itemWith } from '../support/item';

const frame = { zone: 'Asia/Tokyo', now: Date.UTC(2026, 0) };

const condition = (field: string, operator: 'equals' | 'anyOf') => (value: string) =>
	conditionOf({ rows: [{ field, operator, value }] }, frame);

const value = (type: string) => (text: string) =>
	encode({ code: 'F', type, choices: ['a', ' '], columns: [{ code: 'A', type: 'NUMBER' }] }, text, {
		...frame,
		convert: true,
	});

/** What reads text of strangers. */
const READERS: Record<string, (text: string) => unknown> = {
	'a list of texts in a condition': condition('Name|SINGLE_LINE_TEXT', 'anyOf'),
	'a list of dates in a condition': condition('Due|DATE', 'anyOf'),
	'a text in a condition': condition('Name', 'equals'),
	'a number in a condition': condition('Amount|NUMBER', 'equals'),
	'a query': queryParts,
	'two conditions': (text) => both('a = 1', text),
	'a field': queryField,
	'an app': appIn,
	'a guest space': guestSpaceIn,
	'a space': spaceIn,
	'a record': recordIn,
	'a text field': value('SINGLE_LINE_TEXT'),
	'a number field': value('NUMBER'),
	'a date field': value('DATE'),
	'a date and time field': value('DATETIME'),
	'a choice': value('DROP_DOWN'),
	'several choices': value('CHECK_BOX'),
	'a user field': value('USER_SELECT'),
	'an attachment field': value('FILE'),
	'a table': value('SUBTABLE'),
	'a decimal': canonicalDecimal,
	'a list': splitList,
	'a date': (text) => readDate(text, 'Start', frame),
	'a date with more behind it': (text) => readDate(`2026-01-05 10:00${text}`, 'Start', frame),
	'a time': (text) => readTime(text, 'From', frame),
	'a time zone': (text) => zoneFor(text, 'UTC'),
	'a file': (text) => fileRow({ content: text }, itemWith({})),
	'a certificate': (text) => pem(`-----BEGIN A-----${text}`),
};

/** What a text is made of. */
const PIECES = [
	...',( \t"\\1_|[.:\u3000\u200b',
	...['a,', '(a,', 'x ', '1,', '|A', '= ', '0.', '2026-', 'or ', 'order by ', 'limit ', 'limit 1 '],
	...['/k/1', '/k/guest/1/', 'record=', '#record', '-----BEGIN A-----'],
];

describe.each(Object.entries(READERS))('%s', (_, read) => {
	it('of ten times the length takes about ten times as long', () => {
		// What begins a text decides whether blanks are trimmed, and what ends it, whether a pattern is tried again.
		for (const begin of ['', 'x']) {
			for (const piece of PIECES) {
				const textOf = (length: number) => `${begin}${piece.repeat(length / piece.length)}\n!`;
				const ratio = Math.max(
					growth((length) => read(textOf(length))),
					LINEAR,
				);
				expect({ begin, piece, ratio }).toEqual({ begin, piece, ratio: LINEAR });
			}
		}
	});

	it('is not repeated in full by a refusal', () => {
		for (const piece of PIECES) {
			let words = '';
			try {
				read(`x${piece.repeat(100_000 / piece.length)}x`);
			} catch (problem) {
				const { message, advice = '' } = problem as Error & { advice?: string };
				words = `${message} ${advice}`;
			}
			expect(words.length).toBeLessThan(1000);
		}
	});
});
