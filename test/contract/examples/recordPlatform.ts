import type { IDataObject } from 'n8n-workflow';

import { type Api, cells } from '../../sandbox/record-platform/api';
import { lookupScene } from '../../support/lookup-scene';
import { appDesignExamples } from './appDesign';
import { byId, type Examples, withFile } from './example';
import { placeExamples } from './places';
import { tableExamples } from './tables';

/** Makes apps and places to work on, and gives the examples. */
export async function recordPlatformExamples(api: Api): Promise<Examples> {
	return { ...(await appExamples(api)), ...(await placeExamples(api)) };
}

/** The examples that need no more than apps. */
export async function appExamples(api: Api): Promise<Examples> {
	const appId = await api.makeApp(
		{
			Name: { type: 'SINGLE_LINE_TEXT', unique: true },
			Amount: { type: 'NUMBER' },
			Files: { type: 'FILE' },
			Lines: {
				type: 'SUBTABLE',
				fields: { Item: { type: 'SINGLE_LINE_TEXT' } },
			},
		},
		{
			states: {
				New: { index: 0, assignee: { type: 'ONE', entities: [] } },
				Work: {
					index: 1,
					assignee: { type: 'ONE', entities: [{ entity: { type: 'USER', code: 'sato' } }] },
				},
			},
			actions: [{ name: 'Start', from: 'New', to: 'Work' }],
		},
	);
	const app = byId(appId);
	await api.ok('PUT', 'preview/app/views.json', {
		app: appId,
		views: {
			Some: { index: 0, type: 'LIST', name: 'Some', fields: ['Name'], filterCond: 'Amount > 0' },
		},
	});
	await api.deploy(appId);
	const lookups = await lookupScene(api);
	const byView = { filterBy: 'view', view: 'Some', match: 'all' };
	let made = 0;
	const name = () => `n${(made += 1)}`;
	const record = async () => await api.create(appId, cells({ Name: name(), Amount: 1 }));
	const mapped = (value: IDataObject, matchBy?: string) => ({
		mappingMode: 'defineBelow',
		value,
		matchingColumns: matchBy === undefined ? [] : [matchBy],
		schema: [],
	});
	const comment = async (id: string) => {
		const body = { app: appId, record: id, comment: { text: 'Hello' } };
		return (await api.ok<{ id: string }>('POST', 'record/comment.json', body)).id;
	};
	const cursor = async () => {
		await record();
		return (await api.ok<{ id: string }>('POST', 'records/cursor.json', { app: appId })).id;
	};
	const recordWithFile = async () => {
		const fileKey = await api.upload('text', 'a.txt');
		const id = await api.create(appId, cells({ Name: name(), Files: [{ fileKey }] }));
		const [file] = (await api.values(appId, id)).Files as Array<{ fileKey: string }>;
		return { id, fileKey: file?.fileKey ?? '' };
	};
	const step = (record: object) => JSON.stringify({ app: appId, record });

	const together = { dryRun: false, whenRefused: 'others' };
	const creation = async (more: object = {}) => ({
		minimal: { app, fields: mapped({ Name: name() }) },
		full: [
			{
				app,
				fields: mapped({ Name: name(), Amount: '¥1,200' }),
				options: { convertValues: true, unknownColumns: 'ignore', ...together, ...more },
			},
			{
				app,
				fields: mapped({ Name: name(), Amount: '5' }),
				options: { returnRecord: true },
			},
		],
	});
	const change = async (more: object = {}) => ({
		minimal: { app, fields: mapped({ $id: await record(), Amount: 2 }, '$id') },
		full: [
			{
				app,
				fields: mapped({ $id: await record(), Name: name(), Amount: '1,200' }, '$id'),
				options: {
					convertValues: true,
					revision: '1',
					unknownColumns: 'stop',
					...together,
					...more,
				},
			},
			{
				app,
				fields: mapped({ $id: await record(), Amount: 7 }, '$id'),
				options: { onlyChanges: true, onConflict: 'merge' },
			},
			{
				app,
				fields: mapped({ $id: await record(), Amount: 7, Files: [] as never }, '$id'),
				options: { existingFiles: 'keep', returnRecord: true },
			},
		],
	});
	const action = async (more: object = {}) => ({
		minimal: { app, recordId: byId(await record()), action: 'Start', assignee: 'sato' },
		full: [
			{
				app,
				recordId: byId(await record()),
				action: 'Start',
				assignee: 'sato',
				options: { returnRecord: true, revision: '1', ...together, ...more },
			},
		],
	});
	const attachments = { attachmentFields: 'Files', attachmentNames: 'field' };
	const conditions = {
		rows: [{ field: 'Name', operator: 'contains', kind: 'value', value: 'n' }],
		groups: [
			{
				match: 'any',
				conditions: { rows: [{ field: 'Amount', operator: 'greater', value: '0' }] },
			},
		],
	};

	return {
		...(await appDesignExamples(api)),
		...tableExamples({ api, appId, name }),
		'record.getAll': async () => {
			await record();
			return {
				minimal: { app },
				full: [
					{
						app,
						returnAll: false,
						limit: 2,
						filterBy: 'conditions',
						match: 'any',
						conditions,
						sort: { rows: [{ field: 'Name', direction: 'desc' }] },
						simplify: true,
						options: {
							fields: ['Name', 'Lines'],
							numbersAsText: true,
							splitTable: 'Lines',
							totalCount: true,
						},
					},
					{ app, returnAll: true, filterBy: 'query', query: 'Amount > 0', simplify: false },
					{ app, ...byView, options: { viewColumns: true } },
					{ app, options: { ...attachments, downloadAttachments: true } },
				],
			};
		},
		'record.get': async () => ({
			minimal: { app, recordId: byId(await record()) },
			full: [
				{
					app,
					recordId: byId(await record()),
					simplify: true,
					options: { numbersAsText: true, splitTable: 'Lines' },
				},
				{
					app,
					recordId: byId((await recordWithFile()).id),
					options: { ...attachments, downloadAttachments: true },
				},
			],
		}),
		'record.count': async () => ({
			minimal: { app },
			full: [
				{ app, filterBy: 'conditions', conditions },
				{ app, filterBy: 'query', query: 'Amount > 0' },
				{ app, ...byView },
			],
		}),
		'record.create': async () => await creation(),
		'record.createOne': async () => await creation(),
		'record.update': async () => await change(),
		'record.updateOne': async () => await change(),
		'record.upsert': async () => {
			const known = name();
			await api.create(appId, cells({ Name: known, Amount: 1 }));
			return {
				minimal: { app, fields: mapped({ Name: name(), Amount: 2 }, 'Name') },
				full: [
					{
						app,
						fields: mapped({ Name: name(), Amount: '1,200' }, 'Name'),
						options: { convertValues: true, unknownColumns: 'stop', ...together },
					},
					{
						app,
						fields: mapped({ Name: name() }, 'Name'),
						options: { returnRecord: true },
					},
					{
						app,
						fields: mapped({ Name: known, Amount: 2 }, 'Name'),
						options: { onlyChanges: true, onConflict: 'merge', existingFiles: 'keep' },
					},
				],
			};
		},
		'record.sync': async () => {
			const one = () => ({ app, fields: mapped({ Name: name(), Amount: 2 }, 'Name') });
			const field = '$id';
			return {
				minimal: one(),
				full: [
					{
						...one(),
						preview: false,
						options: { convertValues: true, unknownColumns: 'stop' },
					},
					{
						...one(),
						deleteOthers: true,
						filterBy: 'query',
						query: `$id = ${await record()}`,
						atMost: 1,
					},
					{
						...one(),
						deleteOthers: true,
						filterBy: 'conditions',
						conditions: { rows: [{ field, operator: 'equals', value: await record() }] },
						atMost: 1,
					},
					{ ...one(), deleteOthers: true, ...byView, atMost: 1000 },
				],
			};
		},
		'record.delete': async () => ({
			minimal: { app, recordId: byId(await record()) },
			full: [{ app, recordId: byId(await record()), options: { revision: '1', ...together } }],
		}),
		'record.deleteByConditions': async () => {
			const ofOne = async () => `$id = ${await record()}`;
			const field = '$id';
			return {
				minimal: { app, filterBy: 'query', query: await ofOne() },
				full: [
					{
						app,
						filterBy: 'query',
						query: await ofOne(),
						atMost: 1,
						options: { dryRun: false },
					},
					{
						app,
						filterBy: 'conditions',
						conditions: {
							rows: [{ field, operator: 'equals', value: await record() }],
						},
						atMost: 1,
					},
					{ app, ...byView, atMost: 1000 },
				],
			};
		},
		'record.updateLookups': async () => {
			const outdated = async () => ({
				app: byId(lookups.app),
				recordId: byId(await lookups.outdated()),
			});
			return {
				minimal: await outdated(),
				full: [{ ...(await outdated()), lookups: ['Product'], options: together }],
			};
		},
		'record.updateLookupsByConditions': async () => {
			const outdated = async () => {
				const query = `$id = ${await lookups.outdated()}`;
				return { app: byId(lookups.app), filterBy: 'query', query };
			};
			return {
				minimal: await outdated(),
				full: [
					{ ...(await outdated()), lookups: ['Product'] },
					{ ...(await outdated()), options: { dryRun: false } },
					{
						app: byId(lookups.app),
						...byView,
						filterBy: 'conditions',
						conditions: { rows: [{ field: '$id', value: await lookups.outdated() }] },
					},
				],
			};
		},
		'record.updateStatus': async () => await action(),
		'record.updateStatusOfOne': async () => await action(),
		'record.updateAssignees': async () => ({
			minimal: { app, recordId: byId(await record()) },
			full: [
				{
					app,
					recordId: byId(await record()),
					assignees: 'sato',
					change: 'replace',
					options: { returnRecord: true, revision: '1', ...together },
				},
			],
		}),
		'record.getPermissions': async () => ({
			minimal: { app, recordId: byId(await record()) },
			full: [{ app, recordId: byId(await record()) }],
		}),
		'comment.create': async () => ({
			minimal: { app, recordId: byId(await record()), text: 'Hello' },
			full: [
				{
					app,
					recordId: byId(await record()),
					text: 'Hello',
					mentions: { rows: [{ type: 'USER', code: 'sato' }] },
				},
			],
		}),
		'comment.getAll': async () => {
			const id = await record();
			await comment(id);
			return {
				minimal: { app, recordId: byId(id) },
				full: [
					{ app, recordId: byId(id), returnAll: false, limit: 1, options: { order: 'asc' } },
					{ app, recordId: byId(id), returnAll: true },
				],
			};
		},
		'comment.delete': async () => {
			const id = await record();
			const recordId = byId(id);
			return {
				minimal: { app, recordId, commentId: await comment(id) },
				full: [{ app, recordId, commentId: await comment(id) }],
			};
		},
		'file.upload': async () => ({
			minimal: { binaryPropertyName: 'data' },
			full: [{ binaryPropertyName: 'data' }],
			input: withFile('data', 'text', 'note.txt'),
		}),
		'file.download': async () => {
			const { fileKey } = await recordWithFile();
			return {
				minimal: { fileKey, binaryPropertyName: 'data' },
				full: [{ fileKey, binaryPropertyName: 'data', options: { fileName: 'b.txt' } }],
			};
		},
		'file.downloadFromRecord': async () => {
			const { id } = await recordWithFile();
			return {
				minimal: { app, recordId: byId(id) },
				full: [{ app, recordId: byId(id), options: { fieldCodes: 'Files', prefix: 'file' } }],
			};
		},
		'file.copyToRecord': async () => {
			const copy = {
				app,
				recordId: byId((await recordWithFile()).id),
				targetApp: app,
				targetRecordId: byId(await record()),
				targetField: 'Files',
			};
			const options = { fieldCodes: 'Files', targetGuestSpace: '0' };
			return { minimal: copy, full: [{ ...copy, existingFiles: 'replace', options }] };
		},
		'bulkRequest.run': async () => ({
			minimal: { call: 'createRecord', payload: step(cells({ Name: name() })) },
			full: [{ call: 'createRecord', payload: step(cells({ Name: name(), Amount: 3 })) }],
		}),
		'bulkRequest.runListed': async () => {
			const rows = () => [
				{ call: 'createRecord', payload: step(cells({ Name: name() })) },
				{
					call: 'createRecords',
					payload: JSON.stringify({ app: appId, records: [cells({ Name: name() })] }),
				},
			];
			return { minimal: { steps: { rows: rows() } }, full: [{ steps: { rows: rows() } }] };
		},
		'cursor.create': async () => ({
			minimal: { app },
			full: [{ app, query: 'Amount > 0', size: 10, options: { fields: ['Name'] } }],
		}),
		'cursor.getRecords': async () => ({
			minimal: { cursorId: await cursor() },
			full: [
				{
					cursorId: await cursor(),
					splitIntoItems: true,
					simplify: true,
					options: { numbersAsText: true },
				},
			],
		}),
		'cursor.delete': async () => ({
			minimal: { cursorId: await cursor() },
			full: [{ cursorId: await cursor() }],
		}),
		'app.get': async () => ({ minimal: { app }, full: [{ app }] }),
		'app.getAll': async () => ({
			minimal: {},
			full: [
				{
					returnAll: false,
					limit: 5,
					filters: { codes: 'NONE', ids: `${appId}, 2`, name: 'Test', spaceIds: '1' },
				},
				{ returnAll: true },
			],
		}),
		'form.getFields': async () => ({
			minimal: { app },
			full: [{ app, environment: 'preview', simplify: false, options: { lang: 'en' } }],
		}),
	};
}
