import sanitizeHtml from 'sanitize-html';

import { asHtml, textOfHtml } from '../../../nodes/shared/html';
import { InputError } from '../../../nodes/shared/errors';
import { nodeError } from '../../../nodes/shared/messages';
import { errorOutputItem } from '../../../nodes/shared/run/errorItem';
import { showHints } from '../../../nodes/shared/run/hints';
import { toyService } from '../../support/toy';

const HOSTILE = [
	'<script>alert(1)</script>',
	'<a href="https://evil.example">Sign in again</a>',
	'<img src=x onerror=alert(1)>',
	'<IMG SRC="https://evil.example/x.png">',
	'</div><b>bold</b>',
	'<!--',
	'<?php',
	'<svg/onload=alert(1)>',
];

/** What n8n's editor makes of it: tags that are harmless stay. */
const shown = (html: string) =>
	sanitizeHtml(html, {
		allowedTags: ['a', 'b', 'img', 'div', 'span'],
		allowedAttributes: { a: ['href'], img: ['src'] },
	});

const place = { node: { name: 'N' } as never, service: toyService(), items: [0] };

describe.each(HOSTILE)('%s', (name) => {
	it('stays text in HTML', () => {
		const html = shown(asHtml(`Not found: ${name}.`));
		expect(html).not.toMatch(/<[a-z/!?]/i);
		expect(html.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toBe(`Not found: ${name}.`);
		expect(textOfHtml(asHtml(name))).toBe(name);
	});

	it('stays text in the description of an error, and is as it was in its item', () => {
		const problem = new InputError('Not found', `There is ${name} only`);
		const error = nodeError(problem, place);
		expect(error.description).not.toMatch(/<[a-z/!?]/i);
		const { json } = errorOutputItem(problem, error, { item: 0 });
		expect(JSON.stringify(json)).toContain(JSON.stringify(name).slice(1, -1));
	});

	it('stays text in a hint', () => {
		const hints: Array<{ message: string }> = [];
		const context = { addExecutionHints: (...more: typeof hints) => void hints.push(...more) };
		showHints(context as never, {
			run: { kind: 'perItem' } as never,
			choices: undefined,
			...{ items: 2, rows: 2, sent: 2 },
			results: { counts: new Map(), dryRun: false } as never,
			hints: new Map([[`Left out: ${name}`, [0]]]),
		});
		expect(hints.length).toBeGreaterThan(0);
		for (const { message } of hints) expect(message).not.toMatch(/<[a-z/!?]/i);
	});
});

it('other signs stay as they are', () => {
	for (const text of ['a < b', '1 <2', 'a & b', 'x > y', '<3']) expect(asHtml(text)).toBe(text);
});
