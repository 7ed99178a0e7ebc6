import type { IDataObject } from 'n8n-workflow';

import { batchOperation } from '../../batchOperation';
import type { ItemContext, Operation, Row } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { nounFor } from '../../codec/names';
import { listed } from '../../../shared/messages';
import { bodyOf, objectsIn } from '../../../shared/objects';
import { isOn, switchParameter, textAt } from '../../../shared/parameters';
import { api } from '../../api';
import { chosenQuery, returnedCodes } from '../../query/selection';
import { paginateRecords } from '../../reading/paginate';
import { recordDecoder } from '../../codec/decode';
import { recordPages } from '../../route';
import { filter, sort, viewColumns } from '../filter';
import { decodeOptions, limit, numbersAsText, options, returnAll, simplify } from '../parameters';
import { listedOption, returnedFields } from '../lists';
import { app, record, recordIdOf } from '../locators';
import { rights } from '../requirements';
import { attachmentOptions, fieldsWithAttachments, withAttachments } from './attachments';

/**
 * Converts the cells of a record to plain values with the URL of its page, or returns them as the service
 * sends them.
 * @param pages the records' pages by ID; undefined where they have none
 */
export function recordRows(
	item: ItemContext,
	pages?: (id: unknown) => string,
): (cells: IDataObject) => Row | Row[] {
	if (!isOn(item, 'simplify')) return (cells) => ({ json: cells });
	const table = textAt(item, 'options.splitTable');
	const decode = recordDecoder(decodeOptions(item));
	const plain = (cells: IDataObject) => {
		const json = decode(cells);
		if (pages && json.$id !== undefined) json.$url = pages(json.$id);
		return json;
	};
	if (table !== '') return (cells) => splitRows(plain(cells), table);
	return (cells) => ({ json: plain(cells) });
}

const splitTable = listedOption({
	displayName: 'Split Table Name or ID',
	name: 'splitTable',
	list: 'getTables',
	description: 'Table whose rows become separate items. Requires Simplify.',
});

/** A row for each table row, with its record's fields. Throws `InputError` without the table. */
function splitRows(json: IDataObject, table: string): Row[] {
	const rows = json[table];
	if (!Array.isArray(rows)) {
		throw new InputError(
			`The record has no table "${table}" to split into items`,
			'Choose the table from the list. If you selected fields to return, include the table',
		);
	}
	// Without the table: null would clear it when the item is written back.
	if (rows.length === 0) {
		const { [table]: _none, ...others } = json;
		return [{ json: others }];
	}
	return rows.map((row) => ({ json: { ...json, [table]: row } }));
}

/** Says which of the chosen fields a record doesn't have: the service leaves them out. */
function tellLacking(cells: IDataObject, codes: string[], item: ItemContext): void {
	const lacking = codes.filter((code) => !Object.hasOwn(cells, code));
	if (lacking.length === 0) return;
	item.hint(
		`The records have no ${nounFor(lacking, 'field')} ${listed(lacking)}. It was renamed or removed, or the signed-in user has no permission to view it`,
	);
}

export const readingOfRecords = { ...api['records.get'], rights: rights.view };

export const getMany: Operation = {
	...readingOfRecords,
	value: 'getAll',
	pattern:
		"app: {__rl: true, mode: 'id', value: '12'}, returnAll: true, conditions: {rows: [{field: 'Status', operator: 'equals', value: 'Open'}]}",
	name: 'Get Many',
	action: 'Get many records',
	description: 'Get the records of an app that meet conditions',
	parameters: [
		app('query'),
		returnAll,
		limit,
		...filter,
		sort,
		simplify,
		options(
			returnedFields,
			numbersAsText,
			splitTable,
			switchParameter({
				displayName: 'Total Count',
				name: 'totalCount',
				description:
					'Whether to add the total number of matching records to each item as $totalCount',
			}),
			viewColumns,
			...attachmentOptions,
		),
	],
	run: {
		kind: 'paginate',
		pages: async (spec, wanted, item) =>
			paginateRecords(
				{
					// With a limit, an incomplete result is still useful.
					spec: { ...spec, partial: wanted !== Infinity },
					wanted,
					query: await chosenQuery(item),
					fields: fieldsWithAttachments(await returnedCodes(item), item),
					totalCount: isOn(item, 'options.totalCount'),
				},
				item,
			),
		result: async (item) => {
			const codes = await returnedCodes(item);
			const rows = withAttachments(recordRows(item, recordPages(item)), item, codes);
			return (cells) => {
				tellLacking(cells, codes, item);
				return rows(cells);
			};
		},
		emptyHint:
			'No records meet the conditions. A search with Contains may not find recently added records yet.',
	},
};

export const count: Operation = {
	...readingOfRecords,
	value: 'count',
	name: 'Count',
	action: 'Count records',
	description: 'Count the records of an app that meet conditions',
	answer: ['totalCount'],
	parameters: [app('query'), ...filter, options()],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			const { condition } = await chosenQuery(item);
			const query = condition === '' ? 'limit 1' : `${condition} limit 1`;
			const body = await item.request({
				...spec,
				query: { ...spec.query, query, fields: ['$id'], totalCount: true },
			});
			return { json: { count: Number(bodyOf(body).totalCount) } };
		},
	},
};

export const get: Operation = {
	...api['record.get'],
	value: 'get',
	name: 'Get',
	action: 'Get record',
	description: 'Get a record by its ID',
	rights: rights.view,
	parameters: [
		app('query'),
		record('query', 'id'),
		simplify,
		options(numbersAsText, splitTable, ...attachmentOptions),
	],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			const cells = bodyOf(bodyOf(await item.request(spec)).record);
			return withAttachments(recordRows(item, recordPages(item)), item, [])(cells);
		},
	},
};

export const getPermissions = batchOperation({
	...api['records.acl.evaluate'],
	value: 'getPermissions',
	name: 'Get Permissions',
	action: 'Get permissions of records',
	description: 'Get the permissions of the signed-in user for records and their fields',
	parameters: [app('query'), record('element', ''), options()],
	run: {
		max: 100,
		assemble: (ids) => ({ query: { ids: [...new Set(ids)] } }),
		split: (body, items) => {
			const all = objectsIn(body, 'rights');
			return all && Array.from({ length: items }, () => all);
		},
		result: (all, item) => {
			const id = recordIdOf(item.read('recordId'), item);
			const { id: $id = id, ...own } =
				all.find((one) => BigInt(String(one.id)) === BigInt(id)) ?? {};
			return { json: { $id, ...own } };
		},
	},
});
