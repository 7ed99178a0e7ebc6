import { join } from 'node:path';

import { groupware } from '../../nodes/Groupware/service';
import { recordPlatform } from '../../nodes/RecordPlatform/service';
import type { Operation, Resource, Service } from '../../nodes/shared/catalogue';
import { nodeOf } from '../../nodes/shared/twoNodes';
import { rows as documented } from '../contract/apiData';
import { type Package, root } from './packages';

/** Catalogues by the folder under nodes/ that a package is made of. */
const catalogues: Record<string, Catalogue> = {
	RecordPlatform: { ...recordPlatform, documented: documented.recordPlatform },
	Groupware: { ...groupware, documented: documented.groupware },
};

export const catalogueOf = ({ service }: Package) => catalogues[service] as Catalogue;

/** The page with all rules and operations of a package. */
export function referenceOf({ name }: Package): string {
	return join(root, 'docs', 'reference', `${name.replace('n8n-nodes-', '')}.md`);
}

interface Catalogue extends Service {
	/** The vendor's public page of each operation, by the operation's ID. */
	documented: Record<string, { docs: string }>;
}

/** The catalogue as a table in Markdown for each of its nodes, in the catalogue's own order. */
export function operationsTable(service: Catalogue): string {
	const { resources, documented } = service;
	const versioned = resources.some(({ operations }) => operations.some(({ since }) => since));
	const headings = ['Resource', 'Operation', 'What it does', 'REST API'];
	const rows = (node: Pick<Service, 'resources'>) =>
		node.resources.flatMap((resource) =>
			resource.operations.map((operation) => [
				...row(resource, operation, documented[operation.id]?.docs),
				...(versioned ? [sinceWords(operation.since)] : []),
			]),
		);
	const columns = versioned ? [...headings, 'Since'] : headings;
	return [nodeOf(service, false), nodeOf(service, true)]
		.map((node) => [columns, columns.map(() => '---'), ...rows(node)].map(line).join('\n'))
		.map((table, at) => `#### ${service.name}${at === 0 ? '' : ' Admin'}\n\n${table}`)
		.join('\n\n');
}

function row({ name }: Resource, operation: Operation, docs: string | undefined): string[] {
	const requests = requestsOf(operation);
	const linked = docs === undefined ? requests : `[${requests}](${docs})`;
	return [name, operation.name, operation.description, linked];
}

function requestsOf({ method, path, environment }: Operation): string {
	const request = (to: string) => `\`${method} ${to}\``;
	const preview = path.replace(/\/v1\//, '/v1/preview/');
	if (environment === 'preview') return request(preview);
	return environment === 'both' ? `${request(path)} or ${request(preview)}` : request(path);
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
