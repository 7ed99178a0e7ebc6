import type { Kind } from './contender';

/** A contender before its process is started. */
export interface Entry {
	id: string;
	/** How the table calls it. */
	name: string;
	/** Kinds that it differs in from the one before; all when left out. */
	kinds?: Kind[];
	/** Records that it is measured with at the most, because more would take too long. */
	most?: number;
}

export const ENTRIES: Entry[] = [
	{ id: 'node', name: 'our node, automatic mapping' },
	{ id: 'nodeByExpressions', name: 'our node, expressions', kinds: ['insert', 'update', 'upsert'] },
	{
		id: 'four',
		name: 'our node, four executions at once',
		kinds: ['insert', 'read', 'update', 'delete'],
	},
	{ id: 'client', name: '@kintone/rest-api-client' },
	{ id: 'loop', name: 'loop of 100, HTTP helper', most: 10_000 },
	{ id: 'oneByOne', name: 'one request an item, HTTP helper', most: 1_000 },
	{ id: 'engine', name: 'n8n alone: the same by its helper' },
	{ id: 'floor', name: 'floor (undici, kept alive)' },
];
