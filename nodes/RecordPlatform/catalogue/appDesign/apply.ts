import type { IDataObject } from 'n8n-workflow';

import type { Endpoint, ItemContext, RequestSpec, Row } from '../../../shared/catalogue';
import {
	attemptAsync,
	eachOf,
	InputError,
	unexpectedResponse,
	withSubject,
} from '../../../shared/errors';
import { listed, outcomeUnknown } from '../../../shared/messages';
import { isObject, objectOf, sameData } from '../../../shared/objects';
import { isDryRun, isOn } from '../../../shared/parameters';
import { chunks } from '../../../shared/run/batching';
import { api } from '../../api';
import { withNote } from '../../errors';
import { guestSpaceOf, pathOn } from '../../route';
import { UPLOAD } from '../../writing/attachments';
import { withKey, withReplaced } from '../../writing/files';
import { untilDeployed } from '../deployment';
import { appOf } from '../settingsOperations';
import { aligned, at, BUILT_IN, differences, mapped, merged, newLayout, without } from './compare';
import {
	codeOf,
	type DesignedApp,
	designOptions,
	endpoints,
	givenDesign,
	PARTS,
	readDesign,
	resolved,
} from './design';

/** A request that writes a part, with what is sent besides the app and the revision. */
type Step = [part: string, endpoint: Endpoint, sent: IDataObject];

interface Applying {
	item: ItemContext;
	target: DesignedApp;
	read(preview: boolean): ReturnType<typeof readDesign>;
	/** Whether the test environment has nothing of others that a reset would destroy. */
	canRevert: boolean;
	/** Requests that changed the test environment. */
	done: number;
	revision: string;
	/** Whether the design may have been deployed. */
	mayBeDeployed?: boolean;
}

/** Makes the design of an app what a document says, and deploys it. */
export async function applyDesign(item: ItemContext): Promise<Row> {
	const target = { app: appOf(item), guestSpace: guestSpaceOf(item), preview: true };
	const { app } = target;
	const chosen = designOptions(item);
	const given = givenDesign(item, app, chosen);
	const read = async (preview: boolean) =>
		await readDesign(item, { ...target, preview }, chosen, Object.values(chosen.ids));
	const unread = (problem: unknown): never => {
		throw withNote(problem, UNTOUCHED);
	};
	const { design: test, revision } = await read(true).catch(unread);
	const live = await read(false).catch((problem: unknown) =>
		// It was never deployed.
		codeOf(problem) === 'GAIA_AP01' ? undefined : unread(problem),
	);
	const pending = live ? differences(live.design, test).map(({ path }) => String(path)) : [];
	if (pending.length > 0 && !isOn(item, 'options.deployPending')) {
		throw new InputError(
			`The test environment of app ${app} has changes that are not deployed: ${listed(pending)}`,
			'Deploy or revert them first, or add the option "Deploy Pending Changes"',
		);
	}
	const there = mapped(given, (one, part) => (part in test ? one : undefined));
	const { own, here } = aligned({ ...test, layout: there.layout && test.layout }, there);
	checkDesign(there, here);
	const wanted = wantedDesign(there, here, item);
	const changed = differences(here, wanted);
	const steps = stepsTo(resolved(wanted, app), resolved(own, app));
	const deployed = steps.length > 0 || pending.length > 0 || !live;
	if (isDryRun(item)) {
		const about = { refused: [], operation: item.operation.name, apps: [app], items: 1 };
		return { json: { dryRun: true, ...about, changed, requests: steps.length + Number(deployed) } };
	}
	const canRevert = live !== undefined && pending.length === 0;
	const applying: Applying = { item, target, read, canRevert, done: 0, revision };
	const written = deployed && (await attemptAsync(async () => await write(steps, applying)));
	if (written && 'problem' in written) throw await revertAfter(written.problem, applying);
	return { json: { app, changed, deployed } };
}

/** Throws `InputError` for what the service can't do. */
function checkDesign(there: IDataObject, here: IDataObject): void {
	const before = placesIn(here.fields);
	eachOf(placesIn(there.fields), ([code, place]) => {
		const now = before.get(code) ?? place;
		if (now === place) return;
		throw new InputError(
			`${now} would become ${place}, but the service can't change the type or the table of a field`,
			'Use another field code in the design, or delete the field in the app first',
		);
	});
}

/** The paths and types of fields and columns by their codes. */
function placesIn(fields: unknown, above = 'fields'): Map<string, string> {
	const entries = Object.entries(objectOf(fields)).flatMap(
		([code, one]): Array<[string, string]> => {
			const path = `${above}.${code}`;
			const inner = placesIn(at(one, 'fields'), `${path}.fields`);
			return [[code, `"${path}" (${String(at(one, 'type'))})`], ...inner];
		},
	);
	return new Map(entries);
}

