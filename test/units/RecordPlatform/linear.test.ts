import { encode } from '../../../nodes/RecordPlatform/values/encode';
import { canonicalDecimal, toNumber } from '../../../nodes/RecordPlatform/values/numbers';
import { comparable } from '../../../nodes/RecordPlatform/values/compare';

const TYPES = [
	'SINGLE_LINE_TEXT',
	'MULTI_LINE_TEXT',
	'RICH_TEXT',
	'LINK',
	'NUMBER',
	'CHECK_BOX',
	'MULTI_SELECT',
	'RADIO_BUTTON',
	'DROP_DOWN',
	'DATE',
	'TIME',
	'DATETIME',
	'CREATED_TIME',
	'UPDATED_TIME',
	'USER_SELECT',
	'ORGANIZATION_SELECT',
	'GROUP_SELECT',
	'CREATOR',
	'MODIFIER',
	'FILE',
	'SUBTABLE',
];
const MEAN = [
	...[
		' ',
		'　',
		',',
		'\n',
		'1',
		'0',
		'.',
		'[',
		'{',
		'(',
		':',
		'-',
		'+',
		'_',
		"'",
		'"',
		'\\',
		'¥',
		'e',
		'A',
	],
	...['1,', '1 ', ', ', '1.', '0.', '1:', '[]', '1,000', ' ¥', '00:', '2026-01-31 '],
];
const ENDS = ['', 'x', '1'];

const field = (type: string) => ({
	code: 'F',
	type,
	choices: ['a', 'b', ' '],
	columns: [{ code: 'A', type: 'NUMBER' }],
});

/** Gives the words of a refusal, or nothing where the value is taken. */
function refusalOf(work: () => unknown): string {
	try {
		work();
		return '';
	} catch (problem) {
		const { message, advice } = problem as { message: string; advice?: string };
		return `${message} ${advice}`;
	}
}

/** Milliseconds of processor time, the least of a few runs. */
function cost(work: () => unknown): number {
	let least = Infinity;
	for (let round = 0; round < 3; round += 1) {
		const before = process.cpuUsage();
		refusalOf(work);
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, (user + system) / 1000);
	}
	return least;
}

/**
 * Ten times the text may take forty times as long. Less than 100 milliseconds is always accepted: the
 * square of the length would take seconds.
 */
function expectLinear(work: (text: string) => unknown): void {
	for (const piece of MEAN) {
		for (const end of ENDS) {
			const text = (length: number) => `1${piece.repeat(length / piece.length)}${end}`;
			const isSlow = () => {
				const long = cost(() => work(text(100_000)));
				return long >= 100 && long > 40 * cost(() => work(text(10_000)));
			};
			// Other work of the machine can only make it seem slow, so that it is measured again.
			expect({ piece, end, slow: isSlow() && isSlow() && isSlow() }).toMatchObject({ slow: false });
		}
	}
}

describe.each(TYPES)('a long value of a %s', (type) => {
	it.each([false, true])('takes no more than its length (Convert Values %p)', (convert) => {
		expectLinear((text) => encode(field(type), text, { timeZone: 'Asia/Tokyo', convert }));
	});

	it('is not repeated in full by a refusal', () => {
		for (const piece of MEAN) {
			const value = `x${piece.repeat(100_000 / piece.length)}x`;
			for (const given of [value, [value], { code: value }, { value: [value] }]) {
				const words = refusalOf(() => encode(field(type), given, { timeZone: 'Asia/Tokyo' }));
				expect(words.length).toBeLessThan(1000);
			}
		}
	});
});

it.each([
	['a number that is read', toNumber],
	['a number that is compared', canonicalDecimal],
	['a key that is compared', (text: string) => comparable('NUMBER', text)],
])('%s takes no more than its length', (_, work) => {
	expectLinear(work);
	expectLinear((text) => work(`1.${text}`));
	expectLinear((text) => work(`${text.slice(1)}1`));
});
