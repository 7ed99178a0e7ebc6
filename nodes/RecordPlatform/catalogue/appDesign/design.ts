import type { IDataObject } from 'n8n-workflow';

import type { Endpoint, ItemContext, Parameter } from '../../../shared/catalogue';
import { attemptAsync, InputError, RequestError, withSubject } from '../../../shared/errors';
import { emptyError } from '../../../shared/input/gate';
import { quoteShort } from '../../../shared/messages';
import { bodyOf, isObject, listIn } from '../../../shared/objects';
import { listAt, textParameter } from '../../../shared/parameters';
import { reading } from '../../../shared/request';
import { api } from '../../api';
import { jsonOf } from '../../jsonShape';
import { pathOn, type Side } from '../../route';
import { type Attachment, openAttachment } from '../../writing/attachments';
import { withReplaced } from '../../writing/files';
import { at, BUILT_IN, isAppName, mapped, SELF, tidy, without } from './compare';

/** What a design has: the name of each part, its requests in docs/api, and the key of the response that it is. */
export const PARTS: ReadonlyArray<readonly [name: string, id: string, key?: string]> = [
	['fields', 'form.fields', 'properties'],
	['categories', 'app.categories'],
	['process', 'app.process'],
	['views', 'views', 'views'],
	['reports', 'reports', 'reports'],
	['settings', 'app.settings'],
	['actions', 'app.actions', 'actions'],
	['generalNotifications', 'app.notifications.general'],
	['perRecordNotifications', 'app.notifications.perRecord', 'notifications'],
	['reminders', 'app.notifications.reminder'],
	['recordPermissions', 'record.acl', 'rights'],
	['fieldPermissions', 'field.acl', 'rights'],
	['plugins', 'app.plugins', 'plugins'],
	['customization', 'app.customize'],
	['adminNotes', 'app.adminNotes'],
	// After the fields are deleted, because it has all that are there.
	['layout', 'form.layout', 'layout'],
	// The last one, because it decides who may write the others.
	['appPermissions', 'app.acl', 'rights'],
];

const NAMES = PARTS.map(([name]) => name);

export const endpoints: Record<string, Endpoint> = api;

const json = { type: 'json', typeOptions: { rows: 4 } } as const;

export const designParameter: Parameter = {
	displayName: 'Design',
	name: 'design',
	...json,
	default: '={{ $json }}',
	required: true,
	description: 'Output of Export. Missing parts are ignored.',
};

export const appIds: Parameter = {
	displayName: 'App IDs',
	name: 'appIds',
	...json,
	default: '{}',
	placeholder: '{ "12": "34" }',
	description:
		'For lookups, related records, and actions: IDs or codes of apps in the design, and those to use instead',
};

export const leaveOut: Parameter = textParameter({
	displayName: 'Leave Out',
	name: 'leaveOut',
	holds: 'codes',
	role: 'selects',
	placeholder: 'e.g. settings.name, plugins',
	description: 'Parts to ignore, or paths in them, separated by commas',
});