/** What the app is to have. Says what the service can't do of it. */
function wantedDesign(there: IDataObject, here: IDataObject, item: ItemContext): IDataObject {
	const stuck: string[] = [];
	const isDeleted = isOn(item, 'deleteOthers');
	const said = mapped(there, (given, name) => {
		const now = here[name];
		if (!isObject(given) || !isObject(now)) return given;
		const isMap = ['fields', 'views', 'reports', 'actions', 'plugins'].includes(name);
		const stays = (thing: unknown, key: string) => {
			if (name === 'plugins' && isDeleted) stuck.push(key);
			return !isDeleted || name === 'plugins' || BUILT_IN.test(String(at(thing, 'type')));
		};
		return merged(given, now, stays, isMap);
	});
	const wanted: IDataObject = without({ ...here, ...said }, designOptions(item).leftOut, here);
	if (stuck.length > 0) item.hint(`The service can't remove plugins: ${listed(stuck)}`);
	if (!there.layout) return wanted;
	const [before, left] = [placesIn(here.fields), placesIn(wanted.fields)];
	// Fields that are left out stay where the app has them.
	const exists = (code: string, isPlaced: boolean) =>
		left.has(code) || (isPlaced && !before.has(code));
	return { ...wanted, layout: newLayout(there.layout, here.layout, exists) };
}

/** The requests that make what an app has what it is to have, in an order in which the service takes them. */
function stepsTo(wanted: IDataObject, here: IDataObject): Step[] {
	return PARTS.flatMap(([name, id, key]): Step[] => {
		const [now, then] = [here[name], wanted[name]];
		// What names a field is changed before it is deleted.
		const before = name === 'layout' ? deletions(here.fields, wanted.fields) : [];
		if (sameData(now, then)) return before;
		if (name === 'fields') return fieldSteps(objectOf(now), objectOf(then));
		if (name === 'plugins') return pluginSteps(objectOf(now), objectOf(then));
		const currentName = (own: string) => String(at(at(now, own), 'name') ?? own);
		const things =
			isObject(then) && Object.entries(then).map(([own, one]) => [currentName(own), one]);
		const value = things ? (Object.fromEntries(things) as IDataObject) : then;
		const sent = key === undefined ? changedIn(objectOf(then), now) : { [key]: value };
		return [...before, [name, endpoints[`${id}.update`] as Endpoint, sent]];
	});
}

function changedIn(then: IDataObject, now: unknown): IDataObject {
	return mapped(then, (one, key) => (sameData(one, at(now, key)) ? undefined : one));
}

function pluginSteps(now: IDataObject, then: IDataObject): Step[] {
	const ids = Object.keys(then).filter((id) => !(id in now));
	const configs = Object.entries(then).flatMap(([id, one]): Step[] => {
		const config = objectOf(at(one, 'config'));
		if (sameData(config, objectOf(at(at(now, id), 'config')))) return [];
		return [[`plugins.${id}`, api['app.plugin.config.update'], { id, config }]];
	});
	return ids.length > 0 ? [['plugins', api['app.plugins.add'], { ids }], ...configs] : configs;
}

/** Most fields of a request. */
const MOST = 100;

/** Changes of built-in fields (rank 0), new fields after those that they name, and then other changes (5). */
function fieldSteps(now: IDataObject, then: IDataObject): Step[] {
	const groups: IDataObject[] = [{}, {}, {}, {}, {}, {}];
	for (const [code, field] of Object.entries(then)) {
		const before = at(now, code);
		const change = before === undefined ? field : changeOf(objectOf(field), before);
		const current = String(at(before, 'code') ?? code);
		const rank = BUILT_IN.test(String(at(field, 'type'))) ? 0 : before ? 5 : rankOf(field);
		if (!sameData(before, field)) Object.assign(groups[rank] ?? {}, { [current]: change });
	}
	return groups.flatMap((fields, rank) => {
		const endpoint = api[rank % 5 === 0 ? 'form.fields.update' : 'form.fields.create'];
		return chunks(Object.entries(fields), MOST).map((some): Step => {
			return ['fields', endpoint, { properties: Object.fromEntries(some) }];
		});
	});
}

/** A lookup copies to other fields, a formula names them, and related records are found by any of them. */
function rankOf(field: unknown): number {
	const { type, lookup, expression, fields } = objectOf(field);
	const own = type === 'REFERENCE_TABLE' ? 4 : expression ? 3 : lookup ? 2 : 1;
	return Math.max(own, ...Object.values(objectOf(fields)).map(rankOf));
}

/** The properties of a field that differ, and the columns of a table. */
function changeOf(field: IDataObject, now: unknown): IDataObject {
	const change = { ...changedIn(field, now), type: field.type } as IDataObject;
	if (!isObject(change.fields)) return change;
	const columns = objectOf(at(now, 'fields'));
	const fields = mapped(changedIn(change.fields, columns), (column, code) =>
		code in columns ? changeOf(objectOf(column), columns[code]) : column,
	);
	return { ...change, fields };
}

