import { groupware } from '../../nodes/Groupware/service';
import { recordPlatform } from '../../nodes/RecordPlatform/service';
import type { Operation, Resource, Service } from '../../nodes/shared/catalogue';

/** Catalogues by the folder under nodes/ that a package is made of. */
export const catalogues: Record<string, Pick<Service, 'resources'>> = {
	RecordPlatform: recordPlatform,
	Groupware: groupware,
};

/** The catalogue as a table in Markdown, in the catalogue's own order. */
export function operationsTable({ resources }: Pick<Service, 'resources'>): string {
	const versioned = resources.some(({ operations }) => operations.some(({ since }) => since));
	const headings = ['Resource', 'Operation', 'What it does', 'REST API'];
	const rows = resources.flatMap((resource) =>
		resource.operations.map((operation) => [
			...row(resource, operation),
			...(versioned ? [sinceWords(operation.since)] : []),
		]),
	);
	const columns = versioned ? [...headings, 'Since'] : headings;
	return [columns, columns.map(() => '---'), ...rows].map(line).join('\n');
}

function row({ name }: Resource, operation: Operation): string[] {
	return [name, operation.name, operation.description, callOf(operation)];
}

function callOf({ method, path, environment }: Operation): string {
	const call = (to: string) => `\`${method} ${to}\``;
	const preview = path.replace(/\/v1\//, '/v1/preview/');
	if (environment === 'preview') return call(preview);
	return environment === 'both' ? `${call(path)} or ${call(preview)}` : call(path);
}

function sinceWords(since: string | undefined): string {
	return since === 'never' ? 'cloud only' : (since ?? '');
}

function line(cells: string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const BEGIN = '<!-- operations: made by npm run readmes -->';
const END = '<!-- /operations -->';

/** The text with the table between the two comments. Throws where they are missing. */
export function withTable(text: string, table: string): string {
	const from = text.indexOf(BEGIN);
	const to = text.indexOf(END);
	if (from < 0 || to < from) throw new Error(`There is no "${BEGIN}" before a "${END}".`);
	return `${text.slice(0, from + BEGIN.length)}\n\n${table}\n\n${text.slice(to)}`;
}
