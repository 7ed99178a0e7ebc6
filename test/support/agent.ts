import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { deepCopy, NodeConnectionTypes } from 'n8n-workflow';

import type { Loaded } from '../../start/headless/packages';
import { runWorkflow } from '../../start/headless/run';

const agentType = 'test.agent';

/** A tool of an agent, and what the agent's model calls it with, one call after the other. */
export interface ToolRun {
	/** `package.node`, of which n8n makes `package.nodeTool`. */
	type: string;
	parameters: IDataObject;
	credential: { type: string; data: IDataObject };
	calls: IDataObject[];
	loaded: Loaded;
	onError?: INode['onError'];
	/**
	 * `engine`: the agent hands its calls to the engine, all in one turn, as n8n's agents do since
	 * version 3. `langchain`: it calls the tool by itself, as older agents and MCP triggers do.
	 */
	by: 'engine' | 'langchain';
}

/** What n8n hands to an agent of each of its tools. */
interface Tool {
	name: string;
	description: string;
	schema: { shape: object };
	invoke(call: IDataObject): Promise<string>;
}

/** What the model gets to see. */
export interface SeenByModel {
	name: string;
	description: string;
	/** Names of the arguments. */
	asks: string[];
	/** Answer to each call. */
	answers: string[];
}

/** Has an agent without a model call a node of ours as its tool, on n8n's engine. */
export async function runTool(run: ToolRun): Promise<SeenByModel> {
	const { type, data } = run.credential;
	const common = { id: '', typeVersion: 1, position: [0, 0] } satisfies Partial<INode>;
	const tool = {
		...common,
		name: 'Tool of ours',
		type: `${run.type}Tool`,
		parameters: { descriptionType: 'auto', ...run.parameters } as INode['parameters'],
		credentials: { [type]: { id: 'credential', name: 'Credential' } },
		...(run.onError && { onError: run.onError }),
	} satisfies INode;
	const finished = await runWorkflow(
		{
			nodes: [
				{ ...common, name: 'Trigger', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
				{ ...common, name: 'Agent', type: agentType, parameters: {} },
				tool,
			],
			connections: {
				Trigger: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				[tool.name]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		},
		withTool(run),
		{ credential: { type, data } },
	);
	const { error, runData } = finished.data.resultData;
	if (error) throw error;
	return runData.Agent?.at(-1)?.data?.main?.[0]?.[0]?.json as unknown as SeenByModel;
}

function withTool({ loaded, type, by, calls }: ToolRun): Loaded {
	const node = loaded.nodes.get(type) as INodeType;
	const nodes = new Map(loaded.nodes);
	nodes.set(`${type}Tool`, toolOf(node));
	nodes.set(agentType, agent(by, calls));
	return { ...loaded, nodes };
}

/** As n8n itself makes the tool of a node that says `usableAsTool`. */
function toolOf(node: INodeType): INodeType {
	if (node.description.usableAsTool !== true) throw new Error('The node is no tool');
	const description = deepCopy(node.description);
	description.name += 'Tool';
	description.inputs = [];
	description.outputs = [NodeConnectionTypes.AiTool];
	for (const name of ['descriptionType', 'toolDescription']) {
		description.properties.unshift({ displayName: name, name, type: 'string', default: '' });
	}
	return Object.assign(Object.create(node) as INodeType, { description });
}

function agent(by: ToolRun['by'], calls: IDataObject[]): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			description: 'Calls its tool',
			group: [],
			version: 1,
			defaults: {},
			inputs: [
				{ type: NodeConnectionTypes.Main },
				{ type: NodeConnectionTypes.AiTool, displayName: 'Tool' },
			],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute(response?: EngineResponse) {
			const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as [Tool];
			if (by === 'langchain') return told(tool, await called(tool, calls));
			if (!response?.actionResponses.length) return requested(this, calls);
			return told(
				tool,
				response.actionResponses.map(({ data }) =>
					JSON.stringify(data.data?.ai_tool?.[0]?.map(({ json }) => json)),
				),
			);
		},
	};
}

function requested(context: IExecuteFunctions, calls: IDataObject[]): EngineRequest {
	const tools = { connectionType: NodeConnectionTypes.AiTool, depth: 1 };
	const [nodeName = ''] = context.getParentNodes('Agent', tools).map(({ name }) => name);
	const actions = calls.map((input, call) => ({
		actionType: 'ExecutionNodeAction' as const,
		nodeName,
		input,
		type: NodeConnectionTypes.AiTool,
		id: `call ${call}`,
		metadata: { itemIndex: 0 },
	}));
	return { actions, metadata: {} };
}

async function called(tool: Tool, calls: IDataObject[]): Promise<string[]> {
	const answers: string[] = [];
	for (const call of calls) {
		answers.push(await tool.invoke(call).catch((error: Error) => error.message));
	}
	return answers;
}

function told(tool: Tool, answers: string[]): INodeExecutionData[][] {
	const { name, description, schema } = tool;
	return [[{ json: { name, description, asks: Object.keys(schema.shape), answers } }]];
}
