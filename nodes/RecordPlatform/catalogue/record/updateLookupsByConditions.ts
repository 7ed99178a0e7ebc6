import type { IDataObject } from 'n8n-workflow';

import type { Draft, ItemView, Operation, Row } from '../../../shared/catalogue';
import { Failed, Refusal, unfitting } from '../../../shared/errors';
import { chunks } from '../../../shared/plan';
import { callsAtOnce, sendTogether } from '../../bulk';
import { pagesById } from '../../current/read';
import { fieldsToRead, type Renewal, renewals } from '../../lookups/renew';
import { filter } from '../filter';
import { app, options } from '../parameters';
import { ANY_SIGN_IN, rights } from '../signIn';
import { conditionFor, dryRunOf, isDryRun } from './foundRecords';
import { chosenLookups, lookups, outputOf, UPDATE_MAX } from './updateLookups';
import { ofFound } from './writeOptions';

export const updateLookupsByConditions: Operation = {
	id: 'records.update',
	value: 'updateLookupsByConditions',
	name: 'Update Lookups by Conditions',
	action: 'Update lookups of records by conditions',
	description:
		'Look up again what all records that meet conditions copied from other apps. Only records whose copies are outdated are written; the output has an item for each of them, and for each whose key was not found.',
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.edit,
	signIn: ANY_SIGN_IN,
	parameters: [app('body'), ...filter, lookups, options(...ofFound)],
	run: { kind: 'own', run: renewFound, concurrency: 1 },
};

/** A record whose copies are to be written. */
type Outdated = Renewal & Required<Pick<Renewal, 'element'>>;

/** Goes through the records oldest first, a page at a time. */
async function renewFound(item: ItemView, draft: Draft): Promise<Row | Row[]> {
	const dry = isDryRun(item);
	const rows: Row[] = [];
	const count = { records: 0, requests: 0 };
	try {
		for await (const found of pagesOf(item, draft)) {
			const outdated = found.filter((one): one is Outdated => one.element !== undefined);
			const steps = chunks(callsFor(outdated, draft), callsAtOnce(item));
			const left = [...outdated];
			for (const step of dry ? [] : steps) {
				const answers = recordsIn(await sendTogether(step, item));
				for (const row of writtenRows(left.splice(0, numberIn(step)), answers)) rows.push(row);
				count.records += numberIn(step);
			}
			for (const one of found) if (isUnknown(one)) rows.push(unknownRow(one));
			if (!dry) continue;
			count.records += outdated.length;
			count.requests += steps.length;
		}
	} catch (problem) {
		throw dry ? problem : after(problem, count.records);
	}
	return dry ? { json: dryRunOf(item, draft, count) } : rows;
}

/** The records that meet the conditions, each with what has to be looked up again. */
async function* pagesOf(item: ItemView, { path, body }: Draft): AsyncGenerator<Renewal[]> {
	const condition = await conditionFor(
		'an update',
		item,
		'Say by conditions which records are meant',
	);
	const chosen = await chosenLookups(item);
	const fields = ['$id', '$revision', ...fieldsToRead(chosen)];
	const read = { path, app: body?.app, condition, fields };
	for await (const { records } of pagesById(read, item)) {
		yield await renewals(records, chosen, { path, item, sendUnknown: false });
	}
}

function callsFor(outdated: Outdated[], draft: Draft): Draft[] {
	return chunks(outdated, UPDATE_MAX).map((some) => ({
		...draft,
		body: { ...draft.body, records: some.map(({ element }) => ({ ...element })) },
	}));
}

/** Records that the calls of a step update. */
function numberIn(step: Draft[]): number {
	return step.reduce((sum, { body }) => sum + (body?.records as unknown[]).length, 0);
}

/** The answers for the records of a step. */
function recordsIn(bodies: unknown[]): IDataObject[] {
	return bodies.flatMap((body) => (body as { records?: IDataObject[] } | null)?.records ?? []);
}

/** Throws `Refusal` where the service did not answer for all of them. */
function writtenRows(outdated: Outdated[], answers: IDataObject[]): Row[] {
	if (answers.length !== outdated.length) throw unfitting(false);
	return outdated.map(({ changes, identity, notFound }, at) =>
		outputOf(changes, { ...identity, ...answers[at] }, true, notFound),
	);
}

/** A record of which nothing can be looked up, because its keys were not found. */
function isUnknown({ element, notFound }: Renewal): boolean {
	return element === undefined && notFound.length > 0;
}

function unknownRow({ identity, notFound }: Renewal): Row {
	return outputOf([], identity, false, notFound);
}

/** The problem of a later request, with what those before it have done. */
function after(problem: unknown, done: number): unknown {
	if (done === 0) return problem;
	const note = `${done} records had been updated before`;
	if (problem instanceof Failed) return new Failed({ ...problem.failure, note });
	if (!(problem instanceof Refusal)) return problem;
	const { message, advice, outcomeUnknown } = problem;
	return new Refusal(message, [advice, note].filter(Boolean).join('. '), outcomeUnknown);
}
