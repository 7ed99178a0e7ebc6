import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemContext,
	Endpoint,
	Operation,
	Parameter,
	Resource,
	Send,
} from '../../shared/catalogue';
import { attemptAsync, RequestError, unexpectedResponse } from '../../shared/errors';
import { isBlank } from '../../shared/input/text';
import { jsonOf, type Shape } from '../jsonShape';
import { bodyOf, listOf, objectOf } from '../../shared/objects';
import { reading } from '../../shared/request';
import { api } from '../api';
import { adviceFor } from '../errors';
import { guestSpaceOf, pathOn } from '../route';
import { environment, options, revision, simplify } from './parameters';
import { app } from './locators';
import { rights } from './requirements';
import { choices, isOn } from '../../shared/parameters';

type Named = Endpoint &
	Pick<Operation, 'value' | 'name' | 'action' | 'description'> &
	Partial<Pick<Operation, 'rights'>>;

/** A request that reads settings of the live app or the test environment. */
export function readSettings(
	entry: Named & {
		lang?: Parameter;
		parameters?: Parameter[];
		/** Splits the response into items, or is the key of its list; without it, the response is one item. */
		things?: string | ((body: IDataObject) => IDataObject[]);
	},
): Operation {
	const { lang, parameters = [], things, ...named } = entry;
	const thingsIn =
		typeof things === 'string' ? (body: IDataObject) => listed(body[things]) : things;
	return {
		rights: rights.readSettings,
		...named,
		parameters: [
			app('query'),
			...parameters,
			environment,
			...(thingsIn ? [simplify] : []),
			lang ? options(lang) : options(),
		],
		run: {
			kind: 'perItem',
			result: (body, item) =>
				thingsIn && isOn(item, 'simplify')
					? thingsIn(bodyOf(body)).map((json) => ({ json }))
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
		revision?: boolean;
		/** Completes the body with data that is read or uploaded first. */
		complete?: (item: ItemContext, spec: RequestSpec) => Promise<IDataObject | undefined>;
	},
): Operation {
	const { parameters, more = [], revision: checks = true, complete, ...named } = entry;
	const where = named.method === 'DELETE' ? 'query' : 'body';
	return {
		rights: rights.manage,
		...named,
		parameters: [
			app(where),
			...parameters,
			options(...(checks ? [settingsRevision(where)] : []), ...more),
		],
		run: {
			kind: 'custom',
			// One at a time: concurrent changes of the same app conflict.
			concurrency: 1,
			run: async (item, spec) => {
				const body = complete ? await complete(item, spec) : spec.body;
				const app = appOf(item);
				const sent = await attemptAsync(
					async () => await item.request({ ...spec, ...(body && { body }) }),
				);
				if ('problem' in sent) throw await explainRefusal(sent.problem, item, app);
				return { json: { app, ...(sent.value as IDataObject) } };
			},
		},
	};
}

type ReadSettings = Parameters<typeof readSettings>[0];

/** Settings of an app that are things by name: read as a list, and written all at once. */
export function namedSettings(
	entry: Pick<Resource, 'value' | 'name' | 'description'> & {
		/** Key of the response with the things. */
		key: string;
		nouns: string;
		get: Endpoint & Pick<Operation, 'description'> & Partial<ReadSettings>;
		update: Endpoint & Pick<Operation, 'description'>;
		parameters: Parameter[];
	},
): Resource {
	const { key, nouns, get, update, parameters, ...resource } = entry;
	const reading = readSettings({
		value: 'getAll',
		name: 'Get Many',
		action: `Get many ${nouns}`,
		lang: language,
		things: (body) => byIndex(body[key]),
		...get,
	});
	const writing = changeSettings({
		value: 'update',
		name: 'Update',
		action: `Update ${nouns}`,
		parameters,
		...update,
	});
	return { ...resource, admin: true, operations: [reading, writing] };
}

/** The ID of the chosen app. Throws `InputError` for what is no app. */
export function appOf(item: ItemContext): string {
	return String(app('body').send?.as?.(item.read('app'), item));
}

function settingsRevision(where: Send['in']): Parameter {
	return {
		...revision(where),
		...(where === 'query' && { role: 'selects' }),
		placeholder: 'e.g. {{ $json.revision }}',
		description: 'Revision that the settings must have',
	};
}

/** Languages of the service, and what else an operation offers beside them. */
export function languages(
	...others: INodePropertyOptions[]
): Pick<Parameter, 'displayName' | 'type' | 'options'> {
	const choices = [
		...others,
		{ name: 'Chinese (Simplified)', value: 'zh' },
		{ name: 'Chinese (Traditional)', value: 'zh-TW' },
		{ name: 'English', value: 'en' },
		{ name: 'Japanese', value: 'ja' },
		{ name: 'Malay', value: 'ms-MY' },
		{ name: 'Portuguese (Brazil)', value: 'pt-BR' },
		{ name: 'Spanish', value: 'es' },
		{ name: 'Thai', value: 'th' },
	];
	const options = choices.sort((a, b) => a.name.localeCompare(b.name, 'en'));
	return { displayName: 'Language', type: 'options', options };
}

/** Language of names that an app has in several languages. */
export const language: Parameter = {
	...languages(
		{ name: 'Default of the App', value: 'default' },
		{ name: 'User Setting', value: 'user' },
	),
	name: 'lang',
	default: 'default',
	description: 'Language of the names',
	send: { in: 'query', key: 'lang' },
};

export function onOrOff(entry: Pick<Parameter, 'displayName' | 'name' | 'description'>): Parameter {
	return {
		...entry,
		...choices('', { '': 'Keep', false: 'Off', true: 'On' }),
		send: {
			in: 'body',
			key: entry.name,
			as: (value) => (isBlank(value) ? undefined : String(value) === 'true'),
		},
	};
}

/** A structure that is too deep for controls: JSON that is validated before it is sent. */
export function jsonParameter({
	shape,
	...own
}: Pick<Parameter, 'displayName' | 'name' | 'placeholder' | 'description' | 'required'> & {
	shape: Shape;
}): Parameter {
	return {
		...own,
		type: 'json',
		typeOptions: { rows: 8 },
		default: '',
		send: { in: 'body', key: own.name, as: (value) => jsonOf(value, shape, own.displayName) },
	};
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

export interface DeploymentStatus {
	app: string;
	status: 'PROCESSING' | 'SUCCESS' | 'FAIL' | 'CANCEL';
}

/**
 * Why a change of an app's settings was refused. The service accepts none during a deployment,
 * but has no error code for it, so the deployment status is checked.
 */
async function explainRefusal(problem: unknown, item: ItemContext, app: string): Promise<unknown> {
	if (!(problem instanceof RequestError) || !isUnexplained(problem)) return problem;
	const { failure } = problem;
	if (!failure.explanation || !(await isDeploying(item, app))) return problem;
	const advice = `App ${app} is being deployed, and its settings can't change until this is done. Run it again later, or turn on "Wait Until Done" in Deploy`;
	return new RequestError({ ...failure, explanation: { ...failure.explanation, advice } });
}

/** An invalid request, whatever is wrong with it. */
const INVALID = 'CB_IL02';

function isUnexplained({ failure: { outcome, explanation } }: RequestError): boolean {
	if (outcome !== 'refused' || explanation?.code === undefined || explanation.fields) return false;
	return explanation.code === INVALID || adviceFor(explanation.code) === undefined;
}

export function statusRequest(item: ItemContext, apps: string[]): RequestSpec {
	const { path, answer } = api['app.deploy.status'];
	const side = { guestSpace: guestSpaceOf(item), preview: true };
	return reading(pathOn(path, side), { query: { apps }, answer });
}

async function isDeploying(item: ItemContext, app: string): Promise<boolean> {
	// If the status can't be read, the refusal itself is reported.
	const body = await item.request(statusRequest(item, [app])).catch(() => undefined);
	return listOf(objectOf(body).apps).some((one) => objectOf(one).status === 'PROCESSING');
}
