import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { type LookupScene, lookupScene } from '../../support/lookup-scene';
import type { Case } from './case';
import { designCases, type DesignedApp, designedApp } from './design-cases';
import { makePlaces, placeCases, type Places } from './place-cases';
import { tableCases } from './table-cases';
import {
	Api,
	byId,
	itemsOf,
	jsonOf,
	mapping,
	ORDER_FIELDS,
	ORDER_PROCESS,
	runRecordPlatform,
} from './world';

const sandbox = useSandbox();
let api: Api;
let app: string;
let fileKey: string;
let designed: DesignedApp;
let places: Places;
let lookups: LookupScene;

const recordId = { mode: 'id', value: '={{ $json.id }}' };
const options = {};
const newRecord = async () => ({ id: await api.create(app, cells({ Amount: 1 })) });
const twoRecords = async () => [await newRecord(), await newRecord()];
const twoItems = async () => await Promise.resolve([{ n: 1 }, { n: 2 }]);
const NO_RECORD = { id: '999999' };
const notFound = /GAIA_RE01/;

const create = {
	parameters: () => ({ app: byId(app), fields: mapping({ Amount: '={{ $json.n }}' }), options }),
	good: twoItems,
	bad: { n: 'many' },
	says: /Field "Amount" must be a number/,
};

const update = {
	parameters: () => ({
		app: byId(app),
		fields: mapping({ $id: '={{ $json.id }}', Amount: 7 }, { matchingColumns: ['$id'] }),
		options,
	}),
	good: twoRecords,
	bad: NO_RECORD,
	says: notFound,
};

const status = {
	parameters: () => ({ app: byId(app), recordId, action: 'Begin', assignee: 'admin', options }),
	good: twoRecords,
	bad: NO_RECORD,
	says: notFound,
};

const comments = async () => {
	const two = await twoRecords();
	for (const { id } of two) await comment(id);
	return two;
};
const comment = async (id: string) =>
	await api.ok<{ id: string }>('POST', 'record/comment.json', {
		app,
		record: id,
		comment: { text: 'Seen' },
	});

const openCursor = async () =>
	await api.ok<{ id: string }>('POST', 'records/cursor.json', { app, size: 1 });