function checkPart(path: string, label: string): void {
	const name = /^[^.[]*/.exec(path)?.[0] ?? '';
	if (NAMES.includes(name)) return;
	const advice = label === 'Design' ? 'Use the output of Export. ' : '';
	const message = `"${label}" has ${quoteShort(name)}, which is not a part of a design`;
	throw new InputError(message, `${advice}The parts are ${NAMES.join(', ')}`);
}

/** The choices of an item. Throws `InputError` for those that can't be used. */
export function designOptions(item: ItemContext) {
	const leftOut = new Set(listAt(item, 'options.leaveOut'));
	for (const path of leftOut) checkPart(path, 'Leave Out');
	const entered = jsonOf(item.read('options.appIds'), { map: 'any' }, 'App IDs');
	return { leftOut, ids: mapped(entered, String) as Record<string, string> };
}

export type DesignOptions = ReturnType<typeof designOptions>;

/** A design with other references to apps. Throws `InputError` for one that is hidden. */
function refer(value: unknown, to: (app: IDataObject) => IDataObject, path = 'fields'): unknown {
	if (!isObject(value)) return value;
	return mapped(value, (one, key) => {
		if (one === null && /^(lookup|referenceTable|destApp)$/.test(key)) {
			throw new InputError(
				`"${path}.${key}" is hidden, because the user can't view the app that it names`,
				'Use a credential that can view this app (with API tokens: a token of each app), or leave out this part',
			);
		}
		const isReference = isAppName(one) && /^(relatedApp|destApp)$/.test(key);
		return isReference && isObject(one) ? to(one) : refer(one, to, `${path}.${key}`);
	});
}

/** The parts of a design with other references to apps. */
function referred(design: IDataObject, to: (app: IDataObject) => IDataObject): IDataObject {
	return mapped(design, (one, part) =>
		['fields', 'actions'].includes(part) ? refer(one, to, part) : one,
	);
}

/** A design with the names that apps have here. */
export function translated(design: IDataObject, app: string, { ids }: DesignOptions): IDataObject {
	return referred(design, ({ app: id, code }) => {
		const to = String(at(ids, String(id ?? code)) ?? id ?? code);
		if (to === SELF || to === app) return { app: SELF };
		return /^\d+$/.test(to) ? { app: to } : { code: to };
	});
}

/** A design with the app's ID in place of `self`. */
export function resolved(design: IDataObject, app: string): IDataObject {
	return referred(design, (one) => (one.app === SELF ? { app } : one));
}

/** The design that the item gives. Throws `InputError` where it has another shape. */
export function givenDesign(item: ItemContext, app: string, chosen: DesignOptions): IDataObject {
	const given = tidy(jsonOf(item.read('design'), { map: 'any' }, 'Design') ?? {}) as IDataObject;
	for (const name of Object.keys(given)) checkPart(name, 'Design');
	if (Object.keys(given).length === 0) throw emptyError('Design');
	return without(translated(given, app, chosen), chosen.leftOut);
}

/** An app whose design is read or written. */
export interface DesignedApp extends Side {
	app: string;
}

/**
 * Reads the design of an app, part by part, and the oldest revision of a part. A part is left out if it is to
 * be, or if the service has turned it off.
 * @param byId apps that are named by their ID, even if they have a code
 */
export async function readDesign(
	item: ItemContext,
	{ app, ...side }: DesignedApp,
	{ leftOut }: DesignOptions,
	byId: string[],
): Promise<{ design: IDataObject; revision: string }> {
	const revisions: number[] = [];
	const read = async (name: string, id: string, query: IDataObject = {}) => {
		const { path, answer = [] } = endpoints[`${id}.get`] as Endpoint;
		const spec = reading(pathOn(path, side), { query: { app, ...query }, answer });
		const got = await attemptAsync(async () => bodyOf(await item.request(spec)));
		if ('problem' in got) {
			if (codeOf(got.problem) !== TURNED_OFF) throw withSubject(`Part "${name}"`, got.problem);
			return item.hint(`"${name}" is left out, because it is turned off in the service`);
		}
		const { revision, ...body } = got.value;
		revisions.push(Number(revision));
		return body;
	};
	const design: IDataObject = {};
	for (const [name, id, key] of PARTS) {
		const body = leftOut.has(name) ? undefined : await read(name, id);
		if (!body) continue;
		design[name] = key === undefined ? body : body[key];
		if (['settings', 'customization'].includes(name)) {
			design[name] = await withReplaced(body, (file) => contentOf(file, name, side, item));
		}
		if (name !== 'plugins') continue;
		const plugins: IDataObject = {};
		for (const { id: plugin } of listIn(body, name)) {
			const found = await read('plugins.config', 'app.plugin.config', { id: plugin });
			plugins[String(plugin)] = found ? { config: found.config } : {};
		}
		design[name] = plugins;
	}
	const named = referred(design, ({ app: id, code }) => {
		if (id === app) return { app: SELF };
		return code && !byId.includes(String(id)) ? { code } : { app: id };
	});
	const portable = mapped(named, (part, name) =>
		/^(fields|views|reports|actions)$/.test(name) ? mapped(part, withoutIds) : part,
	);
	const revision = String(Math.min(...revisions));
	return { design: tidy(portable) as IDataObject, revision };
}

/** The code of a feature that an administrator has to turn on first. */
const TURNED_OFF = 'GAIA_OF02';

export function codeOf(problem: unknown): string | undefined {
	return problem instanceof RequestError ? problem.failure.explanation?.code : undefined;
}

/** A thing without its ID, and without what other parts decide. */
function withoutIds(thing: IDataObject[string]): IDataObject {
	const gone = BUILT_IN.test(String(at(thing, 'type'))) ? ['id', 'enabled'] : ['id'];
	return mapped(thing, (one, key) => (gone.includes(key) ? undefined : one));
}

/** A file with its content, as text if it is one; undefined for what is no file. */
function contentOf(file: object, part: string, { guestSpace }: Side, item: ItemContext) {
	const { fileKey, name, contentType, size } = file as Partial<Attachment>;
	if (typeof fileKey !== 'string' || size === undefined) return undefined;
	const download = async () => {
		const chunks: Uint8Array[] = [];
		const { stream } = await openAttachment({ fileKey, size }, guestSpace, item);
		for await (const chunk of stream) chunks.push(chunk);
		const bytes = Buffer.concat(chunks);
		const text = bytes.toString('utf8');
		// n8n's databases can't store NUL.
		const isText = !text.includes('\0') && Buffer.from(text).equals(bytes);
		return { name, contentType, ...(isText ? { text } : { base64: bytes.toString('base64') }) };
	};
	return download().catch((problem: unknown) => {
		throw withSubject(`Part "${part}", file "${name}"`, problem);
	});
}
