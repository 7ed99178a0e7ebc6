import { type Api, cells } from '../../sandbox/record-platform/api';
import { lookupScene } from '../../support/lookup-scene';
import { appDesignExamples } from './appDesign';
import { approval, byId, type Examples, mapped, withFile, withMore } from './example';
import { spaceExamples } from './spaces';
import { tableExamples } from './tables';

/** Makes apps and spaces to work on, and gives the examples. */
export async function recordPlatformExamples(api: Api): Promise<Examples> {
	return { ...(await appExamples(api)), ...(await spaceExamples(api)) };
}

/** The examples that need no more than apps. */
export async function appExamples(api: Api): Promise<Examples> {
	const state = (index: number, ...entities: object[]) => {
		return { index, assignee: { type: 'ONE', entities } };
	};
	const appId = await api.makeApp(
		{
			Name: { type: 'SINGLE_LINE_TEXT', unique: true },
			Amount: { type: 'NUMBER' },
			Files: { type: 'FILE' },
			Lines: { type: 'SUBTABLE', fields: { Item: { type: 'SINGLE_LINE_TEXT' } } },
		},
		{
			states: { New: state(0), Work: state(1, { entity: { type: 'USER', code: 'sato' } }) },
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
	const ofRecord = async () => ({ app, recordId: byId(await record()) });
	const ofFile = async () => ({ app, recordId: byId((await recordWithFile()).id) });
	const comment = async (id: string) => {
		const body = { app: appId, record: id, comment: { text: 'Hello' } };
		return (await api.ok<{ id: string }>('POST', 'record/comment.json', body)).id;
	};
	const ofCursor = async () => {
		await record();
		const body = { app: appId };
		return { cursorId: (await api.ok<{ id: string }>('POST', 'records/cursor.json', body)).id };
	};
	const recordWithFile = async () => {
		const fileKey = await api.upload('text', 'a.txt');
		const id = await api.create(appId, cells({ Name: name(), Files: [{ fileKey }] }));
		const [file] = (await api.values(appId, id)).Files as Array<{ fileKey: string }>;
		return { id, fileKey: file?.fileKey ?? '' };
	};
	const step = (record: object) => JSON.stringify({ app: appId, record });

	const together = { dryRun: false, whenRefused: 'others' };
	const creation = () => ({
		minimal: { app, fields: mapped({ Name: name() }) },
		full: [
			{
				app,
				fields: mapped({ Name: name(), Amount: '¥1,200' }),
				options: { convertValues: true, unknownColumns: 'ignore', ...together },
			},
			{ app, fields: mapped({ Name: name(), Amount: '5' }), options: { returnRecord: true } },
		],
	});
	const change = async () => ({
		minimal: { app, fields: mapped({ $id: await record(), Amount: 2 }, '$id') },
		full: [
			{
				app,
				fields: mapped({ $id: await record(), Name: name(), Amount: '1,200' }, '$id'),
				options: { convertValues: true, revision: '1', unknownColumns: 'stop', ...together },
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
	const everything = { options: { returnRecord: true, revision: '1', ...together } };
	const action = withMore(
		async () => ({ ...(await ofRecord()), action: 'Start', assignee: 'sato' }),
		everything,
	);
	const attachments = { attachmentFields: 'Files', attachmentNames: 'field' };
	const conditions = {
		rows: [
			{ field: 'Name', operator: 'contains', kind: 'value', value: 'n' },
			{ field: 'Amount', operator: 'greater', value: '0' },
		],
	};

	const oneByQuery = async () => ({ filterBy: 'query', query: `$id = ${await record()}` });
	const oneByConditions = async () => ({
		filterBy: 'conditions',
		conditions: { rows: [{ field: '$id', operator: 'equals', value: await record() }] },
	});

	return {
		...(await appDesignExamples(api)),
		...tableExamples({ api, appId, name }),
		'record.find': withMore(
			async () => {
				await record();
				return { app };
			},
			{
				searchFor: [{ field: 'Amount', operator: 'greater', value: 0 }],
				...{ allowedFields: ['Name', 'Amount'], limit: 2, filterBy: 'conditions', match: 'any' },
				conditions: { rows: conditions.rows },
			},
			{ ...byView, searchFor: '[{"field": "Name", "operator": "contains", "value": "n"}]' },
			{ filterBy: 'query', query: 'Amount > 0' },
		),
		'record.getAll': withMore(
			async () => {
				await record();
				return { app };
			},
			{
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
			{ returnAll: true, filterBy: 'query', query: 'Amount > 0', simplify: false },
			{ ...byView, options: { viewColumns: true } },
			{ options: { ...attachments, downloadAttachments: true } },
		),
		'record.get': withMore(
			ofFile,
			{ simplify: true, options: { numbersAsText: true, splitTable: 'Lines' } },
			{ options: { ...attachments, downloadAttachments: true } },
		),
		'record.count': withMore(
			() => ({ app }),
			{ filterBy: 'conditions', conditions },
			{ filterBy: 'query', query: 'Amount > 0' },
			byView,
		),
		'record.create': creation,
		'record.createOne': creation,
		'record.update': change,
		'record.updateOne': change,
		'record.upsert': async () => {
			const known = name();
			const other = name();
			for (const Name of [known, other]) await api.create(appId, cells({ Name, Amount: 1 }));
			return {
				minimal: { app, fields: mapped({ Name: name(), Amount: 2 }, 'Name') },
				full: [
					{
						app,
						fields: mapped({ Name: name(), Amount: '1,200' }, 'Name'),
						options: { convertValues: true, unknownColumns: 'stop', ...together },
					},
					{ app, fields: mapped({ Name: name() }, 'Name'), options: { returnRecord: true } },
					{ app, fields: mapped({ Name: other, Amount: 1 }, 'Name', 'Amount') },
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
			return {
				minimal: one(),
				full: [
					{ ...one(), options: { convertValues: true, dryRun: false, unknownColumns: 'stop' } },
					{ ...one(), deleteOthers: true, ...(await oneByQuery()), atMost: 1 },
					{ ...one(), deleteOthers: true, ...(await oneByConditions()), atMost: 1 },
					{ ...one(), deleteOthers: true, ...byView, atMost: 1000 },
				],
			};
		},
		'record.delete': withMore(ofRecord, { options: { revision: '1', ...together } }),
		'record.deleteByConditions': async () => ({
			minimal: { app, ...(await oneByQuery()) },
			full: [
				{ app, ...(await oneByQuery()), atMost: 1, options: { dryRun: false } },
				{ app, ...(await oneByConditions()), atMost: 1 },
				{ app, ...byView, atMost: 1000 },
			],
		}),
		'record.updateByConditions': async () => {
			const same = { app, fields: mapped({ Amount: '2' }) };
			const formatted = { convertValues: true, unknownColumns: 'stop' };
			return {
				minimal: { ...same, ...(await oneByQuery()) },
				full: [
					{ ...same, ...(await oneByQuery()), atMost: 1, options: { dryRun: false } },
					{ ...same, ...(await oneByConditions()), atMost: 1, options: formatted },
					{ ...same, ...byView, atMost: 1000 },
				],
			};
		},
		'record.updateLookups': withMore(
			async () => ({ app: byId(lookups.app), recordId: byId(await lookups.outdated()) }),
			{ lookups: ['Product'], options: together },
		),
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
		'record.updateStatus': action,
		'record.updateStatusOfOne': action,
		'record.updateAssignees': withMore(ofRecord, {
			assignees: 'sato',
			change: 'replace',
			...everything,
		}),
		'record.getPermissions': withMore(ofRecord),
		'comment.create': withMore(async () => ({ ...(await ofRecord()), text: 'Hello' }), {
			mentions: { rows: [{ type: 'USER', code: 'sato' }] },
		}),
		'comment.sendAndWait': withMore(async () => ({ ...(await ofRecord()), message: 'Approve?' }), {
			mentions: { rows: [{ type: 'USER', code: 'sato' }] },
			...approval,
		}),
		'comment.getAll': withMore(
			async () => {
				const id = await record();
				await comment(id);
				return { app, recordId: byId(id) };
			},
			{ returnAll: false, limit: 1, options: { order: 'asc' } },
			{ returnAll: true },
		),
		'comment.delete': withMore(async () => {
			const id = await record();
			return { app, recordId: byId(id), commentId: await comment(id) };
		}),
		'file.upload': () => ({
			minimal: { binaryPropertyName: 'data' },
			full: [{ binaryPropertyName: 'data' }],
			input: withFile('data', 'text', 'note.txt'),
		}),
		'file.download': withMore(
			async () => ({ fileKey: (await recordWithFile()).fileKey, binaryPropertyName: 'data' }),
			{ options: { fileName: 'b.txt' } },
		),
		'file.downloadFromRecord': withMore(ofFile, {
			options: { fieldCodes: 'Files', prefix: 'file' },
		}),
		'file.copyToRecord': async () => {
			const copy = {
				...(await ofFile()),
				targetApp: app,
				targetRecordId: byId(await record()),
				targetField: 'Files',
			};
			const options = { fieldCodes: 'Files', targetGuestSpace: '0' };
			return { minimal: copy, full: [{ ...copy, existingFiles: 'replace', options }] };
		},
		'bulkRequest.run': () => ({
			minimal: { call: 'createRecord', payload: step(cells({ Name: name() })) },
			full: [{ call: 'createRecord', payload: step(cells({ Name: name(), Amount: 3 })) }],
		}),
		'bulkRequest.runListed': withMore(() => {
			const records = [cells({ Name: name() })];
			const rows = [
				{ call: 'createRecord', payload: step(cells({ Name: name() })) },
				{ call: 'createRecords', payload: JSON.stringify({ app: appId, records }) },
			];
			return { steps: { rows } };
		}),
		'cursor.create': withMore(() => ({ app }), {
			query: 'Amount > 0',
			size: 10,
			options: { fields: ['Name'] },
		}),
		'cursor.getRecords': withMore(ofCursor, {
			splitIntoItems: true,
			simplify: true,
			options: { numbersAsText: true },
		}),
		'cursor.delete': withMore(ofCursor),
		'app.get': withMore(() => ({ app })),
		'app.getAll': withMore(
			() => ({}),
			{
				returnAll: false,
				limit: 5,
				filters: { codes: 'NONE', ids: `${appId}, 2`, name: 'Test', spaceIds: '1' },
			},
			{ returnAll: true },
		),
		'form.describe': withMore(() => ({ app })),
		'form.getFields': withMore(() => ({ app }), {
			environment: 'preview',
			simplify: false,
			options: { lang: 'en' },
		}),
	};
}
