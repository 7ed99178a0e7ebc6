import type { IDataObject } from 'n8n-workflow';

import type { Draft, ItemView, Operation, Parameter, Row, Send } from '../../shared/catalogue';
import { Refusal, unfitting } from '../../shared/errors';
import { jsonOf, type Shape } from '../../shared/json';
import { isExpression } from '../../shared/parameterReader';
import { whyRefused } from './deploying';
import { app, environment, options, simplify } from './parameters';
import { rights } from './signIn';

type Named = Pick<Operation, 'id' | 'value' | 'name' | 'action' | 'description' | 'path'> &
	Partial<Pick<Operation, 'rights' | 'signIn'>>;

/** A call that reads settings of an app from either side. */
export function readSettings(
	entry: Named & {
		/** Offers the language of names. */
		lang?: Parameter;
		parameters?: Parameter[];
		/** The things in the answer, one an item; without it the answer is the item. */
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
			kind: 'each',
			result: (body, item) =>
				things && item.read('simplify', true) === true
					? things(body as IDataObject).map((json) => ({ json }))
					: { json: body as IDataObject },
		},
	};
}

/** A call that writes settings of an app to its test side, where they wait to be deployed. */
export function changeSettings(
	entry: Named & {
		parameters: Parameter[];
		/** Options beside revision and guest space. */
		more?: Parameter[];
		/** False where the call takes no revision. */
		revision?: boolean;
		/** Completes what is sent, with what must be read or uploaded first. */
		complete?: (item: ItemView, draft: Draft) => Promise<IDataObject | undefined>;
	} & Partial<Pick<Operation, 'method' | 'environment'>>,
): Operation {
	const { parameters, more = [], revision = true, complete, ...named } = entry;
	const where = named.method === 'DELETE' ? 'query' : 'body';
	return {
		rights: rights.manage,
		method: 'PUT',
		answer: ['revision'],
		environment: 'preview',
		guestSpace: true,
		...named,
		parameters: [
			app(where),
			...parameters,
			options(...(revision ? [settingsRevision(where)] : []), ...more),
		],
		run: {
			kind: 'own',
			// One at a time: two changes of the same app get in each other's way.
			concurrency: 1,
			run: async (item, draft) => {
				const body = complete ? await complete(item, draft) : draft.body;
				return await change(item, { ...draft, ...(body && { body }) });
			},
		},
	};
}

/** Makes a change, and tells the app that it was made to with what it answers. */
async function change(item: ItemView, draft: Draft): Promise<Row> {
	const chosen = appOf(item);
	try {
		return { json: { app: chosen, ...((await item.ask(draft)) as IDataObject) } };
	} catch (problem) {
		throw await whyRefused(problem, item, chosen);
	}
}

export function appOf(item: ItemView): string {
	return String(app('body').send?.as?.(item.read('app'), item));
}

/** The revision of the settings that the change was thought for. */
function settingsRevision(where: Send['in']): Parameter {
	return {
		displayName: 'Revision',
		name: 'revision',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.revision }}',
		description:
			'Revision that the settings of the app must still have. When somebody changed them since, nothing is written. Empty: not checked.',
		send: { in: where, key: 'revision' },
	};
}

/** Language of the names that an app has in several languages. */
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
		{ name: 'Of the Signed-In User', value: 'user' },
	],
	description: 'Language of the names, where the app has names in several',
	send: { in: 'query', key: 'lang' },
};

/** A feature of the app that is switched on, off, or left as it is; an expression may give true or false. */
export function onOrOff(
	control: Pick<Parameter, 'displayName' | 'name' | 'description'>,
): Parameter {
	return {
		...control,
		type: 'options',
		default: '',
		options: [
			{ name: 'As It Is', value: '' },
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
	throw new Refusal(`"${displayName}" is neither on nor off`, 'Enter true, false or nothing');
}

/** A structure that is too deep for controls: JSON, held against its shape before it is sent. */
export function jsonParameter(
	control: Pick<Parameter, 'displayName' | 'name' | 'placeholder' | 'description'> &
		Partial<Pick<Parameter, 'required' | 'displayOptions'>>,
	shape: Shape,
	key = control.name,
): Parameter {
	return {
		...control,
		type: 'json',
		typeOptions: { rows: 8 },
		default: '',
		send: {
			in: 'body',
			key,
			as: (value, item) => {
				const given = jsonOf(value, shape, control.displayName);
				if (isEmptyList(given) && isExpression(item.node.parameters[control.name])) {
					throw new Refusal(
						`The expression of "${control.displayName}" gives an empty list, which would remove everything`,
						'Correct the expression. To remove everything, enter the empty list without an expression',
					);
				}
				return given;
			},
		},
	};
}

function isEmptyList(value: unknown): boolean {
	return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** What a map of named things holds, in the order of their index. Throws `Refusal` where there is none. */
export function byIndex(map: unknown): IDataObject[] {
	return Object.entries((given(map) ?? {}) as Record<string, IDataObject>)
		.map(([name, thing]): IDataObject => ({ name, ...thing }))
		.sort((one, other) => Number(one.index) - Number(other.index));
}

/** A list that may be null because it was never set. Throws `Refusal` where there is none. */
export function listed(value: unknown): IDataObject[] {
	return (given(value) ?? []) as IDataObject[];
}

function given(value: unknown): unknown {
	if (value === undefined || (value !== null && typeof value !== 'object')) throw unfitting(true);
	return value;
}
