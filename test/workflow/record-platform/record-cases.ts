import { cells } from '../../sandbox/record-platform/api';
import type { LookupScene } from '../../support/lookup-scene';
import { type Case, NO_RECORD, recordId, twoRecordsOf } from './case';
import { type Api, byId, mapping } from './world';

/** Cases of records and comments; the app has the fields of `ORDER_FIELDS` and `ORDER_PROCESS`. */
export function recordCases(
	world: () => { api: Api; app: string; lookups: LookupScene },
): Record<string, Case> {
	const options = {};
	const twoRecords = async () => await twoRecordsOf(world().api, world().app);
	const twoItems = async () => await Promise.resolve([{ n: 1 }, { n: 2 }]);
	const notFound = /GAIA_RE01/;

	const create = {
		parameters: () => ({
			app: byId(world().app),
			fields: mapping({ Amount: '={{ $json.n }}' }),
			options,
		}),
		good: twoItems,
		bad: { n: 'many' },
		says: /Field "Amount" must be a number/,
	};

	const update = {
		parameters: () => ({
			app: byId(world().app),
			fields: mapping({ $id: '={{ $json.id }}', Amount: 7 }, { matchingColumns: ['$id'] }),
			options,
		}),
		good: twoRecords,
		bad: NO_RECORD,
		says: notFound,
	};

	const status = {
		parameters: () => ({
			app: byId(world().app),
			recordId,
			action: 'Begin',
			assignee: 'admin',
			options,
		}),
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
		await world().api.ok<{ id: string }>('POST', 'record/comment.json', {
			app: world().app,
			record: id,
			comment: { text: 'Seen' },
		});

	return {
		'record.create': create,
		'record.createOne': create,
		'record.update': update,
		'record.updateOne': update,
		'record.upsert': {
			parameters: () => ({
				app: byId(world().app),
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
				app: byId(world().app),
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
				await world().api.create(world().app, cells({ Amount: 99 }));
				return [
					{ key: 's1', n: 1 },
					{ key: 's2', n: 2 },
				];
			},
			bad: { key: 's2', n: 'many' },
			says: /Field "Amount" must be a number/,
		},
		'record.delete': {
			parameters: () => ({ app: byId(world().app), recordId, options }),
			good: twoRecords,
			bad: NO_RECORD,
			says: notFound,
		},
		'record.deleteByConditions': {
			parameters: () => ({
				app: byId(world().app),
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
			says: /records meet the conditions, but "Delete at Most" is 1/,
		},
		'record.get': {
			parameters: () => ({ app: byId(world().app), recordId, simplify: true, options }),
			good: twoRecords,
			bad: NO_RECORD,
			says: notFound,
		},
		'record.getAll': {
			parameters: () => ({
				app: byId(world().app),
				returnAll: false,
				limit: 1,
				filterBy: 'query',
				query: '={{ $json.query }}',
				options,
			}),
			good: async () => {
				await twoRecords();
				return [{ query: '' }, { query: '$id > 0' }];
			},
			bad: { query: 'Nowhere = 1' },
			says: /GAIA_IQ11/,
		},
		'record.count': {
			parameters: () => ({
				app: byId(world().app),
				filterBy: 'query',
				query: '={{ $json.query }}',
				options,
			}),
			good: async () => await Promise.resolve([{ query: '' }, { query: '$id > 0' }]),
			bad: { query: 'Nowhere = 1' },
			says: /GAIA_IQ11/,
		},
		'record.updateLookups': {
			parameters: () => ({ app: byId(world().lookups.app), recordId, lookups: [], options }),
			good: async () => [
				{ id: await world().lookups.outdated() },
				{ id: await world().lookups.outdated() },
			],
			bad: NO_RECORD,
			says: /Record 999999 was not found/,
		},
		'record.updateLookupsByConditions': {
			parameters: () => ({
				app: byId(world().lookups.app),
				filterBy: 'query',
				query: '={{ $json.query }}',
				lookups: ['Product'],
				options,
			}),
			good: async () => [
				{ query: `$id = ${await world().lookups.outdated()}` },
				{ query: `$id = ${await world().lookups.outdated()}` },
			],
			bad: { query: 'Nowhere = 1' },
			says: /GAIA_IQ11/,
		},
		'record.updateStatus': status,
		'record.updateStatusOfOne': status,
		'record.updateAssignees': {
			parameters: () => ({ app: byId(world().app), recordId, assignees: 'admin', options }),
			good: twoRecords,
			bad: NO_RECORD,
			says: notFound,
		},
		'record.getPermissions': {
			parameters: () => ({ app: byId(world().app), recordId, options }),
			good: twoRecords,
			bad: { id: 'seventeen' },
			says: /is not a valid record/,
		},
		'comment.create': {
			parameters: () => ({
				app: byId(world().app),
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
			parameters: () => ({ app: byId(world().app), recordId, returnAll: true, options }),
			good: comments,
			bad: NO_RECORD,
			says: notFound,
		},
		'comment.delete': {
			parameters: () => ({
				app: byId(world().app),
				recordId,
				commentId: '={{ $json.comment }}',
				options,
			}),
			good: async () => {
				const two = await twoRecords();
				return await Promise.all(
					two.map(async ({ id }) => ({ id, comment: (await comment(id)).id })),
				);
			},
			bad: { ...NO_RECORD, comment: '1' },
			says: notFound,
		},
	};
}
