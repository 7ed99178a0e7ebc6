import type { IDataObject } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemView,
	Operation,
	Parameter,
	Row,
	Send,
} from '../../shared/catalogue';
import { InputError, unexpectedResponse } from '../../shared/errors';
import { jsonOf, type Shape } from '../../shared/json';
import { bodyOf, listOf, objectOf } from '../../shared/objects';
import { missingPartOf } from '../../shared/missingParts';
import { isExpression } from '../../shared/parameterReader';
import { isEscaped, MAKES_QUOTES, partsInQuotes, quotedTexts } from '../../shared/quotedTexts';
import { blankTextsIn, foundNoText, isOneExpression } from '../query/parts';
import { explainRefusal } from './deploymentStatus';
import { app, environment, options, revisionOf, simplify } from './parameters';
import { rights } from './requirements';

type Named = Pick<Operation, 'id' | 'value' | 'name' | 'action' | 'description' | 'path'> &
	Partial<Pick<Operation, 'rights' | 'signIn'>>;

/** A request that reads settings of the live app or the test environment. */
export function readSettings(
	entry: Named & {
		/** See `Operation.answer`. */
		answer: string[];
		/** Adds the language option. */
		lang?: Parameter;
		parameters?: Parameter[];
		/** Splits the response into items; without it, the response is one item. */
		things?: (body: IDataObject) => IDataObject[];
	},
): Operation {
	const { lang, parameters = [], things, ...named } = entry;
	return {
		rights: rights.readSettings,
		...named,
		method: 'GET',
		environment: 'both',
		guestSpace: true,
		parameters: [
			app('query'),
			...parameters,
			environment,
			...(things ? [simplify] : []),
			lang ? options(lang) : options(),
		],
		run: {
			kind: 'perItem',
			result: (body, item) =>
				things && item.read('simplify', true) === true
					? things(bodyOf(body)).map((json) => ({ json }))
					: { json: objectOf(body) },
		},
	};
}

/** A request that writes settings of an app to its test environment. */
export function changeSettings(
	entry: Named & {
		parameters: Parameter[];
		/** Options in addition to revision and guest space. */
		more?: Parameter[];
		/** False if the request has no revision. */
		revision?: boolean;
		/** Completes the body with data that is read or uploaded first. */
		complete?: (item: ItemView, spec: RequestSpec) => Promise<IDataObject | undefined>;
	} & Partial<Pick<Operation, 'method' | 'environment' | 'identifies' | 'replaces'>>,
): Operation {
	const { parameters, more = [], revision = true, complete, ...named } = entry;
	const where = named.method === 'DELETE' ? 'query' : 'body';
	return {
		rights: rights.manage,
		method: 'PUT',
		answer: ['revision'],
		identifies: ['app', 'revision'],
		environment: 'preview',
		guestSpace: true,
		...named,
		parameters: [
			app(where),
			...parameters,
			options(...(revision ? [settingsRevision(where)] : []), ...more),
		],
		run: {
			kind: 'custom',
			// One at a time: concurrent changes of the same app conflict.
			concurrency: 1,
			run: async (item, spec) => {
				const body = complete ? await complete(item, spec) : spec.body;
				return await change(item, { ...spec, ...(body && { body }) });
			},
		},
	};
}

/** Makes a change and adds the app to the output. */
async function change(item: ItemView, spec: RequestSpec): Promise<Row> {
	const chosen = appOf(item);
	try {
		return { json: { app: chosen, ...((await item.request(spec)) as IDataObject) } };
	} catch (problem) {
		throw await explainRefusal(problem, item, chosen);
	}
}

export function appOf(item: ItemView): string {
	return String(app('body').send?.as?.(item.read('app'), item));
}

/** The expected revision of the settings. */
function settingsRevision(where: Send['in']): Parameter {
	return {
		displayName: 'Revision',
		name: 'revision',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.revision }}',
		description:
			'Revision that the settings of the app must have. If they have changed since, nothing is written. Leave empty to skip the check.',
		send: { in: where, key: 'revision', as: revisionOf },
	};
}

/** Language of names that an app has in several languages. */
export const language: Parameter = {
	displayName: 'Language',
	name: 'lang',
	type: 'options',
	default: 'default',
	options: [
		{ name: 'Chinese', value: 'zh' },
		{ name: 'Default of the App', value: 'default' },
		{ name: 'English', value: 'en' },
		{ name: 'Japanese', value: 'ja' },
		{ name: 'User Setting', value: 'user' },
	],
	description: 'Language of the names, if the app has names in several languages',
	send: { in: 'query', key: 'lang' },
};

/** Turns a feature of the app on or off, or keeps it; an expression can return true or false. */
export function onOrOff(
	control: Pick<Parameter, 'displayName' | 'name' | 'description'>,
): Parameter {
	return {
		...control,
		type: 'options',
		default: '',
		options: [
			{ name: 'Keep', value: '' },
			{ name: 'Off', value: 'false' },
			{ name: 'On', value: 'true' },
		],
		send: { in: 'body', key: control.name, as: (value) => flagOrNothing(value, control) },
	};
}

function flagOrNothing(
	value: unknown,
	{ displayName }: Pick<Parameter, 'displayName'>,
): boolean | undefined {
	const text = String(value ?? '').trim();
	if (text === '') return undefined;
	if (text === 'true' || text === 'false') return text === 'true';
	throw new InputError(
		`The expression in "${displayName}" didn't return true or false`,
		'Return true, false, or empty text',
	);
}

