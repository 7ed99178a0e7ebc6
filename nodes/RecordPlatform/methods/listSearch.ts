import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { lookUp } from '../../shared/execute';
import { listOf, objectOf } from '../../shared/objects';
import { reading } from '../../shared/request';
import { APPS_PER_PAGE } from '../catalogue/pages';
import { USERS } from '../codec/form';
import { pathOn, spaceIn } from '../route';
import { recordPlatform } from '../service';
import { type Chosen, chosenApp, chosenGuestSpace, fieldsOfChosenApp, readOfApp } from './editor';

const WITHOUT_LIST =
	"API tokens can't list apps. Select By ID or By URL instead of From List, and enter the app.";

/** Maximum length of a name in the service. */
const LONGEST_NAME = 64;

interface AppEntry {
	appId: string;
	name: string;
	spaceId: string | null;
}

/** Apps by part of their name or by ID, page by page. Throws n8n's error with the service's reason. */
export async function searchApps(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken ?? 0);
	const name = (filter ?? '').trim().slice(0, LONGEST_NAME);
	let baseUrl = '';
	const list = async (query: IDataObject) => {
		const { apps } = await lookUp<{ apps: AppEntry[] }>(this, recordPlatform, ({ connection }) => {
			baseUrl = connection.baseUrl;
			const path = pathOn('/k/v1/apps.json', { guestSpace: chosenGuestSpace(this) });
			return reading(path, { query });
		});
		return apps;
	};
	const byName = await list({ limit: APPS_PER_PAGE, offset, ...(name && { name }) }).catch(
		(reason: unknown) => {
			if (takesNoTokens(reason)) return undefined;
			throw reason;
		},
	);
	const isId = /^\d+$/.test(name);
	if (byName === undefined) {
		// Not as an entry, which could be picked as an app.
		if (!isId) throw new NodeOperationError(this.getNode(), WITHOUT_LIST);
		return { results: [{ name: `App ${name}`, value: name }] };
	}
	const byId = isId && offset === 0 ? await list({ ids: [name] }) : [];
	byName.sort((one, other) => one.name.localeCompare(other.name, 'ja', { numeric: true }));
	const apps = new Map([...byId, ...byName].map((app) => [app.appId, app]));
	return {
		results: [...apps.values()].map((app) => entry(app, baseUrl)),
		...(byName.length === APPS_PER_PAGE && { paginationToken: String(offset + APPS_PER_PAGE) }),
	};
}

function entry({ appId, name }: AppEntry, baseUrl: string) {
	return { name: `${name} (${appId})`, value: appId, url: `${baseUrl}/k/${appId}/` };
}

/** API tokens can't list apps. */
function takesNoTokens(reason: unknown): boolean {
	return reason instanceof NodeApiError && objectOf(reason.context.data).code === 'GAIA_NO01';
}

/** What can be picked, and the fields whose values are of this type, with their names. */
const FIELDS = {
	USER: new Set(USERS),
	ORGANIZATION: new Set(['ORGANIZATION_SELECT']),
	GROUP: new Set(['GROUP_SELECT']),
};

type Kind = keyof typeof FIELDS;

/** How many of the newest records are read. */
const RECENT = 100;

/** Users by part of their name or login name. */
export async function searchPeople(this: ILoadOptionsFunctions, filter?: string) {
	return { results: matching(await known(this, 'USER'), filter) };
}

/** Users, departments, or groups, as the type beside the control says, by part of their name or code. */
export async function searchEntities(this: ILoadOptionsFunctions, filter?: string) {
	const type = String(this.getCurrentNodeParameter('&type') ?? 'USER');
	return { results: type in FIELDS ? matching(await known(this, type as Kind), filter) : [] };
}

/** Users to pick several of; those that the node stores are among them, so that the editor can show them. */
export async function getAssignees(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const stored = this.getCurrentNodeParameter('assignees');
	const people = await known(this, 'USER');
	for (const code of listOf(stored)) {
		if (typeof code === 'string' && !people.has(code)) people.set(code, code);
	}
	return matching(people);
}

