import { Api } from '../sandbox/record-platform/api';
import { useEditor } from './support/editor';

const editor = useEditor();
const service = new Api({ url: process.env.SANDBOX_URL ?? '' });
const fieldsOf = async (app: string) =>
	(await service.get<{ properties: object }>('app/form/fields.json', { app })).properties;

test('a design is exported, compared, tried, and applied to another app', async () => {
	const app = await service.makeApp({ Address: 'MULTI_LINE_TEXT' });
	const admin = 'Record Platform Admin';
	const node = await editor.newAction('app design', admin, 'Export design of app');
	await node.pickFromList('app', 'Customers');
	await node.execute();
	await editor.picture('design-export');
	await node.close();
	await editor.dragLine(editor.canvasNodes.last(), { x: 900, y: 300 });
	await editor.nextAction('kintone', admin, 'Compare designs of apps');
	await node.pickFromList('app', `(${app})`);
	await node.execute();
	expect((await node.table()).map(([path]) => path)).toContain('fields.Company');
	await editor.picture('design-compare');

	const keepName = async (operation: string, ...options: string[]) => {
		await node.choose('operation', operation);
		for (const option of [...options, 'Leave Out']) await node.addOption(option);
		await node.type('leaveOut', 'settings.name');
	};
	const run = async (picture: string, said: string) => {
		await node.execute();
		await node.output.getByText(said).first().waitFor();
		await editor.picture(`design-${picture}`);
	};
	await keepName('Apply', 'Dry Run');
	await run('dry-run', 'Dry run: nothing was written');
	expect(Object.keys(await fieldsOf(app))).not.toContain('Company');
	await node.parameter('dryRun').click();
	await run('applied', 'deployed');
	expect(await fieldsOf(app)).toEqual(await fieldsOf('1'));
	await keepName('Compare');
	await run('same', 'The designs are the same');
});
