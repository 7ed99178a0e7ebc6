import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import { loadPackages } from '../../start/headless/packages';
import { runWorkflow } from '../../start/headless/run';
import { Api, type Record_ } from '../sandbox/record-platform/api';
import { inRow, nodeOf } from '../support/nodes';
import { useSandbox } from '../support/sandbox';

const sandbox = useSandbox();
const loaded = loadPackages();

const TEN = 'admin,sato,suzuki,tanaka,ito,watanabe,yamamoto,kobayashi,mori,garcia';

/** Next month's events of ten people become records, by event and repeat ID. */
function workflow(app: string): { nodes: INode[]; connections: IConnections } {
	const nodes = [
		nodeOf('Start', 'n8n-nodes-base.manualTrigger', {}),
		nodeOf(
			'Events',
			'n8n-nodes-groupware.groupware',
			{
				resource: 'event',
				operation: 'getAll',
				calendar: 'users',
				users: { rows: [{ kind: 'codes', codes: TEN }] },
				from: '={{ $now.plus({ months: 1 }).startOf("month") }}',
				to: '={{ $now.plus({ months: 2 }).startOf("month") }}',
				returnAll: true,
				simplify: true,
				options: { outputTimeZone: 'UTC' },
			},
			{ credentials: { groupwareApi: { id: 'groupware', name: 'Groupware' } } },
		),
		nodeOf(
			'As Record',
			'n8n-nodes-base.set',
			{
				mode: 'raw',
				jsonOutput:
					'={{ { Key: $json.id + ($json.repeatId ? "-" + $json.repeatId : ""), Title: $json.subject, Start: $json.start, Attendees: ($json.attendees ?? []).join(", ") } }}',
				options: {},
			},
			{ typeVersion: 3.4 },
		),
		nodeOf(
			'Records',
			'n8n-nodes-record-platform.recordPlatform',
			{
				resource: 'record',
				operation: 'upsert',
				app: { __rl: true, mode: 'id', value: app },
				fields: {
					mappingMode: 'autoMapInputData',
					value: null,
					matchingColumns: ['Key'],
					schema: [],
				},
				options: { onlyChanges: true },
			},
			{ credentials: { recordPlatformApi: { id: 'records', name: 'Records' } } },
		),
	];
	return { nodes, connections: inRow(nodes) };
}

async function runOnce(app: string): Promise<IDataObject[]> {
	const account = { baseUrl: sandbox.url, username: 'admin', password: 'admin' };
	const run = await runWorkflow(workflow(app), await loaded, {
		groupware: { type: 'groupwareApi', data: account },
		records: { type: 'recordPlatformApi', data: { ...account, signInWith: 'password' } },
	});
	const { error, runData } = run.data.resultData;
	if (error) throw new Error(`${error.message} ${error.description}`);
	return (runData.Records?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);
}

/** The values that the workflow writes, by key, and the revision, which every write raises. */
async function stored(api: Api, app: string): Promise<Map<unknown, unknown[]>> {
	const { records } = await api.get<{ records: Record_[] }>('records.json', {
		app,
		query: 'order by $id asc limit 500',
	});
	return new Map(
		records.map((record) => [
			record.Key?.value,
			['$id', '$revision', 'Title', 'Start', 'Attendees'].map((code) => record[code]?.value),
		]),
	);
}

it('copying the events of ten people twice writes nothing the second time', async () => {
	await sandbox.control('reset', { demo: true });
	const api = new Api(sandbox.url);
	const text = { type: 'SINGLE_LINE_TEXT' };
	const app = await api.makeApp({
		Key: { ...text, unique: true },
		Title: text,
		Start: { type: 'DATETIME' },
		Attendees: { type: 'MULTI_LINE_TEXT' },
	});

	const first = await runOnce(app);
	const after = await stored(api, app);
	expect(after.size).toBeGreaterThan(20);
	expect(first.map(({ operation }) => operation)).toEqual(first.map(() => 'INSERT'));
	expect(after.size).toBe(first.length);
	const ofSeries = [...after.keys()].filter((key) => String(key).includes('-'));
	expect(ofSeries.length).toBeGreaterThan(1);

	await sandbox.forget();
	const second = await runOnce(app);
	expect(second.map(({ changed }) => changed)).toEqual(first.map(() => false));
	expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
	const writes = (await sandbox.requests()).filter(
		({ method, path }) => path.startsWith('/k/') && method !== 'GET',
	);
	expect(writes).toEqual([]);
	expect(await stored(api, app)).toEqual(after);
});
