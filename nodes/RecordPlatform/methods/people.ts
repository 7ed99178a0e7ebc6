import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { lookUp } from '../../shared/execute';
import { isObject, listOf, objectOf } from '../../shared/objects';
import { pathOn } from '../route';
import { recordPlatform } from '../service';
import { type Chosen, chosenApp, fieldsOfChosenApp } from './editor';

/** Fields whose values are users, with their names. */
const PEOPLE = new Set(['CREATOR', 'MODIFIER', 'STATUS_ASSIGNEE', 'USER_SELECT']);

/** How many of the newest records are read. */
const RECENT = 100;

/**
 * Users by part of their name or login name. The service has no list of its users for everyone, so these are
 * those of the newest records, of the process management, and of the space of the app.
 */
export async function searchPeople(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const chosen = chosenApp(this);
	if (chosen === undefined) return { results: [] };
	const found = await Promise.allSettled([
		peopleOfRecords(this, chosen),
		peopleOfProcess(this, chosen),
		peopleOfSpace(this, chosen),
	]);
	// API tokens can't read members of spaces, and not everyone can read records.
	const [first] = found;
	if (found.every(({ status }) => status === 'rejected') && first?.status === 'rejected') {
		throw first.reason;
	}
	const people = new Map<string, string>();
	for (const { code, name } of found.flatMap((one) =>
		one.status === 'fulfilled' ? one.value : [],
	)) {
		if (!people.has(code) || name !== code) people.set(code, name);
	}
	const wanted = plain(filter ?? '');
	return {
		results: [...people]
			.map(([value, name]) => ({ name: name === value ? value : `${name} (${value})`, value }))
			.filter(({ name }) => plain(name).includes(wanted))
			.sort((a, b) => a.name.localeCompare(b.name)),
	};
}

interface Person {
	code: string;
	name: string;
}

async function peopleOfRecords(context: ILoadOptionsFunctions, chosen: Chosen): Promise<Person[]> {
	const fields = (await fieldsOfChosenApp(context))
		.filter(({ type }) => PEOPLE.has(type))
		.map(({ code }) => code);
	const query = `order by $id desc limit ${RECENT}`;
	const body = await read(context, '/k/v1/records.json', chosen, {
		app: chosen.app,
		query,
		fields,
	});
	return objectsOf(body.records).flatMap((record) =>
		Object.values(record)
			.map(objectOf)
			.filter(({ type }) => PEOPLE.has(String(type)))
			.flatMap(({ value }) => value)
			.flatMap(person),
	);
}

async function peopleOfProcess(context: ILoadOptionsFunctions, chosen: Chosen): Promise<Person[]> {
	const { states } = await read(context, '/k/v1/app/status.json', chosen, { app: chosen.app });
	return Object.values(objectOf(states)).flatMap((state) =>
		objectsOf(objectOf(objectOf(state).assignee).entities).flatMap(({ entity }) => userIn(entity)),
	);
}

/** Members by groups and departments are in the answer, too. */
async function peopleOfSpace(context: ILoadOptionsFunctions, chosen: Chosen): Promise<Person[]> {
	const { spaceId } = await read(context, '/k/v1/app.json', chosen, { id: chosen.app });
	if (typeof spaceId !== 'string' || spaceId === '') return [];
	const body = await read(context, '/k/v1/space/members.json', chosen, { id: spaceId });
	return objectsOf(body.members).flatMap(({ entity }) => userIn(entity));
}

function objectsOf(list: unknown): IDataObject[] {
	return listOf(list).map(objectOf);
}

function userIn(entity: unknown): Person[] {
	return isObject(entity) && entity.type === 'USER' ? person(entity) : [];
}

/** Nobody for an empty field. */
function person(value: unknown): Person[] {
	const { code, name } = objectOf(value);
	if (typeof code !== 'string' || code === '') return [];
	return [{ code, name: typeof name === 'string' && name !== '' ? name : code }];
}

/** Ignores case and the width of letters. */
function plain(text: string): string {
	return text.trim().normalize('NFKC').toLowerCase();
}

async function read(
	context: ILoadOptionsFunctions,
	path: string,
	{ guestSpace }: Chosen,
	query: IDataObject,
): Promise<IDataObject> {
	return await lookUp<IDataObject>(context, recordPlatform, () => ({
		method: 'GET',
		path: pathOn(path, { guestSpace }),
		query,
		repeatable: true,
	}));
}