function deletions(now: unknown, then: unknown): Step[] {
	const left = placesIn(then);
	const gone = [...placesIn(now).keys()].filter((code) => !left.has(code));
	const step = (fields: string[]): Step => ['fields', api['form.fields.delete'], { fields }];
	return chunks(gone, MOST).map(step);
}

async function write(steps: Step[], applying: Applying): Promise<void> {
	const { item, target } = applying;
	const { app } = target;
	for (const [part, { id, method, path, answer }, sent] of steps) {
		const got = await attemptAsync(async () => {
			const content = await withReplaced(sent, (file) => uploaded(file, applying));
			// The configuration of a plugin has no revision to check.
			const checked = id !== 'app.plugin.config.update' && { revision: applying.revision };
			const what = { [method === 'DELETE' ? 'query' : 'body']: { app, ...content, ...checked } };
			const spec = { method, path: pathOn(path, target), ...what, answer, repeatable: false };
			return objectOf(await item.request(spec as RequestSpec));
		});
		if ('problem' in got) throw withSubject(`Part "${part}"`, got.problem);
		if (got.value.revision === undefined) throw unexpectedResponse(false);
		applying.revision = String(got.value.revision);
		applying.done += 1;
	}
	const request = deployment({ apps: [{ app, revision: applying.revision }] }, target);
	const begun = await attemptAsync(async () => await item.request(request));
	const lost = 'problem' in begun && withSubject('Deployment', begun.problem);
	if (lost && !outcomeUnknown(lost)) throw lost;
	const ended = await attemptAsync(async () => await untilDeployed(item));
	// After a lost answer, the status may be that of an earlier deployment.
	const problem = 'problem' in ended ? ended.problem : lost;
	if (!problem) return;
	const isFailed = problem instanceof InputError && !outcomeUnknown(problem);
	if (isFailed || (await isNotDeployed(applying))) throw problem;
}

function deployment(body: IDataObject, target: DesignedApp): RequestSpec {
	const { method, path } = api['app.deploy'];
	return { method, path: pathOn(path, target), body, answer: [], repeatable: false };
}

/** Whether the changes are still in the test environment only. Throws `InputError` if that can't be known. */
async function isNotDeployed(applying: Applying): Promise<boolean> {
	const sides = await attemptAsync(async () => {
		await untilDeployed(applying.item);
		return [(await applying.read(false)).design, (await applying.read(true)).design] as const;
	});
	if ('value' in sides) return !sameData(...sides.value);
	applying.mayBeDeployed = true;
	const message = 'The deployment was started, but its status could not be read';
	throw new InputError(message, 'Check it with Deployment: Get Status', { outcomeUnknown: true });
}

/** A file of a design as it is sent; undefined for what is no file. */
function uploaded(file: object, { item, target }: Applying): Promise<object> | undefined {
	const { name, contentType, text, base64 } = file as IDataObject;
	const content = text ?? base64;
	if (typeof contentType !== 'string' || typeof content !== 'string') return undefined;
	const bytes = Buffer.from(content, text === undefined ? 'base64' : 'utf8');
	const path = pathOn(api['file.upload'].path, { ...target, preview: false });
	const stream = () => new Blob([bytes]).stream() as unknown as AsyncIterable<Uint8Array>;
	const open = async () => await Promise.resolve(stream());
	const source = { fileName: String(name), mimeType: contentType, size: bytes.length, open };
	const upload = async () => objectOf(await item.upload({ ...UPLOAD, path }, source)).fileKey;
	return withKey(upload().then(String));
}

/** Resets the test environment, and gives the problem with what became of the app. */
async function revertAfter(problem: unknown, applying: Applying): Promise<unknown> {
	const { item, target, done, revision, canRevert, mayBeDeployed } = applying;
	if (mayBeDeployed) return problem;
	if (done === 0 && !outcomeUnknown(problem)) return withNote(problem, UNTOUCHED);
	const left = `${UNCHANGED}. A part of the design is in its test environment`;
	// A reset would destroy what somebody else has changed since.
	if (codeOf(problem) === 'GAIA_CO03') return withNote(problem, `${left}, with other changes`);
	// What the live app has is known, whatever became of the request.
	const told = (note: string) => withNote(problem, note, 'refused');
	if (!canRevert) return told(left);
	const reverted = await attemptAsync(async () => {
		// A write whose answer was lost may have given it another one.
		const checked = !outcomeUnknown(problem) && { revision };
		const apps = [{ app: target.app, ...checked }];
		const spec = deployment({ apps, revert: true }, target);
		await item.request({ ...spec, afterCancel: true });
		await untilDeployed(item, true);
	});
	return told(
		'value' in reverted
			? `${UNCHANGED}. Its test environment was reverted`
			: `${left}, and could not be reverted. Use Deployment: Revert Changes`,
	);
}

const UNCHANGED = 'The live app is unchanged';
const UNTOUCHED = `${UNCHANGED}, and nothing was written`;