/**
 * A structure that is too deep for controls: JSON that is validated before it is sent, and replaces
 * what is there.
 */
export function jsonParameter(
	control: Pick<Parameter, 'displayName' | 'name' | 'placeholder' | 'description'> &
		Partial<Pick<Parameter, 'required' | 'displayOptions'>>,
	shape: Shape,
	/**
	 * What an expression must give in each entry: a condition where an entry without one is for all
	 * records, and people.
	 */
	{ needsCondition = false, needsPeople = false } = {},
): Parameter {
	return {
		...control,
		type: 'json',
		typeOptions: { rows: 8 },
		default: '',
		send: {
			in: 'body',
			key: control.name,
			// The settings of an app, or of one of its plugins.
			replaces: ['app', 'id'],
			as: (value, item) => {
				const stored = item.node.parameters[control.name];
				partsInQuotes(stored, control.displayName, item);
				refuseEndedCondition(stored, control.displayName, item);
				const given = jsonOf(value, shape, control.displayName);
				if (isEmptyList(given) && isExpression(stored)) {
					throw new InputError(
						`The expression in "${control.displayName}" returned an empty list, which would remove everything`,
						'Correct the expression. To remove everything, enter [] without an expression',
					);
				}
				if (needsPeople && foundNoText(value, stored, emptyListsIn)) {
					throw new InputError(
						`An expression in "${control.displayName}" returned an empty list for entities or targets`,
						'Nothing was changed. Correct the expression. To write an empty list, enter [] without an expression',
					);
				}
				const lacksCondition = () =>
					needsCondition && isOneExpression(stored) && listOf(given).some(hasNoCondition);
				if (
					foundNoText(value, stored, blankConditionsIn) ||
					lacksPartOfCondition(stored, item) ||
					lacksCondition()
				) {
					throw new InputError(
						`An expression in "${control.displayName}" returned no value for a filterCond, which would then select all or other records`,
						`Nothing was changed. Correct the expression. To select all records, ${isOneExpression(stored) ? 'return empty text for filterCond' : 'write "filterCond": "" without an expression'}`,
					);
				}
				return given;
			},
		},
	};
}

function hasNoCondition(entry: unknown): boolean {
	return (objectOf(entry).filterCond ?? undefined) === undefined;
}

/** Whether a part of a value in a condition was not found: `ORD-` is in every order number. */
function lacksPartOfCondition(stored: unknown, item: ItemView): boolean {
	return textsOfConditions(stored).some((text) =>
		missingPartOf(`="${text}"`, (one) => item.parts(one), { isUpdate: false }),
	);
}

/** The texts in the quotes of the conditions in JSON. */
function textsOfConditions(stored: unknown): string[] {
	if (typeof stored !== 'string' || !stored.startsWith('=')) return [];
	return quotedTexts(stored)
		.filter(({ key }) => key === 'filterCond')
		.flatMap(({ text }) => quotedTexts(text.replaceAll('\\"', '"')))
		.map(({ text }) => text);
}

/** Throws `InputError` for a value that is escaped for JSON, but ends the quotes of its condition. */
function refuseEndedCondition(stored: unknown, label: string, item: ItemView): void {
	const parts = textsOfConditions(stored).flatMap((text) => item.parts(`=${text}`));
	const ending = parts.find(
		({ expression, value }) =>
			typeof value === 'string' &&
			/["\\]/.test(value) &&
			!MAKES_QUOTES.test(expression) &&
			isEscaped(value) &&
			!isEscaped(String(JSON.parse(`"${value}"`))),
	);
	if (ending === undefined) return;
	throw new InputError(
		`The value of ${ending.expression} in "${label}" has a quotation mark or a backslash, so its filterCond would select other records`,
		'Nothing was changed. Escape the value for the condition, and the condition for JSON, or leave the value out',
	);
}

/** How many conditions in the JSON are empty or null, or compare with an empty text. */
function blankConditionsIn(json: string): number {
	const nulls = json.match(/"filterCond"\s*:\s*null\b/g) ?? [];
	const conditions = [...json.matchAll(/"filterCond"\s*:\s*("(?:[^"\\]|\\[^])*")/g)].map(
		([, text = '']) => text,
	);
	return conditions
		.map((text) => blankTextsIn(text) + blankTextsIn(text.slice(1, -1).replaceAll('\\"', '"')))
		.reduce((sum, count) => sum + count, nulls.length);
}

/** How many lists of people in the JSON are empty. */
function emptyListsIn(json: string): number {
	return json.match(/"(?:entities|targets)"\s*:\s*\[\s*\]/g)?.length ?? 0;
}

function isEmptyList(value: unknown): boolean {
	return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The values of a map in the order of their index. Throws `InputError` if it is missing. */
export function byIndex(map: unknown): IDataObject[] {
	return Object.entries((given(map) ?? {}) as Record<string, IDataObject>)
		.map(([name, thing]): IDataObject => ({ name, ...thing }))
		.sort((one, other) => Number(one.index) - Number(other.index));
}

/** A list that may be null if it was never set. Throws `InputError` if it is missing. */
export function listed(value: unknown): IDataObject[] {
	return (given(value) ?? []) as IDataObject[];
}

function given(value: unknown): unknown {
	if (value === undefined || (value !== null && typeof value !== 'object'))
		throw unexpectedResponse(true);
	return value;
}