const cases: Record<string, Case> = {
	...designCases(() => ({ api, app: designed })),
	...placeCases(() => ({ api, places })),
	...tableCases(() => ({ api, app })),
	'record.create': create,
	'record.createOne': create,
	'record.update': update,
	'record.updateOne': update,
	'record.upsert': {
		parameters: () => ({
			app: byId(app),
			fields: mapping(
				{ Number: '={{ $json.key }}', Amount: '={{ $json.n }}' },
				{ matchingColumns: ['Number'] },
			),
			options,
		}),
		good: async () =>
			await Promise.resolve([
				{ key: 'u1', n: 1 },
				{ key: 'u2', n: 2 },
			]),
		bad: { key: '', n: 1 },
		says: /no value for "Number"/,
	},
	'record.sync': {
		parameters: () => ({
			app: byId(app),
			fields: mapping(
				{ Number: '={{ $json.key }}', Amount: '={{ $json.n }}' },
				{ matchingColumns: ['Number'] },
			),
			deleteOthers: true,
			filterBy: 'query',
			query: 'Amount = 99',
			atMost: 100,
			preview: false,
			options,
		}),
		good: async () => {
			await api.create(app, cells({ Amount: 99 }));
			return [
				{ key: 's1', n: 1 },
				{ key: 's2', n: 2 },
			];
		},
		bad: { key: 's2', n: 'many' },
		says: /Field "Amount" must be a number/,
	},
	'record.delete': {
		parameters: () => ({ app: byId(app), recordId, options }),
		good: twoRecords,
		bad: NO_RECORD,
		says: notFound,
	},
	'record.deleteByConditions': {
		parameters: () => ({
			app: byId(app),
			filterBy: 'query',
			query: '={{ $json.query }}',
			atMost: 1,
			options,
		}),
		good: async () => {
			await twoRecords();
			return (await twoRecords()).map(({ id }) => ({ query: `$id = ${id}` }));
		},
		bad: { query: '$id > 0' },
		says: /records meet the conditions, and 1 may be deleted/,
	},
	'record.get': {
		parameters: () => ({ app: byId(app), recordId, simplify: true, options }),
		good: twoRecords,
		bad: NO_RECORD,
		says: notFound,
	},
	'record.getAll': {
		parameters: () => ({
			app: byId(app),
			returnAll: false,
			limit: 1,
			filterBy: 'query',
			query: '={{ $json.query }}',
			options,
		}),
		good: async () => {
			await newRecord();
			return [{ query: '' }, { query: '$id > 0' }];
		},
		bad: { query: 'Nowhere = 1' },
		says: /GAIA_IQ11/,
	},
	'record.count': {
		parameters: () => ({ app: byId(app), filterBy: 'query', query: '={{ $json.query }}', options }),
		good: async () => await Promise.resolve([{ query: '' }, { query: '$id > 0' }]),
		bad: { query: 'Nowhere = 1' },
		says: /GAIA_IQ11/,
	},
	'record.updateLookups': {
		parameters: () => ({ app: byId(lookups.app), recordId, lookups: [], options }),
		good: async () => [{ id: await lookups.outdated() }, { id: await lookups.outdated() }],
		bad: NO_RECORD,
		says: /no record 999999/,
	},
	'record.updateLookupsByConditions': {
		parameters: () => ({
			app: byId(lookups.app),
			filterBy: 'query',
			query: '={{ $json.query }}',
			lookups: ['Product'],
			options,
		}),
		good: async () => [
			{ query: `$id = ${await lookups.outdated()}` },
			{ query: `$id = ${await lookups.outdated()}` },
		],
		bad: { query: 'Nowhere = 1' },
		says: /GAIA_IQ11/,
	},
	'record.updateStatus': status,
	'record.updateStatusOfOne': status,
	'record.updateAssignees': {
		parameters: () => ({ app: byId(app), recordId, assignees: 'admin', options }),
		good: twoRecords,
		bad: NO_RECORD,
		says: notFound,
	},
	'record.getPermissions': {
		parameters: () => ({ app: byId(app), recordId, options }),
		good: twoRecords,
		bad: { id: 'seventeen' },
		says: /no record ID/,
	},
	'comment.create': {
		parameters: () => ({
			app: byId(app),
			recordId,
			text: 'Hello',
			mentions: { rows: [{ type: 'USER', code: 'admin' }] },
			options,
		}),
		good: twoRecords,
		bad: NO_RECORD,
		says: notFound,
	},
	'comment.getAll': {
		parameters: () => ({ app: byId(app), recordId, returnAll: true, options }),
		good: comments,
		bad: NO_RECORD,
		says: notFound,
	},
	'comment.delete': {
		parameters: () => ({ app: byId(app), recordId, commentId: '={{ $json.comment }}', options }),
		good: async () => {
			const two = await twoRecords();
			return await Promise.all(
				two.map(async ({ id }) => ({ id, comment: (await comment(id)).id })),
			);
		},
		bad: { ...NO_RECORD, comment: '1' },
		says: notFound,
	},
	'file.upload': {
		parameters: () => ({ binaryPropertyName: '={{ $json.property }}', options }),
		good: async () => await Promise.resolve([{ property: 'data' }, { property: 'data' }]),
		bad: { property: 'nothing' },
		says: /no binary data named "nothing"/,
		binary: true,
	},
	'file.download': {
		parameters: () => ({ fileKey: '={{ $json.key }}', binaryPropertyName: 'data', options }),
		good: async () => await Promise.resolve([{ key: fileKey }, { key: fileKey }]),
		bad: { key: '0123456789' },
		says: /GAIA_BL01/,
	},
	'file.downloadFromRecord': {
		parameters: () => ({ app: byId(app), recordId, options }),
		good: twoRecords,
		bad: NO_RECORD,
		says: notFound,
	},
	'file.copyToRecord': {
		parameters: () => ({
			app: byId(app),
			recordId,
			targetApp: byId(app),
			targetRecordId: recordId,
			targetField: 'Files',
			options,
		}),
		good: twoRecords,
		bad: NO_RECORD,
		says: notFound,
	},
	'bulkRequest.run': {
		parameters: () => ({ call: 'createRecord', payload: '={{ $json.payload }}', options }),
		good: async () =>
			await Promise.resolve([{ payload: { app } }, { payload: { app, record: {} } }]),
		bad: { payload: { app: '999999' } },
		says: /Step 2 of 2: .*\(GAIA_AP01\)/,
		together: true,
	},
	'bulkRequest.runListed': {
		parameters: () => ({
			steps: {
				rows: [
					{ call: 'createRecord', payload: `{"app": "${app}"}` },
					{ call: 'createRecords', payload: '={{ $json.payload }}' },
				],
			},
			options,
		}),
		good: async () =>
			await Promise.resolve([
				{ payload: { app, records: [{}] } },
				{ payload: { app, records: [] } },
			]),
		bad: { payload: 'no object' },
		says: /Step 2: The payload is no JSON object/,
	},
	'cursor.create': {
		parameters: () => ({ app: byId(app), query: '={{ $json.query }}', size: 2, options }),
		good: async () => await Promise.resolve([{ query: '' }, { query: 'order by $id asc' }]),
		bad: { query: 'Nowhere = 1' },
		says: /GAIA_IQ11/,
	},
	'cursor.getRecords': {
		parameters: () => ({ cursorId: '={{ $json.id }}', splitIntoItems: true, options }),
		good: async () => {
			await twoRecords();
			return [{ id: (await openCursor()).id }, { id: (await openCursor()).id }];
		},
		bad: { id: '9a9716fe-1394-4677-a1c7-2199a5d28215' },
		says: /GAIA_CN01/,
	},
	'cursor.delete': {
		parameters: () => ({ cursorId: '={{ $json.id }}', options }),
		good: async () => [{ id: (await openCursor()).id }, { id: (await openCursor()).id }],
		bad: { id: '9a9716fe-1394-4677-a1c7-2199a5d28215' },
		says: /GAIA_CN01/,
	},
	'app.get': {
		parameters: () => ({ app: { mode: 'id', value: '={{ $json.app }}' }, options }),
		good: async () => await Promise.resolve([{ app }, { app }]),
		bad: { app: '999999' },
		says: /GAIA_AP01/,
	},
	'app.getAll': {
		parameters: () => ({ returnAll: true, filters: { ids: '={{ $json.app }}' }, options }),
		good: async () => await Promise.resolve([{ app }, { app }]),
		bad: { app: 'x' },
		says: /"x" is no ID/,
	},
};

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp(ORDER_FIELDS, ORDER_PROCESS);
	fileKey = await attachedFile();
	designed = await designedApp(api);
	places = await makePlaces(api, app);
	lookups = await lookupScene(api);
});

