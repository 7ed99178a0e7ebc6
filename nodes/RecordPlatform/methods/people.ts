import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { lookUp } from '../../shared/execute';
import { isObject, listOf, objectOf } from '../../shared/objects';
import { pathOn, spaceIn } from '../route';
import { recordPlatform } from '../service';
import { type Chosen, chosenApp, chosenGuestSpace, fieldsOfChosenApp } from './editor';

/** What can be picked, and the fields whose values are of this type, with their names. */
const FIELDS = {
	USER: new Set(['CREATOR', 'MODIFIER', 'STATUS_ASSIGNEE', 'USER_SELECT']),
	ORGANIZATION: new Set(['ORGANIZATION_SELECT']),
	GROUP: new Set(['GROUP_SELECT']),
};

type Kind = keyof typeof FIELDS;

/** How many of the newest records are read. */
const RECENT = 100;

/** Users by part of their name or login name. */
export async function searchPeople(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return { results: matching(await known(this, 'USER'), filter) };
}

/** Users, departments, or groups, as the type beside the control says, by part of their name or code. */
export async function searchEntities(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
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
	const reasons = found.flatMap((one): unknown[] =>
		one.status === 'rejected' ? [one.reason] : [],
	);
	// Without the right to read them, there is nothing to pick from, and codes can be typed.
	if (reasons.length === found.length && !reasons.some(isForbidden)) throw reasons[0];
	for (const { code, name } of found.flatMap((one) =>
		one.status === 'fulfilled' ? one.value : [],
	)) {
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

async function inRecords(
	context: ILoadOptionsFunctions,
	chosen: Chosen,
	kind: Kind,
): Promise<Person[]> {
	const fields = (await fieldsOfChosenApp(context))
		.filter(({ type }) => FIELDS[kind].has(type))
		.map(({ code }) => code);
	// Without fields, the service would return all of them.
	if (fields.length === 0) return [];
	const query = `order by $id desc limit ${RECENT}`;
	const body = await read(context, '/k/v1/records.json', chosen, {
		app: chosen.app,
		query,
		fields,
	});
	return objectsOf(body.records).flatMap((record) =>
		Object.values(record)
			.map(objectOf)
			.filter(({ type }) => FIELDS[kind].has(String(type)))
			.flatMap(({ value }) => value)
			.flatMap(person),
	);
}

async function inSpaceOf(
	context: ILoadOptionsFunctions,
	chosen: Chosen,
	kind: Kind,
): Promise<Person[]> {
	const { spaceId } = await read(context, '/k/v1/app.json', chosen, { id: chosen.app });
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
	const body = await read(context, '/k/v1/space/members.json', space, { id });
	return objectsOf(body.members).flatMap(({ entity }) => ofKind(entity, kind));
}

function objectsOf(list: unknown): IDataObject[] {
	return listOf(list).map(objectOf);
}

function ofKind(entity: unknown, kind: Kind): Person[] {
	return isObject(entity) && entity.type === kind ? person(entity) : [];
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

async function read(
	context: ILoadOptionsFunctions,
	path: string,
	{ guestSpace }: Pick<Chosen, 'guestSpace'>,
	query: IDataObject,
): Promise<IDataObject> {
	return await lookUp<IDataObject>(context, recordPlatform, () => ({
		method: 'GET',
		path: pathOn(path, { guestSpace }),
		query,
		repeatable: true,
	}));
}
