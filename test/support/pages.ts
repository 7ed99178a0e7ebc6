import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type PageLanguage = 'en' | 'ja';

/** A table of a page: its rows, with the texts of the cells by their column. */
export type PageTable = Array<Record<string, string>>;

/** A page of the user guide. */
export function pageOf(language: PageLanguage, name: string): string {
	return readFileSync(join('docs', language, `${name}.md`), 'utf8');
}

/** The tables in the section of a page that has its example. */
export function exampleOf(language: PageLanguage, name: string): PageTable[] {
	const [, section = ''] = pageOf(language, name).split(/^## (?:Example|例)$/m);
	const [example = ''] = section.split(/^## /m);
	return (example.match(/(?:^\|.*\|$\n?)+/gm) ?? []).map(tableOf);
}

function tableOf(text: string): PageTable {
	const [columns = [], , ...rows] = text
		.trim()
		.split('\n')
		.map((line) =>
			line
				.slice(1, -1)
				.split('|')
				.map((cell) => cell.trim().replace(/\*\*|`/g, '')),
		);
	return rows.map((cells) =>
		Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])),
	);
}
