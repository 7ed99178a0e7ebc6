import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { Operation, Parameter, Resource, Service } from './catalogue';
import { collectionParameter } from './parameters';

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
				withTimeout(operation.parameters).map((one) => property(one, resource, operation)),
			),
		),
	];
}

/** The properties of a trigger, which repeats one request. */
export function describeTrigger(
	service: Service,
	{ parameters }: Pick<Operation, 'parameters'>,
): INodeProperties[] {
	return [...authentication(service), ...withTimeout(parameters).map(propertyOf)];
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
	return choice('Resource', 'resource', options);
}

function operationChoice({ value: resource, operations }: Resource): INodeProperties {
	const options = operations.map(({ name, value, action, description }) => {
		return { name, value, action, description };
	});
	const displayOptions = { show: { resource: [resource] } };
	return { ...choice('Operation', 'operation', options), displayOptions };
}

/** A dropdown whose first option is chosen in a new node. */
function choice(
	displayName: string,
	name: string,
	options: INodePropertyOptions[],
): INodeProperties {
	const chosen = options[0]?.value ?? '';
	return { displayName, name, type: 'options', noDataExpression: true, options, default: chosen };
}

function property(parameter: Parameter, resource: Resource, operation: Operation): INodeProperties {
	return {
		...propertyOf(parameter),
		displayOptions: {
			...parameter.displayOptions,
			show: {
				resource: [resource.value],
				operation: [operation.value],
				...parameter.displayOptions?.show,
			},
		},
	};
}

/** The parameter without what only the code needs. */
function propertyOf(parameter: Parameter): INodeProperties {
	const { send: _send, open: _open, holds: _holds, role: _role, options, ...rest } = parameter;
	if (options === undefined) return rest;
	return {
		...rest,
		options: options.map((option) => {
			if ('type' in option) return propertyOf(option);
			if (!('values' in option)) return option;
			return { ...option, values: (option.values as Parameter[]).map(propertyOf) };
		}),
	} as INodeProperties;
}

const timeout: Parameter = {
	displayName: 'Timeout',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 300,
	description: 'Seconds to wait for a response before a request fails',
};

/** The parameters with a timeout among their options. */
function withTimeout(parameters: Parameter[]): Parameter[] {
	if (!parameters.some(isOptions)) return [...parameters, optionsWith([])];
	return parameters.map((one) =>
		isOptions(one) ? { ...one, ...optionsWith(one.options as Parameter[]) } : one,
	);
}

function isOptions({ name, type }: Parameter): boolean {
	return name === 'options' && type === 'collection';
}

function optionsWith(others: Parameter[]): Parameter {
	return collectionParameter({
		displayName: 'Options',
		name: 'options',
		placeholder: 'Add option',
		options: [...others, timeout].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	});
}
