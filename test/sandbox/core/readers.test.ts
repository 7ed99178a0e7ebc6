import * as read from '../../../sandbox/input/readers';

const said = (what: string) => (path: string, limit?: unknown) =>
	new Error([what, path, limit].filter((part) => part !== undefined).join(' '));

const errors: read.InputErrors = {
	wrongType: said('wrongType'),
	missing: said('missing'),
	tooShort: said('tooShort'),
	tooLong: said('tooLong'),
	tooSmall: said('tooSmall'),
	tooLarge: said('tooLarge'),
	tooMany: said('tooMany'),
	notOffered: said('notOffered'),
};

const { id, integer, list, map, object, optional, or, revision, text, unlessBlank } = read;
const colors = read.choice(['RED', 'BLUE']);
const nested = object({ a: list(object({ b: id })), m: optional(map(read.boolean)) });

it.each<[string, read.Reader<unknown>, unknown, unknown]>([
	['text', text(0), '', ''],
	['a number as text', text(0), 12, '12'],
	['an ID as a number', id, 7, '7'],
	['an ID as text with a sign', id, ' +007 ', '7'],
	['the largest ID', id, '9223372036854775807', '9223372036854775807'],
	['a revision', revision, '3', '3'],
	['a revision that is not checked', revision, -1, undefined],
	['no revision', revision, '', undefined],
	['a number', integer(0, 5), '5', 5],
	['a number that is not given', or(integer(1, 5), 4), '', 4],
	['a switch', read.boolean, 'false', false],
	['a choice', colors, 'BLUE', 'BLUE'],
	['null where nothing has to be', optional(text(1)), null, undefined],
	['empty text where nothing has to be', unlessBlank(colors), '', undefined],
	['what is not looked into', read.anything, { a: null }, { a: null }],
	[
		'an object without what is not known of it',
		nested,
		{ a: [{ b: 1, c: 2 }], m: { x: true } },
		{ a: [{ b: '1' }], m: { x: true } },
	],
])('reads %s', (_, reader, value, expected) => expect(reader(value, '', errors)).toEqual(expected));

it.each<[read.Reader<unknown>, unknown, string]>([
	[text(1), '', 'missing x'],
	[text(0), undefined, 'missing x'],
	[text(0), true, 'wrongType x'],
	[text(3), 'ab', 'tooShort x 3'],
	[text(0, 3), 'abcd', 'tooLong x 3'],
	[id, '', 'missing x'],
	[id, '0', 'tooSmall x 1'],
	[id, 1.5, 'wrongType x'],
	[id, '9223372036854775808', 'wrongType x'],
	[integer(2, 5), 1, 'tooSmall x 2'],
	[integer(2, 5), 6, 'tooLarge x 5'],
	[read.boolean, 'yes', 'wrongType x'],
	[colors, 'red', 'notOffered x RED,BLUE'],
	[optional(text(1)), '', 'missing x'],
	[list(id, 1), [], 'missing x'],
	[list(id), 'a', 'wrongType x'],
	[list(id, 0, 1), [1, 2], 'tooMany x 1'],
	[list(id), [1, null], 'missing x[1]'],
	[map(id), { k: 'a' }, 'wrongType x[k]'],
	[map(id), [], 'wrongType x'],
	[nested, { a: [{ b: 1 }, {}] }, 'missing x.a[1].b'],
	[nested, null, 'missing x'],
	[nested, 'a', 'wrongType x'],
])('refuses what a reader does not take: %#', (reader, value, message) => {
	expect(() => reader(value, 'x', errors)).toThrow(new Error(message));
});
