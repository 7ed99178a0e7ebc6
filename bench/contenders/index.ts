import { type Kind, RECORD_KINDS } from './contender';

/** A contender before its process is started. */
export interface Entry {
	id: string;
	/** How the table calls it. */
	name: string;
	/** Kinds that it is measured with; all when left out. */
	kinds?: Kind[];
	/** Records that it is measured with at the most, because more would take too long. */
	most?: number;
	/** Records that it is measured with at the least, because fewer would tell nothing. */
	least?: number;
}

export const ENTRIES: Entry[] = [
	{ id: 'node', name: 'our node, automatic mapping' },
	{ id: 'nodeByExpressions', name: 'our node, expressions', kinds: ['insert', 'update', 'upsert'] },
	{
		id: 'four',
		name: 'our node, four executions at once',
		kinds: ['insert', 'read', 'update', 'delete'],
		least: 1_000,
	},
	{ id: 'client', name: '@kintone/rest-api-client', kinds: [...RECORD_KINDS] },
	{
		id: 'loop',
		name: 'loop of 100, HTTP helper',
		kinds: [...RECORD_KINDS],
		most: 10_000,
		least: 1_000,
	},
	{
		id: 'oneByOne',
		name: 'one request an item, HTTP helper',
		kinds: [...RECORD_KINDS],
		most: 1_000,
		least: 1_000,
	},
	{ id: 'engine', name: 'n8n alone: the same by its helper' },
	{
		id: 'mapping',
		name: 'n8n alone, with cells made of items',
		kinds: ['insert', 'update', 'upsert', 'delete'],
	},
	{ id: 'floor', name: 'floor (undici, kept alive)' },
];
