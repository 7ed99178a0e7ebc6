import { inRow, nodeOf } from '../support/nodes';
import { Api, options as choices } from '../sandbox/record-platform/api';
import { automatic, byId } from '../workflow/record-platform/world';
import { editorApi, useEditor } from './support/editor';

const service = new Api({ url: process.env.SANDBOX_URL ?? '' });
const Choice = { type: 'DROP_DOWN', code: 'Choice', options: choices('A', 'B') };
const editor = useEditor();
let app: string;

beforeAll(async () => {
	const Key = { type: 'SINGLE_LINE_TEXT' };
	app = await service.makeApp({ Key, Day: { type: 'DATE' }, Files: { type: 'FILE' }, Choice });
	await service.create(app, { Choice: { value: 'A' } });
	const properties = { Choice: { ...Choice, options: choices('B') } };
	await service.ok('PUT', 'preview/app/form/fields.json', { app, properties });
	await service.deploy(app);
});

const day = '2026-12-06T01:00:00Z';
test.each([
	['file key of Upload', { Files: '$key' }, { Files: [expect.anything()] }, ''],
	['time of another day', { Day: day }, { Day: '2026-12-05' }, `"${day}" is 2026-12-05 in`],
	['removed choice that stays', { $id: '1', Choice: 'A', Key: 'k' }, { Key: 'k' }, ''],
	['column after a byte order mark', { '\uFEFFKey ': 'bom' }, { Key: 'bom' }, ''],
])('a %s is taken', async (name, item, stored, said) => {
	const jsonOutput = JSON.stringify(item).replace('$key', await service.upload('text', 'a.txt'));
	const fields = automatic({ matchingColumns: '$id' in item ? ['$id'] : [] });
	const [operation, onlyChanges] = '$id' in item ? ['update', true] : ['create'];
	const options = { ...(onlyChanges && { onlyChanges }) };
	const write = { resource: 'record', operation, app: byId(app), fields, options };
	const all = await editorApi().credentials();
	const found = all.find((one) => one.name === 'Record Platform Sandbox') as never;
	const credentials = { recordPlatformApi: found };
	const nodes = [
		nodeOf('Start', 'n8n-nodes-base.manualTrigger', {}),
		nodeOf('Item', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput }, { typeVersion: 3.4 }),
		nodeOf('Write', 'n8n-nodes-record-platform.recordPlatform', write, { credentials }),
	];
	const settings = { timezone: 'America/New_York' };
	for (const [at, node] of nodes.entries()) node.position = [at * 250, 0];
	const made = { name, nodes: nodes as never, connections: inRow(nodes), settings };
	await editor.visit(`/workflow/${(await editorApi().createWorkflow(made)).id}`);
	await editor.canvasNodes.last().dblclick();
	const node = await editor.details();
	await node.execute();
	await editor.picture(`taken-${name.replaceAll(' ', '-')}`);
	expect(await node.output.innerText()).toContain(said);
	expect(await service.allValues(app)).toContainEqual(expect.objectContaining(stored));
});
