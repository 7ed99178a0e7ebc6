import { dirname, join, normalize } from 'node:path';

import { files, read } from './house';
import { packages } from './packages';
import { textsOf } from './texts';
import { boldIn, headingsIn, linksIn, targetFault } from './userDocs';

const languages = ['en', 'ja'] as const;
const pagesOf = (language: string) =>
	files.filter((file) => file.startsWith(`docs/${language}/`)).sort();
const names = pagesOf('en').map((file) => file.slice('docs/en/'.length));
const textOf = (language: string, name: string) => {
	const file = `docs/${language}/${name}`;
	return files.includes(file) ? read(file) : '';
};

/** Labels of n8n's own editor that the pages name. */
const ofEditor = new Set([
	...['Settings', 'Community Nodes', 'Install', 'Workflow Settings', 'Execute step', 'Binary'],
	...['OAuth Redirect URL', 'Client ID', 'Client Secret', 'Connect my account'],
	...['Mapping Column Mode', 'Map Automatically', 'Map Each Column Manually'],
	...['On Error', 'Continue', 'Continue (using error output)', 'Retry On Fail'],
	...['Poll Times', 'Fetch Test Event', 'Webhook URLs', 'Production URL', 'Import from file'],
	...['Schedule Trigger', 'Edit Fields', 'Remove Duplicates'],
	...['Custom API Call', 'HTTP Request', 'Method', 'URL', 'Authentication', 'Credential Type'],
	...['Predefined Credential Type', 'Send Query Parameters', 'Send Body'],
	...['Allowed HTTP Request Domains'],
	...['AI Agent', 'MCP Server Trigger', 'Tool', 'Let the model define this parameter'],
	...['Tool Description', 'Set Manually'],
]);

/** Labels of the service's own settings, in English and in Japanese. */
const ofService = new Set([
	...['API Token', 'Save', 'Update App', 'Webhooks'],
	...['APIトークン', '保存', 'アプリを更新', 'Webhook'],
]);

const labels = new Set(
	packages
		.flatMap(textsOf)
		// Labels in lists that the node loads are among the texts of the code.
		.filter(({ kind }) => kind === 'label' || kind === 'message')
		.map(({ text }) => text),
);
const isLabel = (text: string) =>
	labels.has(text) || ofEditor.has(text) || ofService.has(text) || /^[\d\s]+$/.test(text);

it('has the same pages in each language, and an index that links to all of them', () => {
	expect(names.length).toBeGreaterThan(14);
	for (const language of languages) {
		expect(pagesOf(language).map((file) => file.split('/').slice(2).join('/'))).toEqual(names);
		const index = linksIn(textOf(language, 'README.md'));
		expect(names.filter((name) => name !== 'README.md' && !index.includes(name))).toEqual([]);
	}
});

describe.each(names)('%s', (name) => {
	const [english, japanese] = languages.map((language) => textOf(language, name)) as [
		string,
		string,
	];

	it('has the same headings, links, and labels in each language', () => {
		const levels = (text: string) => headingsIn(text).map(({ level }) => level);
		// Each language has pictures of its own.
		const targets = (text: string, language: string) =>
			linksIn(text).map((target) => target.replace(/#.*/, '').replace(`/${language}-`, '/'));
		const bold = (text: string) =>
			[...new Set(boldIn(text))].filter((label) => !ofService.has(label)).sort();
		expect(levels(japanese)).toEqual(levels(english));
		expect(targets(japanese, 'ja')).toEqual(targets(english, 'en'));
		expect(bold(japanese)).toEqual(bold(english));
	});

	it.each(languages)('is a page that a person reads in one go (%s)', (language) => {
		const lines = textOf(language, name).split('\n').length;
		expect(lines).toBeGreaterThan(25);
		expect(lines).toBeLessThanOrEqual(120);
	});

	it.each(languages)('has in bold only labels that the editor or the service shows (%s)', (one) => {
		expect(boldIn(textOf(one, name)).filter((text) => !isLabel(text))).toEqual([]);
	});

	it('is in the language of its folder', () => {
		const sign = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
		expect(english).not.toMatch(sign);
		expect(headingsIn(japanese).filter(({ text }) => !sign.test(text))).toEqual([]);
	});
});

const readmes = ['README.md', ...packages.map(({ name }) => `packages/${name}/README.md`)];
const references = files.filter((file) => file.startsWith('docs/reference/'));

it.each([...readmes, ...references, ...languages.flatMap(pagesOf)])(
	'%s links to files and headings that exist',
	(page) => {
		const faults = linksIn(read(page)).flatMap((target) => {
			const [path = '', anchor] = target.split('#');
			const file = path === '' ? page : normalize(join(dirname(page), path));
			return targetFault(target, file, anchor);
		});
		expect(faults).toEqual([]);
	},
);

it.each(readmes)('%s links to the pages of both languages', (readme) => {
	const targets = linksIn(read(readme)).map((target) => normalize(join(dirname(readme), target)));
	for (const language of languages) expect(targets).toContain(`docs/${language}/README.md`);
});

it.each(languages)('how many requests operations take is as they were counted (%s)', (language) => {
	/** Operations with a number of requests; in `docs/requests.md`, that of the second run. */
	const counts = (text: string, row: RegExp) =>
		new Map(Array.from(text.matchAll(row), ([, operation, count]) => [operation, count]));
	const counted = counts(read('docs/requests.md'), /^\| ([^|]+) \| \d+ \| (\d+) \| \d+ \|$/gm);
	const told = counts(textOf(language, 'how-many-requests.md'), /^\| ([^|]+) \| (\d+) \|$/gm);
	expect(told.size).toBeGreaterThan(7);
	for (const [operation, count] of told)
		expect([operation, counted.get(operation)]).toEqual([operation, count]);
});
