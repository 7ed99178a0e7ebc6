import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { forAgent } from '../../../nodes/shared/agent';

const context = { getNode: () => ({ type: 'test.recordTool' }) } as unknown as IExecuteFunctions;

async function told(json: INodeExecutionData['json']) {
	const binary = { file_0: { data: '', fileName: 'note.txt', mimeType: 'text/plain' } };
	const [[item] = []] = await forAgent(context, Promise.resolve([[{ json, binary }]]));
	return item?.json;
}

it('tells the files of an item beside its fields, of which none is lost', async () => {
	const files = [{ name: 'note.txt', type: 'text/plain' }];
	expect(await told({ id: '1' })).toEqual({ id: '1', files });
	expect(await told({ id: '1', files: 'three of them' })).toEqual({
		id: '1',
		files: 'three of them',
	});
});