function matching(people: Map<string, string>, filter = '') {
	const wanted = comparable(filter);
	return [...people]
		.map(([value, name]) => ({ name: name === value ? value : `${name} (${value})`, value }))
		.filter(({ name }) => comparable(name).includes(wanted))
		.sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * Names by code. The service has no list of its users for everyone, so these are those of the newest
 * records and of the space of the app, as far as the credential can read them.
 */
async function known(context: ILoadOptionsFunctions, kind: Kind): Promise<Map<string, string>> {
	const chosen = chosenApp(context);
	const people = new Map<string, string>();
	const found = await Promise.allSettled(
		chosen === undefined
			? [inChosenSpace(context, kind)]
			: [inRecords(context, chosen, kind), inSpaceOf(context, chosen, kind)],
	);
	const lists = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
	const reasons = found.flatMap((one) =>
		one.status === 'rejected' ? [one.reason as unknown] : [],
	);
	// Without the right to read them, there is nothing to pick from, and codes can be typed.
	if (lists.length === 0 && !reasons.some(isForbidden)) throw reasons[0];
	for (const { code, name } of lists.flat()) {
		if (!people.has(code) || name !== code) people.set(code, name);
	}
	return people;
}

/** Whether the service refused to be read by this credential, although it knows the credential. */
function isForbidden(reason: unknown): boolean {
	return reason instanceof NodeApiError && reason.httpCode === '403';
}

interface Person {
	code: string;
	name: string;
}

async function inRecords(context: ILoadOptionsFunctions, chosen: Chosen, kind: Kind) {
	const fields = (await fieldsOfChosenApp(context))
		.filter(({ type }) => FIELDS[kind].has(type))
		.map(({ code }) => code);
	// Without fields, the service would return all of them.
	if (fields.length === 0) return [];
	const query = `order by $id desc limit ${RECENT}`;
	const asked = { app: chosen.app, query, fields };
	const { records } = await readOfApp(context, '/k/v1/records.json', chosen, asked);
	return listOf(records).flatMap((record) =>
		Object.values(objectOf(record)).flatMap((cell) =>
			[objectOf(cell).value].flat().flatMap(person),
		),
	);
}

async function inSpaceOf(context: ILoadOptionsFunctions, chosen: Chosen, kind: Kind) {
	const { spaceId } = await readOfApp(context, '/k/v1/app.json', chosen, { id: chosen.app });
	if (typeof spaceId !== 'string' || spaceId === '') return [];
	return await inSpace(context, { id: spaceId, ...chosen }, kind);
}

/** Those of the space that an operation without an app works in; none before it is chosen. */
async function inChosenSpace(context: ILoadOptionsFunctions, kind: Kind): Promise<Person[]> {
	const { value } = objectOf(context.getCurrentNodeParameter('spaceId'));
	const { id, guestSpace: byAddress } = spaceIn(value);
	const guestSpace = chosenGuestSpace(context) ?? byAddress;
	return /^\d+$/.test(id)
		? await inSpace(context, { id, ...(guestSpace && { guestSpace }) }, kind)
		: [];
}

/** Members of a space. Users who are members by groups and departments are in the answer, too. */
async function inSpace(
	context: ILoadOptionsFunctions,
	{ id, ...space }: Pick<Chosen, 'guestSpace'> & { id: string },
	kind: Kind,
): Promise<Person[]> {
	const body = await readOfApp(context, '/k/v1/space/members.json', space, { id });
	return listOf(body.members)
		.map((member) => objectOf(objectOf(member).entity))
		.flatMap((entity) => (entity.type === kind ? person(entity) : []));
}

/** Nobody for an empty field. */
function person(value: unknown): Person[] {
	const { code, name } = objectOf(value);
	if (typeof code !== 'string' || code === '') return [];
	return [{ code, name: typeof name === 'string' && name !== '' ? name : code }];
}

/** Ignores case and the width of letters. */
function comparable(text: string): string {
	return text.trim().normalize('NFKC').toLowerCase();
}
