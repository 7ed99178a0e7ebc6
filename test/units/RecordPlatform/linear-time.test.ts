import { conditionOf } from '../../../nodes/RecordPlatform/query/conditions';
import { queryField } from '../../../nodes/RecordPlatform/query/fields';
import { both, queryParts } from '../../../nodes/RecordPlatform/query/parts';
import { appIn, guestSpaceIn, recordIn, spaceIn } from '../../../nodes/RecordPlatform/route';
import { growth, LINEAR } from '../../support/growth';

const condition = (field: string, operator: 'equals' | 'anyOf') => (value: string) =>
	conditionOf({ rows: [{ field, operator, value }] }, 'Asia/Tokyo');

const PARSERS: Record<string, (text: string) => unknown> = {
	'a list of texts': condition('Name|SINGLE_LINE_TEXT', 'anyOf'),
	'a list of dates': condition('Due|DATE', 'anyOf'),
	'a text': condition('Name', 'equals'),
	'a number': condition('Amount|NUMBER', 'equals'),
	'a date': condition('Due|DATE', 'equals'),
	'a point in time': condition('At|DATETIME', 'equals'),
	'a query': queryParts,
	'two conditions': (text) => both('a = 1', text),
	'a field': queryField,
	'an app': appIn,
	'a guest space': guestSpaceIn,
	'a space': spaceIn,
	'a record': recordIn,
};

const PIECES = [
	...[
		',',
		'a,',
		'(',
		'(a,',
		' ',
		'x ',
		'\t',
		'"',
		'\\',
		'1',
		'1,',
		'_',
		'|',
		'|A',
		'order by ',
		'limit ',
	],
	...['limit 1 ', '/k/1', '/k/guest/1/', 'record=', '#record', '2026-', 'or ', '\u3000', '\u200b'],
];

test.each(Object.entries(PARSERS))(
	'%s of ten times the length takes about ten times as long',
	(_, parse) => {
		for (const piece of PIECES) {
			// What ends a text decides whether a pattern that fits up to there is tried again.
			const ratio = growth((length) => parse(`${piece.repeat(length / piece.length)}\n!`));
			expect({ piece, linear: ratio < LINEAR, ...(ratio >= LINEAR && { ratio }) }).toEqual({
				piece,
				linear: true,
			});
		}
	},
);
