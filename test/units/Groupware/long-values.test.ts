import { momentOf } from '../../../nodes/Groupware/time/moment';
import { clockTime } from '../../../nodes/Groupware/time/ranges';
import { zoneFor } from '../../../nodes/Groupware/time/zone';
import { fileRow } from '../../../nodes/Groupware/values/files';
import { growth, LINEAR } from '../../support/growth';
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

it.each(values)('ten times as long takes about ten times as long: %s', (_what, read) => {
	expect(growth(read)).toBeLessThan(LINEAR);
	let message = '';
	try {
		read(100_000);
	} catch (error) {
		message = (error as Error).message;
	}
	expect(message).not.toBe('');
	expect(message.length).toBeLessThan(200);
});

it('files with blanks and lines in their base64 are taken', () => {
	for (const content of ['YQ==', 'YQ= =\n', 'YW\nJj', '', 'YQ==\n\n']) {
		expect(file(content)).toMatchObject({ files: { data: { content } } });
	}
	expect(() => file('YQ===')).toThrow("doesn't contain the file");
});
