import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** n8n itself evaluates the conditions of a parameter of this type. */
const conditions: INodeProperties[] = [
	{ displayName: 'Conditions', name: 'conditions', type: 'filter', default: {} },
];

/**
 * The few nodes of n8n itself that the example workflows use. n8n publishes its own only with
 * the whole application, so these do the same for the parameters that the examples set.
 */
export const coreNodes = new Map<string, INodeType>([
	['n8n-nodes-base.manualTrigger', node('Manual Trigger', true, passOn)],
	['n8n-nodes-base.scheduleTrigger', node('Schedule Trigger', true, passOn, ['rule'])],
	['n8n-nodes-base.formTrigger', node('n8n Form Trigger', true, passOn)],
	['n8n-nodes-base.form', node('n8n Form', false, passOn)],
	['n8n-nodes-base.emailSend', node('Send Email', false, sendEmail)],
	[
		'n8n-nodes-base.httpRequest',
		node('HTTP Request', false, postJson, ['method', 'url', 'bodyParameters']),
	],
	['n8n-nodes-base.filter', node('Filter', false, keepMatching, [], conditions)],
	['n8n-nodes-base.if', node('If', false, split, [], conditions, 2)],
	[
		'n8n-nodes-base.removeDuplicates',
		node('Remove Duplicates', false, removeSeen, ['operation', 'dedupeValue', 'options']),
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
	[
		'n8n-nodes-base.extractFromFile',
		node('Extract From File', false, extractFromFile, [
			'operation',
			'binaryPropertyName',
			'destinationKey',
			'options',
		]),
	],
	[
		'n8n-nodes-base.summarize',
		node('Summarize', false, summarize, ['fieldsToSummarize', 'fieldsToSplitBy']),
	],
]);

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** @param parameters names of what the node reads; n8n drops what a description does not know */
function node(
	displayName: string,
	trigger: boolean,
	execute: Execute,
	parameters: string[] = [],
	more: INodeProperties[] = [],
	outputs = 1,
): INodeType {
	return {
		description: {
			displayName,
			name: displayName,
			description: displayName,
			group: [],
			version: [1, 1.1, 1.2, 2, 2.1, 2.2, 3, 3.4, 4.2],
			defaults: {},
			inputs: trigger ? [] : [NodeConnectionTypes.Main],
			outputs: Array.from({ length: outputs }, () => NodeConnectionTypes.Main),
			properties: [
				...parameters.map((name): INodeProperties => ({
					displayName: name,
					name,
					type: 'json',
					default: '',
				})),
				...more,
			],
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

/** Examples have it turned off. */
async function sendEmail(this: IExecuteFunctions): Promise<never> {
	throw new Error('Emails are sent by n8n itself only');
}

/** A POST with body fields as JSON; what comes back goes on. */
async function postJson(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = await Promise.all(
		this.getInputData().map(async (_item, index) => {
			const { parameters } = this.getNodeParameter('bodyParameters', index) as {
				parameters: Array<{ name: string; value: IDataObject[string] }>;
			};
			const json = (await this.helpers.httpRequest({
				method: 'POST',
				url: this.getNodeParameter('url', index) as string,
				body: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
				json: true,
			})) as IDataObject | '';
			return { json: json === '' ? {} : json, pairedItem: { item: index } };
		}),
	);
	return [items];
}

async function split(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const outputs: INodeExecutionData[][] = [[], []];
	for (const [index, item] of this.getInputData().entries()) {
		const isMet = this.getNodeParameter('conditions', index, false, { extractValue: true });
		outputs[isMet === true ? 0 : 1]?.push({ ...item, pairedItem: { item: index } });
	}
	return outputs;
}

async function keepMatching(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return (await split.call(this)).slice(0, 1);
}

/** Items whose value no execution before had; n8n keeps the values in its database. */
async function removeSeen(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = this.getWorkflowStaticData('node');
	const seen = new Set((memory.seen ?? []) as string[]);
	const items = this.getInputData().filter((_item, index) => {
		const value = String(this.getNodeParameter('dedupeValue', index));
		return !seen.has(value) && seen.add(value);
	});
	memory.seen = [...seen];
	return [items];
}

/** Counts, or sums up, fields of the items that have the same values in others. */
async function summarize(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { values } = this.getNodeParameter('fieldsToSummarize', 0) as {
		values: Array<{ aggregation: 'count' | 'sum'; field: string }>;
	};
	const keys = String(this.getNodeParameter('fieldsToSplitBy', 0)).split(/, */);
	const groups = new Map<string, IDataObject[]>();
	for (const { json } of this.getInputData()) {
		const key = JSON.stringify(keys.map((name) => json[name]));
		groups.set(key, [...(groups.get(key) ?? []), json]);
	}
	const items = [...groups.values()].map((group) => ({
		json: Object.fromEntries([
			...keys.map((key) => [key, group[0]?.[key]]),
			...values.map(({ aggregation, field }) => {
				const given = group.map((json) => json[field]).filter((value) => value !== null);
				return aggregation === 'sum'
					? [`sum_${field}`, given.reduce((sum: number, value) => sum + Number(value), 0)]
					: [`count_${field}`, given.length];
			}),
		]) as IDataObject,
	}));
	return [items];
}

async function extractFromFile(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return this.getNodeParameter('operation', 0) === 'text'
		? await extractText.call(this)
		: await extractCsv.call(this);
}

async function extractText(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const all = this.getInputData().map(async (_item, index) => {
		const property = this.getNodeParameter('binaryPropertyName', index, 'data') as string;
		const key = this.getNodeParameter('destinationKey', index) as string;
		const { encoding = 'utf8' } = this.getNodeParameter('options', index) as { encoding?: string };
		const bytes = await this.helpers.getBinaryDataBuffer(index, property);
		const text = new TextDecoder(encoding === 'shiftjis' ? 'shift_jis' : encoding).decode(bytes);
		return { json: { [key]: text }, pairedItem: { item: index } };
	});
	return [await Promise.all(all)];
}

/** A file with a header row; all values are text. */
async function extractCsv(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const all = this.getInputData().map(async (_item, index) => {
		const property = this.getNodeParameter('binaryPropertyName', index, 'data') as string;
		const text = (await this.helpers.getBinaryDataBuffer(index, property)).toString();
		const [header = [], ...rows] = text
			.split(/\r?\n/)
			.filter((line) => line !== '')
			.map((line) =>
				[...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
					([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
				),
			);
		return rows.map((row) => ({
			json: Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])),
			pairedItem: { item: index },
		}));
	});
	return [(await Promise.all(all)).flat()];
}

async function convertToFile(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return this.getNodeParameter('operation', 0) === 'csv'
		? await toCsv.call(this)
		: await toText.call(this);
}

/** All items become one file with a header row. */
async function toCsv(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const rows = this.getInputData().map(({ json }) => json);
	const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const cell = (value: unknown) => {
		const text = String(value ?? '');
		return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	};
	const lines = [header, ...rows.map((row) => header.map((name) => row[name]))];
	const { fileName = 'file.csv' } = this.getNodeParameter('options', 0, {}) as {
		fileName?: string;
	};
	const target = this.getNodeParameter('binaryPropertyName', 0, 'data') as string;
	const binary = await this.helpers.prepareBinaryData(
		Buffer.from(lines.map((line) => `${line.map(cell).join(',')}\n`).join('')),
		fileName,
		'text/csv',
	);
	const pairedItem = rows.map((_row, item) => ({ item }));
	return [[{ json: {}, binary: { [target]: binary }, pairedItem }]];
}

/** A text property becomes a file, and the only thing that goes on. */
async function toText(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
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
