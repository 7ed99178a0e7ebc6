import type { Operation, Parameter, Resource, Row } from '../../shared/catalogue';
import { bodyOf, listIn } from '../../shared/objects';
import { isOn, offSwitch, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { chosenFields } from '../query/selection';
import { PAGE } from '../reading/paginate';
import { recordRows } from './record/read';
import { numbersAsText, options, simplify } from './parameters';
import { returnedFields } from './lists';
import { app } from './locators';
import { rights } from './requirements';
import { answerRun, rowRun } from './runs';

const cursorId: Parameter = textParameter({
	displayName: 'Cursor ID',
	name: 'cursorId',
	holds: 'id',
	required: true,
	placeholder: 'e.g. 9a9716fe-1394-4677-a1c7-2199a5d28215',
	description: 'ID of the cursor, as returned by Create',
	send: { in: 'query', key: 'id' },
});

const create: Operation = {
	...api['cursor.create'],
	value: 'create',
	name: 'Create',
	action: 'Create cursor',
	description: 'Create a cursor for the records that match a query, up to ten at a time',
	rights: rights.view,
	parameters: [
		app('body'),
		textParameter({
			displayName: 'Query',
			name: 'query',
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Status in ("Open") order by Due asc',
			description: 'Query without limit or offset. Leave empty to read all records.',
			send: { in: 'body', key: 'query' },
		}),
		{
			displayName: 'Page Size',
			name: 'size',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: PAGE },
			default: 100,
			description: 'Number of records per page, up to 500',
			send: { in: 'body', key: 'size' },
		},
		options({
			...returnedFields,
			send: {
				in: 'body',
				key: 'fields',
				as: async (_value, item) => {
					const codes = await chosenFields(item);
					return codes.length > 0 ? codes : undefined;
				},
			},
		}),
	],
	run: { ...answerRun, concurrencyKey: 'new' },
};

const getRecords: Operation = {
	...api['cursor.get'],
	value: 'getRecords',
	name: 'Get Records',
	action: 'Get records from cursor',
	description: 'Get the next page of a cursor. The last page closes the cursor.',
	rights: rights.view,
	parameters: [
		cursorId,
		offSwitch({
			displayName: 'Split Into Items',
			name: 'splitIntoItems',
			description: 'Whether to return each record as an item, and not all records in one',
		}),
		simplify,
		options(numbersAsText),
	],
	run: {
		kind: 'custom',
		// Each read advances the cursor, so a retry would lose a page.
		concurrency: 1,
		run: async (item, spec) => {
			const body = bodyOf(await item.request({ ...spec, repeatable: false, partial: true }));
			const rows = listIn(body, 'records').flatMap<Row>(recordRows(item));
			if (isOn(item, 'splitIntoItems')) return rows;
			return { json: { next: body.next, records: rows.map(({ json }) => json) } };
		},
	},
};

const remove: Operation = {
	...api['cursor.delete'],
	value: 'delete',
	name: 'Delete',
	action: 'Delete cursor',
	description: 'Close a cursor that was not read to the end, so that another one can be opened',
	parameters: [cursorId, options()],
	run: rowRun((item) => ({ deleted: true, id: String(item.read('cursorId')) })),
};

export const cursorResource: Resource = {
	value: 'cursor',
	name: 'Cursor',
	description: 'Large results page by page',
	operations: [create, getRecords, remove],
};
