import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

type Option = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** A parameter and where it stands (`Record > Create > Options > Guest Space`). */
export interface LocatedProperty {
	path: string;
	property: INodeProperties;
}

/** Every parameter, also those inside collections. */
export function parametersOf(description: INodeTypeDescription): LocatedProperty[] {
	const walk = (property: INodeProperties, above: string): LocatedProperty[] => {
		const path = `${above} > ${property.displayName}`;
		return [{ path, property }, ...inner(property).flatMap((child) => walk(child, path))];
	};
	return description.properties.flatMap((property) => walk(property, whenShown(property)));
}

function inner(property: INodeProperties): INodeProperties[] {
	return (property.options ?? []).flatMap((option: Option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
}

function whenShown({ displayOptions }: INodeProperties): string {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	return [...resource, ...operation].join(' > ') || 'always';
}

/** The choices of a dropdown; empty for anything else. */
export function choicesOf({ type, options }: INodeProperties): INodePropertyOptions[] {
	if (type !== 'options' && type !== 'multiOptions') return [];
	return (options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);
}

/** Resource and operation of each entry of the operation dropdowns. */
export function operationsOf(
	description: INodeTypeDescription,
): Array<{ resource: string; operation: INodePropertyOptions }> {
	return description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap((property) => {
			return (property.displayOptions?.show?.resource ?? []).flatMap((resource) =>
				choicesOf(property).map((operation) => ({ resource: String(resource), operation })),
			);
		});
}

/** What is wrong with a finished node, beside what the linters see. */
export function faultsOf({ description, methods }: INodeType): string[] {
	const located = parametersOf(description);
	return [
		...operationFaults(description),
		// n8n's panel shows a trigger's description above the actions of the other node.
		...(/^Starts/.test(description.description) ? ['the description fits no action'] : []),
		...visibilityFaults(description),
		...description.properties.flatMap(switchFaults),
		...keptFaults(description),
		...(description.polling ? [] : description.properties.flatMap(optionFaults)),
		...located.flatMap(({ path, property }) => [
			...choiceFaults(property).map((fault) => `${path}: ${fault}`),
			...missingMethods(property, methods).map((fault) => `${path}: ${fault}`),
		]),
		...foreignText(description),
	];
}

function operationFaults(description: INodeTypeDescription): string[] {
	const operations = operationsOf(description);
	const resources = new Set(
		description.properties
			.filter(({ name }) => name === 'resource')
			.flatMap(choicesOf)
			.map(({ value }) => value),
	);
	const keys = operations.map(({ resource, operation }) => `${resource} > ${operation.value}`);
	return [
		...repeated(keys).map((key) => `${key} stands in the dropdown twice`),
		...repeated(operations.map(({ operation }) => operation.action ?? '')).map(
			(action) => `the action "${action}" names two operations`,
		),
		...operations
			.filter(({ operation }) => !operation.action || !operation.description)
			.map(
				({ resource, operation }) => `${resource} > ${operation.name} lacks action or description`,
			),
		...operations
			.filter(({ resource }) => !resources.has(resource))
			.map(({ resource }) => `${resource} has operations and is no resource`),
		...[...resources]
			.filter((value) => !operations.some(({ resource }) => resource === value))
			.map((value) => `${value} has no operations`),
	];
}

/** What may stand in the panel whatever is chosen. */
const always = ['authentication', 'resource'];

function visibilityFaults(description: INodeTypeDescription): string[] {
	// A trigger has one form, without resources and operations.
	if (description.polling) return [];
	const operations = operationsOf(description);
	const exists = (resource: unknown, operation: unknown) =>
		operations.some((entry) => entry.resource === resource && entry.operation.value === operation);
	return description.properties
		.filter(({ name }) => !always.includes(name))
		.flatMap((property) => {
			const { resource = [], operation = [] } = property.displayOptions?.show ?? {};
			const at = `${whenShown(property)} > ${property.displayName}`;
			if (resource.length === 0) return [`${at} is shown for every resource`];
			if (property.name === 'operation') return [];
			if (operation.length === 0) return [`${at} is shown for every operation`];
			return resource.flatMap((one) =>
				operation
					.filter((other) => !exists(one, other))
					.map((other) => `${at} belongs to ${String(one)} > ${String(other)}, which is none`),
			);
		});
}

/** Most options of an operation: more than that, nobody reads. */
const MOST_OPTIONS = 10;

function optionFaults(property: INodeProperties): string[] {
	const { length } = inner(property);
	if (property.name !== 'options' || length <= MOST_OPTIONS) return [];
	return [`${whenShown(property)} > Options has ${length} entries`];
}

/** Who adds a switch wants it. */
function switchFaults(property: INodeProperties): string[] {
	const at = `${whenShown(property)} > ${property.displayName}`;
	return (property.type === 'collection' ? inner(property) : [])
		.filter(({ type, default: usual }) => type === 'boolean' && usual !== true)
		.map(({ displayName }) => `${at} > ${displayName} is off when it is added`);
}

/**
 * n8n keeps what was entered when another operation is chosen, and drops the parts that it has no control
 * for: of conditions, fewer would be left, which find more.
 */
function keptFaults({ properties }: INodeTypeDescription): string[] {
	const stored = ({ type, options = [] }: INodeProperties) =>
		type === 'fixedCollection' ? options.map(({ name }) => name).join() : '';
	const kind = (one: INodeProperties) => `${one.type} ${stored(one)}`;
	return properties
		.filter((one) =>
			properties.some((other) => other.name === one.name && kind(other) !== kind(one)),
		)
		.map((one) => `${whenShown(one)} > ${one.displayName} stores something else than elsewhere`);
}

/** Dropdowns in the order of use: resources, operations, and the type of a condition's value. */
export const BY_USE = new Set(['Resource', 'Operation', 'Type of Value']);

function choiceFaults(property: INodeProperties): string[] {
	const choices = choicesOf(property);
	const faults: string[] = [];
	const names = (property.options ?? []).map((option: Option) =>
		'displayName' in option ? option.displayName : option.name,
	);
	const sorted = [...names].sort((a, b) => a.localeCompare(b, 'en'));
	if (
		!BY_USE.has(property.displayName) &&
		names.length >= 5 &&
		names.join('\n') !== sorted.join('\n')
	) {
		faults.push('its options are not sorted');
	}
	const isFixed = choices.length > 0 && !property.typeOptions?.loadOptionsMethod;
	if (isFixed) {
		faults.push(
			...repeated(choices.map(({ value }) => String(value))).map(
				(value) => `two options mean ${value}`,
			),
		);
		const values = choices.map(({ value }) => value);
		faults.push(
			...(Array.isArray(property.default) ? property.default : [property.default])
				.filter((value) => !values.includes(value as string))
				.map((value) => `its default ${JSON.stringify(value)} is none of its options`),
		);
	}
	return faults;
}

function missingMethods(property: INodeProperties, methods: INodeType['methods']): string[] {
	const named = [
		{ kind: 'loadOptions' as const, name: property.typeOptions?.loadOptionsMethod },
		{
			kind: 'resourceMapping' as const,
			name: property.typeOptions?.resourceMapper?.resourceMapperMethod,
		},
		...(property.modes ?? []).map((mode) => ({
			kind: 'listSearch' as const,
			name: mode.typeOptions?.searchListMethod,
		})),
	];
	return named
		.filter(({ kind, name }) => name !== undefined && !(name in (methods?.[kind] ?? {})))
		.map(({ kind, name }) => `its ${kind} method ${name} does not exist`);
}

/** Search words may be in any language; everything else that people read is English. */
function foreignText(description: INodeTypeDescription): string[] {
	const { codex: _searchWords, ...shown } = description;
	const texts: string[] = [];
	JSON.stringify(shown, (_key, value: unknown) => {
		if (typeof value === 'string') texts.push(value);
		return value;
	});
	return texts
		.filter((text) => /[^\p{Script=Latin}\p{Script=Common}]/u.test(text))
		.map((text) => `"${text}" is not English`);
}

function repeated(values: string[]): string[] {
	return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
}
