import { momentOf } from '../../../nodes/Groupware/time/moment';
import { clockTime } from '../../../nodes/Groupware/time/ranges';
import { zoneFor } from '../../../nodes/Groupware/time/zone';
import { fileRow } from '../../../nodes/Groupware/values/files';
import { itemWith } from '../../support/item';

const frame = { zone: 'Asia/Tokyo', now: Date.UTC(2026, 0) };
const date = (text: string) => momentOf(text, 'Start', frame);
const file = (content: string) => fileRow({ content }, itemWith({}));

const values: Array<[string, (length: number) => unknown]> = [
	['brackets after a time', (length) => date(`2026-01-05 10:00${'['.repeat(length)}`)],
	['blanks after a time', (length) => date(`2026-01-05 10:00${' '.repeat(length)}!`)],
	['blanks after a word', (length) => date(`now${' '.repeat(length)}!`)],
	['blanks after a number', (length) => date(`+1 day${' '.repeat(length)}!`)],
	['digits', (length) => date('1'.repeat(length))],
	['a time of day', (length) => clockTime('1'.repeat(length), 'From')],
	['a zone', (length) => zoneFor('x'.repeat(length), 'UTC')],
	['blanks in a file', (length) => file(`${' '.repeat(length)}!`)],
	['equals signs in a file', (length) => file(`A${'= '.repeat(length)}!`)],
];

/** Milliseconds, of the fastest of three tries, until a value is refused, and the words. */
function refusal(read: (length: number) => unknown, length: number) {
	let fastest = Infinity;
	let message = '';
	for (let tries = 0; tries < 3; tries++) {
		const start = performance.now();
		try {
			read(length);
		} catch (error) {
			message = (error as Error).message;
		}
		fastest = Math.min(fastest, performance.now() - start);
	}
	return { fastest, message };
}

it.each(values)('ten times as long takes about ten times as long: %s', (_what, read) => {
	const short = refusal(read, 10_000);
	const long = refusal(read, 100_000);
	// Below a millisecond the clock says little.
	expect(long.fastest / Math.max(short.fastest, 1)).toBeLessThan(40);
	expect(long.message).not.toBe('');
	expect(long.message.length).toBeLessThan(200);
});

it('files with blanks and lines in their base64 are taken', () => {
	for (const content of ['YQ==', 'YQ= =\n', 'YW\nJj', '', 'YQ==\n\n']) {
		expect(file(content)).toMatchObject({ files: { data: { content } } });
	}
	expect(() => file('YQ===')).toThrow("doesn't contain the file");
});
