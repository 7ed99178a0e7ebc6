import { partsInQuotes, quotedTexts } from '../../../nodes/shared/quotedTexts';
import { growth, LINEAR } from '../../support/growth';

describe('texts in quotes', () => {
	it.each([
		['={ "a": "x {{ $json["b"] }} y", "c" : 1 }', ['a', 'x {{ $json["b"] }} y', 'c']],
		['={ "a": {{ JSON.stringify($json["b"]) }} }', ['a']],
		['="a \\" {b}" and "c"', ['a \\" {b}', 'c']],
		['={{ ["a"] }}', []],
	])('are found in %s', (stored, texts) => {
		expect(quotedTexts(stored).map(({ text }) => text)).toEqual(texts);
	});

	it('are found in linear time, also where quotation marks are not closed', () => {
		const unclosed = (length: number) => `={ "a": "${'{{ $json.a }} '.repeat(length / 14)}`;
		expect(growth((length) => quotedTexts(unclosed(length)))).toBeLessThan(LINEAR);
	});

	it('have the keys that they are values of', () => {
		expect(quotedTexts('={ "a" : "b", "c": ["d", "e"], "f": { "g": "h" } }')).toEqual([
			{ text: 'a' },
			{ text: 'b', key: 'a' },
			{ text: 'c' },
			{ text: 'd' },
			{ text: 'e' },
			{ text: 'f' },
			{ text: 'g' },
			{ text: 'h', key: 'g' },
		]);
	});
});

describe('a value in quotes', () => {
	const check = (expression: string, value: unknown) => () =>
		partsInQuotes(`={ "a": "${expression}" }`, 'JSON', {
			parts: (text) => (text.includes(expression) ? [{ expression, value }] : []),
		});

	it.each([
		['{{ $json.a }}', 'x" y'],
		['{{ $json.a }}', 'C:\\new'],
		['{{ $json.a.trim() }}', 'x" y'],
		['{{ $json.a.trim() }}', 'end\\'],
	])('that ends them is refused: %s with %s', (expression, value) => {
		expect(check(expression, value)).toThrow(
			`The value of ${expression} in "JSON" has a quotation mark or a backslash`,
		);
	});

	it.each([
		['{{ $json.a }}', "it's {x}"],
		['{{ $json.a }}', 5],
		['{{ $json.a }}', undefined],
		['{{ JSON.stringify($json.a).slice(1, -1) }}', 'x\\" y'],
		[`{{ $json.a.join('", "') }}`, 'x", "y'],
	])('is one of its parts: %s with %s', (expression, value) => {
		expect(check(expression, value)()).toEqual([{ expression, value }]);
	});

	it('is not checked without an expression', () => {
		const parts = () => [{ expression: '{{ $json.a }}', value: '"' }];
		for (const stored of ['{ "a": "b" }', undefined, { a: 'b' }]) {
			expect(partsInQuotes(stored, 'JSON', { parts })).toEqual([]);
		}
	});
});
