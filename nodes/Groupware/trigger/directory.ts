import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation } from '../../shared/catalogue';
import { digest } from '../../shared/objects';
import { InputError } from '../../shared/errors';
import { allRows } from '../../shared/run/paginate';
import { reading } from '../../shared/request';
import { listAt } from '../../shared/parameters';
import { organizations, users } from '../catalogue/directory';
import { PAGE, pages } from '../values/pages';
import type { Change, TriggerSource } from './source';

/** Users or organizations that can be compared. */
export const MOST_ENTRIES = 20_000;

interface DirectoryState {
	/** Code, name and parent by ID. */
	entries: Record<string, string[]>;
}

export const watchUsers = watch(users, 'users', 'The service has no users');
export const watchOrganizations = watch(
	organizations,
	'organizations',
	'The service has no organizations',
);

/** Users or organizations: added, changed, or gone. */
function watch(operation: Operation, key: string, nothing: string): TriggerSource<DirectoryState> {
	const all = async (item: ItemContext) => {
		const walk = pages(reading(operation.path, { query: { limit: PAGE } }), key);
		const rows = await allRows(walk, MOST_ENTRIES + 1, item);
		if (rows.length > MOST_ENTRIES) {
			throw new InputError(
				`The service has more than ${MOST_ENTRIES.toLocaleString('en')} ${key}`,
				`The trigger compares up to ${MOST_ENTRIES.toLocaleString('en')}. Use a Schedule Trigger and "Get Many" instead`,
			);
		}
		return new Map(rows.map((row) => [String(row.id), row]));
	};
	return {
		operation,
		source: () => [],
		poll: async (item, before) => {
			const chosen = listAt(item, 'directoryEvents');
			const rows = await all(item);
			const entries = Object.fromEntries([...rows].map(([id, row]) => [id, comparedValues(row)]));
			const changes = before ? directoryChanges(before.entries, entries, rows) : [];
			return { changes: changes.filter(({ event }) => chosen.includes(event)), state: { entries } };
		},
		sample: async (item) => {
			const newest = [...(await all(item))].at(-1);
			const [event = 'created'] = listAt(item, 'directoryEvents');
			return newest && directoryChange(event, newest[0], newest[1]);
		},
		nothing,
	};
}

function directoryChanges(
	before: DirectoryState['entries'],
	now: DirectoryState['entries'],
	rows: Map<string, IDataObject>,
): Change[] {
	const changes: Change[] = [];
	for (const [id, row] of rows) {
		const was = before[id];
		if (was === undefined) changes.push(directoryChange('created', id, row));
		else if (String(was) !== String(now[id]))
			changes.push(directoryChange('changed', id, row, was));
	}
	for (const [id, [code, name]] of Object.entries(before)) {
		if (!rows.has(id)) changes.push(directoryChange('deleted', id, { id, code, name }));
	}
	return changes;
}

/** What is compared. Organizations below are entries of their own. */
function comparedValues({ code, name, parentOrganization }: IDataObject): string[] {
	return [code, name, parentOrganization].map((value) => String(value ?? ''));
}

function directoryChange(event: string, id: string, row: IDataObject, was?: string[]): Change {
	const sign = was ? `:${digest([was, comparedValues(row)])}` : '';
	return { event, key: `${id}:${event}${sign}`, row: { json: row } };
}
