import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { Operation, Parameter, Resource, Service } from './catalogue';

// Checked first, so that n8n shows the reason and not what was undefined.
if ((NodeConnectionTypes as unknown) === undefined) {
	throw new Error('This node requires n8n 1.123 or later. Update n8n.');
}

/**
 * The node's properties, computed from its catalogue. Resources and operations stand in its order, in
 * dropdowns as in n8n's node panel: what most people use is first.
 */
export function describe(service: Service): INodeProperties[] {
	return [
		...authentication(service),
		resourceChoice(service),
		...service.resources.map(operationChoice),
		...service.resources.flatMap((resource) =>
			resource.operations.flatMap((operation) =>
				operation.parameters.flatMap((one) =>
					properties(one, { resource: [resource.value], operation: [operation.value] }),
				),
			),
		),
	];
}

/** The properties of a trigger, which repeats one request. */
export function describeTrigger(
	service: Service,
	{ parameters }: Pick<Operation, 'parameters'>,
): INodeProperties[] {
	return [...authentication(service), ...parameters.flatMap((one) => properties(one))];
}

/** What models that build workflows read: generated types show what an operation does only from here. */
export function builderHint(
	{ resources }: Service,
	searchHint: string,
	general: string,
): INodeTypeDescription['builderHint'] {
	const operations = resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value, description, pattern }) => ({
			content: [description, ...(pattern ? [`{${pattern}}`] : [])].join('\n'),
			displayOptions: { show: { resource: [resource], operation: [value] } },
		})),
	);
	return { searchHint, extraTypeDefContent: [{ content: general }, ...operations] };
}

/** What n8n says beside a trigger: a test fetches an example instead of waiting for an event. */
export function triggerPanel(example: string): INodeTypeDescription['triggerPanel'] {
	const building = `<b>While building your workflow</b>, click <b>Fetch Test Event</b>. ${example}`;
	const runs =
		"The runs are in the <a data-key='executions'>executions list</a>, but not in the editor.";
	return {
		executionsHelp: {
			inactive: `${building}<br /><br /><b>Once you're happy with your workflow</b>, publish it. The node then looks for changes at the poll times. ${runs}`,
			active: `${building}<br /><br /><b>Your workflow is published</b>, so the node looks for changes at the poll times. ${runs}`,
		},
	};
}

function authentication(service: Service): INodeProperties[] {
	const chosen = service.credentials[0]?.value;
	if (chosen === undefined || service.credentials.length === 1) return [];
	return [
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: service.credentials.map(({ name, value }) => ({ name, value })),
			default: chosen,
			noDataExpression: true,
		},
	];
}

function resourceChoice({ resources }: Service): INodeProperties {
	const options = resources.map(({ name, value, description }) => ({ name, value, description }));
	return choice('Resource', options);
}

function operationChoice({ value: resource, operations }: Resource): INodeProperties {
	const options = operations.map(({ name, value, action, description }) => {
		return { name, value, action, description };
	});
	return { ...choice('Operation', options), displayOptions: { show: { resource: [resource] } } };
}

/** A dropdown whose first option is chosen in a new node. */
function choice(displayName: string, options: INodePropertyOptions[]): INodeProperties {
	const [name, chosen] = [displayName.toLowerCase(), options[0]?.value ?? ''];
	return { displayName, name, type: 'options', noDataExpression: true, options, default: chosen };
}

type Shown = NonNullable<IDisplayOptions['show']>;

/** Two of one name where it has other controls in a tool. */
function properties({ inTool, ...parameter }: Parameter, when: Shown = {}): INodeProperties[] {
	const { show, hide } = parameter.displayOptions ?? {};
	const usual = { show: { ...when, ...show }, ...(hide && { hide }) };
	const property = { ...propertyOf(parameter), displayOptions: usual };
	if (inTool === undefined) return [property];
	const tool = { '@tool': [true] };
	const ofTool = propertyOf({ ...parameter, ...inTool });
	return [
		{ ...ofTool, displayOptions: { ...usual, show: { ...usual.show, ...tool } } },
		{ ...property, displayOptions: { ...usual, hide: { ...hide, ...tool } } },
	];
}

/** The parameter without what only the code needs. */
function propertyOf(parameter: Parameter): INodeProperties {
	const { send: _send, open: _open, holds: _holds, role: _role, options, ...rest } = parameter;
	if (options === undefined) return rest;
	const hasSwitches =
		rest.type === 'collection' && options.some((one) => 'type' in one && one.type === 'boolean');
	const leftOut = /^(update|settings)/.test(rest.name) ? 'stays' : 'is off';
	return {
		...rest,
		...(hasSwitches && { builderHint: { propertyHint: `What is left out ${leftOut}` } }),
		options: options.map((option) => {
			if ('type' in option) return propertyOf(option);
			if (!('values' in option)) return option;
			return { ...option, values: (option.values as Parameter[]).map(propertyOf) };
		}),
	} as INodeProperties;
}