afterEach(async () => await sandbox.clock(11 * 60));

async function attachedFile(): Promise<string> {
	const { output } = await runRecordPlatform(sandbox, {
		resource: 'record',
		operation: 'create',
		parameters: { app: byId(app), fields: mapping({ Files: 'data' }), options },
		input: [withFile({})],
	});
	const { Files } = await api.values(app, String(output[0]?.json.id));
	return (Files as Array<{ fileKey: string }>)[0]?.fileKey ?? '';
}

function withFile(
	json: IDataObject,
	content: Buffer = Buffer.from('some text'),
): INodeExecutionData {
	const data = content.toString('base64');
	return { json, binary: { data: { data, mimeType: 'text/plain', fileName: 'note.txt' } } };
}

async function run(name: string, items: IDataObject[], more: object = {}) {
	const [resource = '', operation = ''] = name.split('.');
	const { parameters, binary } = cases[name] as Case;
	return await runRecordPlatform(sandbox, {
		resource,
		operation,
		parameters: parameters(),
		input: items.map((json) => {
			if (!binary) return { json };
			return withFile(json, binary === true ? undefined : binary());
		}),
		...more,
	});
}

it('knows every operation', () => {
	const offered = recordPlatform.resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation.value}`),
	);
	expect(Object.keys(cases).sort()).toEqual(offered.sort());
});

describe.each(Object.keys(cases))('%s', (name) => {
	const { good, bad, says, together } = cases[name] as Case;

	it('runs, and links what it gives to the items', async () => {
		const outcome = await run(name, await good());
		expect(jsonOf(outcome).length).toBeGreaterThan(0);
		expect(new Set(itemsOf(outcome.output))).toEqual(new Set([0, 1]));
	});

	it('stops with the reason and the item', async () => {
		const [first = {}] = await good();
		const { error, output } = await run(name, [first, bad]);
		expect(output).toEqual([]);
		expect(error?.message).toMatch(says);
		expect(error?.message).toMatch(together ? /\[items 0–1\]/ : /\[item/);
		expect(error?.description).toBeTruthy();
	});

	it('goes on with the other item', async () => {
		const [first = {}] = await good();
		const { error, output } = await run(name, [first, bad], { onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		const failed = output.filter((item) => item.error);
		expect(itemsOf(failed)).toEqual(together ? [0, 1] : [1]);
		expect(failed[0]?.error?.message).toMatch(says);
		const done = output.filter((item) => !item.error);
		expect(new Set(itemsOf(done))).toEqual(new Set(together ? [] : [0]));
	});

	it('sends failed items to the error output', async () => {
		const [first = {}] = await good();
		const { errors } = await run(name, [first, bad], { onError: 'continueErrorOutput' });
		expect(itemsOf(errors)).toEqual(together ? [0, 1] : [1]);
	});
});
