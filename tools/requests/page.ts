import type { PollRow } from './polls';

/** Requests of an operation with one item. */
export interface Row {
	node: string;
	resource: string;
	operation: string;
	/** With only the required parameters, where nothing is remembered. */
	first: number;
	/** Once more, in the same minute. */
	again: number;
	/** With any of the options that the contract tests set. */
	most: number;
}

/** The text of docs/requests.md. */
export function page(rows: Row[], polls: PollRow[]): string {
	const nodes = [...new Set(rows.map(({ node }) => node))];
	return [
		'# How many requests',
		'',
		'The requests that each operation sends for one item, and that a poll sends, counted in the log of the sandbox. `npm run requests` writes this page.',
		'',
		'- *First*: with only the required parameters.',
		'- *Again*: the same in the next run of a published workflow, if it begins within a minute.',
		'- *Most*: with the options that take the most requests, for example attachments, pages, or names in place of IDs.',
		'',
		...nodes.flatMap((node) => [
			`## ${node}`,
			'',
			...table(
				['Operation', 'First', 'Again', 'Most'],
				rows
					.filter((row) => row.node === node)
					.map(({ resource, operation, first, again, most }) => [
						`${resource}: ${operation}`,
						first,
						again,
						most,
					]),
			),
			'',
		]),
		'## Polls',
		'',
		'*First* is the poll that sets the start when a workflow is published, *Idle* one that finds nothing new.',
		'',
		...table(
			['Trigger', 'Watches', 'First', 'Idle'],
			polls.map(({ trigger, watches, first, idle }) => [trigger, watches, first, idle]),
		),
		'',
	].join('\n');
}

function table(head: string[], rows: Array<Array<string | number>>): string[] {
	const line = (cells: Array<string | number>) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
