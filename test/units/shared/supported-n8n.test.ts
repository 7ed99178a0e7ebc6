import * as n8nWorkflow from 'n8n-workflow';

it.each(['RecordPlatform/RecordPlatform', 'Groupware/GroupwareTrigger'])(
	'%s says in n8n that is too old which one it needs',
	async (path) => {
		jest.resetModules();
		jest.doMock('n8n-workflow', () => ({ ...n8nWorkflow, NodeConnectionTypes: undefined }));
		await expect(import(`../../../nodes/${path}.node`)).rejects.toThrow(
			'This node requires n8n 1.123 or later. Update n8n.',
		);
		jest.dontMock('n8n-workflow');
	},
);
