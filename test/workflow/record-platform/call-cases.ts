import { type Case, twoRecordsOf } from './case';
import { type Api, byId } from './world';

/** Cases of calls as the API has them: bulk requests and cursors. */
export function callCases(world: () => { api: Api; app: string }): Record<string, Case> {
	const options = {};
	const openCursor = async () => {
		const { api, app } = world();
		return await api.ok<{ id: string }>('POST', 'records/cursor.json', { app, size: 1 });
	};
	return {
		'bulkRequest.run': {
			parameters: () => ({ call: 'createRecord', payload: '={{ $json.payload }}', options }),
			good: async () =>
				await Promise.resolve([
					{ payload: { app: world().app } },
					{ payload: { app: world().app, record: {} } },
				]),
			bad: { payload: { app: '999999' } },
			says: /Step 2 of 2: .*\(GAIA_AP01\)/,
			together: true,
		},
		'bulkRequest.runListed': {
			parameters: () => ({
				steps: {
					rows: [
						{ call: 'createRecord', payload: `{"app": "${world().app}"}` },
						{ call: 'createRecords', payload: '={{ $json.payload }}' },
					],
				},
				options,
			}),
			good: async () =>
				await Promise.resolve([
					{ payload: { app: world().app, records: [{}] } },
					{ payload: { app: world().app, records: [] } },
				]),
			bad: { payload: 'no object' },
			says: /Step 2: "Payload" is not a valid JSON object/,
		},
		'cursor.create': {
			parameters: () => ({ app: byId(world().app), query: '={{ $json.query }}', size: 2, options }),
			good: async () => await Promise.resolve([{ query: '' }, { query: 'order by $id asc' }]),
			bad: { query: 'Nowhere = 1' },
			says: /GAIA_IQ11/,
		},
		'cursor.getRecords': {
			parameters: () => ({ cursorId: '={{ $json.id }}', splitIntoItems: true, options }),
			good: async () => {
				await twoRecordsOf(world().api, world().app);
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
	};
}
