import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/**
 * The few nodes of n8n itself that the example workflows use. n8n publishes its own only with
 * the whole application, so these do the same for the parameters that the examples set.
 */
export const coreNodes = new Map<string, INodeType>([
	['n8n-nodes-base.manualTrigger', node('Manual Trigger', true, passOn)],
	['n8n-nodes-base.scheduleTrigger', node('Schedule Trigger', true, passOn, ['rule'])],
	// Of items that were not seen before: a single run has none before it.
	[
		'n8n-nodes-base.removeDuplicates',
		node('Remove Duplicates', false, passOn, ['operation', 'dedupeValue', 'options']),
	],
	['n8n-nodes-base.stickyNote', node('Sticky Note', false, passOn)],
	['n8n-nodes-base.noOp', node('No Operation', false, passOn)],
	[
		'n8n-nodes-base.set',
		node('Edit Fields', false, editFields, [
			'mode',
			'jsonOutput',
			'assignments',
			'includeOtherFields',
		]),
	],
	['n8n-nodes-base.splitOut', node('Split Out', false, splitOut, ['fieldToSplitOut'])],
	[
		'n8n-nodes-base.convertToFile',
		node('Convert to File', false, convertToFile, [
			'operation',
			'sourceProperty',
			'binaryPropertyName',
			'options',
		]),
	],
]);

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** @param parameters names of what the node reads; n8n drops what a description does not know */
function node(
	displayName: string,
	trigger: boolean,
	execute: Execute,
	parameters: string[] = [],
): INodeType {
	return {
		description: {
			displayName,
			name: displayName,
			description: displayName,
			group: [],
			version: [1, 1.1, 1.2, 2, 3, 3.4],
			defaults: {},
			inputs: trigger ? [] : [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: parameters.map((name) => ({
				displayName: name,
				name,
				type: 'json',
				default: '',
			})),
		},
		execute,
	};
}

async function passOn(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [this.getInputData()];
}

/** JSON mode, and assignments by hand; files go on only together with the other fields. */
async function editFields(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData().map((item, index) => {
		const kept = this.getNodeParameter('includeOtherFields', index, false) ? item : { json: {} };
		return {
			...kept,
			json: { ...kept.json, ...assigned(this, index) },
			pairedItem: { item: index },
		};
	});
	return [items];
}

function assigned(context: IExecuteFunctions, index: number): IDataObject {
	if (context.getNodeParameter('mode', index, 'manual') === 'raw') {
		const json = context.getNodeParameter('jsonOutput', index);
		return (typeof json === 'string' ? JSON.parse(json) : json) as IDataObject;
	}
	const { assignments = [] } = context.getNodeParameter('assignments', index, {}) as {
		assignments?: Array<{ name: string; value: IDataObject[string] }>;
	};
	return Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
}

async function splitOut(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData().flatMap((item, index) => {
		const field = this.getNodeParameter('fieldToSplitOut', index) as string;
		const list = (item.json[field] ?? []) as IDataObject[];
		return list.map((entry) => ({
			json: typeof entry === 'object' ? entry : { [field]: entry },
			pairedItem: { item: index },
		}));
	});
	return [items];
}

/** Operation `toText`: a text property becomes a file, and the only thing that goes on. */
async function convertToFile(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = await Promise.all(
		this.getInputData().map(async (item, index) => {
			const source = this.getNodeParameter('sourceProperty', index) as string;
			const target = this.getNodeParameter('binaryPropertyName', index, 'data') as string;
			const options = this.getNodeParameter('options', index, {}) as { fileName?: string };
			const binary = await this.helpers.prepareBinaryData(
				Buffer.from(String(item.json[source] ?? '')),
				options.fileName ?? 'file.txt',
				'text/plain',
			);
			return { json: {}, binary: { [target]: binary }, pairedItem: { item: index } };
		}),
	);
	return [items];
}
