import type { INodePropertyOptions } from 'n8n-workflow';

import { groupware } from '../../../../nodes/Groupware/service';
import { recordPlatform } from '../../../../nodes/RecordPlatform/service';
import type { Operation, Parameter, Service } from '../../../../nodes/shared/catalogue';
import { InputError } from '../../../../nodes/shared/errors';
import { requestBuilder } from '../../../../nodes/shared/request';
import { itemWith } from '../../../support/item';

/** What an expression may give in place of a value, and a value that no parameter offers. */
const GIVEN = {
	undefined,
	null: null,
	'empty text': '',
	'an empty list': [],
	another: 'another',
	'half of one': 0.5,
};

const services = [recordPlatform, groupware] as unknown as Service[];
const operations = services.flatMap(({ resources }) =>
	resources.flatMap(({ value, operations: own }) =>
		own.map((operation) => [`${value}.${operation.value}`, operation] as const),
	),
);
const service = { route: (_: unknown, path: string) => path } as unknown as Service;

/** What becomes of a parameter with one of these values, by the parameter's own data. */
function expected(parameter: Parameter, given: unknown, operation: Operation, isOption: boolean) {
	const {
		type,
		displayName: label,
		required,
		default: usual,
		options,
		typeOptions,
		open,
	} = parameter;
	const isChoice =
		(type === 'options' || type === 'multiOptions') &&
		options !== undefined &&
		!open &&
		typeOptions?.loadOptionsMethod === undefined;
	if (given === 'another' || given === 0.5) {
		const refusal = `"${given}" is not a valid value for "${label}"`;
		if (isChoice) {
			const [first] = options.filter((one) => (one as INodePropertyOptions).value !== '');
			return [refusal, (first as INodePropertyOptions).value];
		}
		if (type === 'boolean') return [refusal];
		if (type !== 'number') return undefined;
		if (given === 'another') return [`"${label}" is not a number`];
		return typeOptions?.minValue && [`"${label}" must be a whole number of at least`];
	}
	if (type === 'collection') return undefined;
	const isUpdate = operation.method === 'PUT' || operation.method === 'PATCH';
	const hasDefault = ['boolean', 'number'].includes(type) || (type === 'options' && usual !== '');
	const isNeeded = isOption ? type === 'boolean' : required || (!isUpdate && hasDefault);
	const isEmptyJson = type === 'json' && Array.isArray(given);
	return isNeeded && !isEmptyJson ? [`"${label}" is empty`] : undefined;
}

/** Values of the other parameters with which one is shown. */
function showing({ displayOptions = {} }: Parameter, all: Parameter[]): Record<string, unknown> {
	const entries = Object.entries(displayOptions.show ?? {}).flatMap(([key, values = []]) => {
		const name = key.replace(/^\//, '');
		const other = all.find((one) => one.name === name);
		return [[name, values[0]] as const, ...Object.entries(other ? showing(other, all) : {})];
	});
	return Object.fromEntries(entries);
}

/** What the request builder makes of a parameter alone: what is sent, or why it is refused. */
async function built(parameter: Parameter, operation: Operation, values: Record<string, unknown>) {
	const alone = { ...operation, path: '/x', parameters: [parameter] };
	try {
		const { spec, element } = await requestBuilder(
			service,
			alone,
		)(itemWith(values, { operation: alone }));
		return { sent: { ...spec.query, ...(spec.body as object), ...(element as object) } };
	} catch (error) {
		if (error instanceof TypeError) return { broken: String(error) };
		if (!(error instanceof InputError)) return {};
		return { refused: `${error.message} ${error.advice}` };
	}
}

const cases = operations.flatMap(([key, operation]) =>
	operation.parameters.flatMap((parameter) => {
		const options = parameter.type === 'collection' ? (parameter.options as Parameter[]) : [];
		return [
			...(parameter.type === 'notice' ? [] : [{ key, operation, parameter, option: undefined }]),
			...options.map((option) => ({ key, operation, parameter, option })),
		];
	}),
);

it.each(Object.entries(GIVEN))('%s counts as the data of each parameter says', async (_, given) => {
	const wrong: string[] = [];
	for (const { key, operation, parameter, option } of cases) {
		const own = option ?? parameter;
		const value = option ? { [option.name]: given } : given;
		const values = { ...showing(parameter, operation.parameters), [parameter.name]: value };
		const outcome = await built(parameter, operation, values);
		const { refused, sent = {}, broken } = outcome as Partial<Record<keyof typeof outcome, string>>;
		const words = expected(own, given, operation, option !== undefined);
		const isAsExpected = words
			? words.every((word) => refused?.includes(String(word)))
			: broken === undefined && (given !== undefined || Object.keys(sent).length === 0);
		if (!isAsExpected) wrong.push(`${key}, ${own.name}: ${JSON.stringify(outcome)}`);
	}
	expect(wrong).toEqual([]);
});
