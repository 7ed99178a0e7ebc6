import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { forAgent } from '../../../nodes/shared/agent';

const context = { getNode: () => ({ type: 'test.recordTool' }) } as unknown as IExecuteFunctions;

async function told(json: INodeExecutionData['json']) {
	const binary = { file_0: { data: '', fileName: 'note.txt', mimeType: 'text/plain' } };
	const [[item] = []] = await forAgent(context, Promise.resolve([[{ json, binary }]]));
	return item?.json;
}

it('tells the files of an item beside its fields, of which none is lost', async () => {
	const $files = [{ name: 'note.txt', type: 'text/plain' }];
	expect(await told({ id: '1', files: 'two' })).toEqual({ id: '1', files: 'two', $files });
});

it('shows rows up to the longest output of a tool, and says how many there are', async () => {
	const rows = (count: number) =>
		Array.from({ length: count }, () => ({ json: { text: 'x'.repeat(989) } }));
	const shown = async (items: INodeExecutionData[]) => {
		const [output = []] = await forAgent(context, Promise.resolve([items]));
		return output.map(({ json }) => json);
	};
	expect(await shown(rows(50))).toHaveLength(50);
	const [said, ...others] = await shown(rows(1200));
	expect(others).toHaveLength(50);
	expect(said).toEqual({
		result:
			'Only the first 50 of 1,200 rows are shown, because the output of a tool ends after 50,000 characters. All of them were processed. To read the others, use conditions, or select fewer fields',
	});
	expect(await shown([{ json: { text: 'x'.repeat(60_000) } }])).toHaveLength(1);
});
