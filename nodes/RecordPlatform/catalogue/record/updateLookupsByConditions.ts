import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView, Operation, Row } from '../../../shared/catalogue';
import { RequestError, InputError, unexpectedResponse } from '../../../shared/errors';
import { isDryRun } from '../../../shared/run/writeOptions';
import { objectsIn } from '../../../shared/objects';
import { chunks } from '../../../shared/run/batching';
import { callsAtOnce, sendTogether } from '../../bulk';
import { type Current, RECORD_ID } from '../../record/cells';
import { currentRecords, pagesById } from '../../record/current';
import { fieldsToRead, type LookupField, type Renewal, renewals } from '../../record/lookups';
import { filter } from '../filter';
import { app, options } from '../parameters';
import { isNotAsRead } from './deleteAsRead';
import { conditionFor, dryRunOf } from './foundRecords';
import { changeOfRecords, dryRun, UPDATE_MAX } from './options';
import { chosenLookups, lookups, outputOf } from './updateLookups';

export const updateLookupsByConditions: Operation = {
	...changeOfRecords,
	value: 'updateLookupsByConditions',
	name: 'Update Lookups by Conditions',
	action: 'Update lookups of records by conditions',
	description:
		'Refresh the values that records copied from other apps, for all records that meet conditions. Writes only records with outdated values. Returns them, and the records whose lookup key was not found.',
	parameters: [app('body'), ...filter, lookups, options(dryRun)],
	run: { kind: 'custom', run: renewFound, concurrency: 1 },
};

/** A record with outdated values. */
type Outdated = Renewal & Required<Pick<Renewal, 'element'>>;

/** What the writes of an item have in common. */
interface LookupUpdate {
	item: ItemView;
	spec: RequestSpec;
	lookups: LookupField[];
	/** Records that were written, for the problem of a later request. */
	written: number;
}

/** How often a step is repeated because somebody changed its records. */
const MOST_TIMES_ANEW = 3;

/** Goes through the records oldest first, a page at a time. */
async function renewFound(item: ItemView, spec: RequestSpec): Promise<Row | Row[]> {
	const dry = isDryRun(item);
	const rows: Row[] = [];
	const count = { records: 0, requests: 0 };
	const condition = await conditionFor('an update', item, 'Select the records with conditions');
	const work: LookupUpdate = { item, spec, lookups: await chosenLookups(item), written: 0 };
	const fields = ['$id', '$revision', ...fieldsToRead(work.lookups)];
	const read = { path: spec.path, app: spec.body?.app, condition, fields };
	try {
		for await (const { records } of pagesById(read, item)) {
			const found = await renewalsOf(records, work);
			const steps = chunks(found.filter(isOutdated), UPDATE_MAX * callsAtOnce(item));
			for (const step of steps) {
				count.records += step.length;
				count.requests += 1;
				if (!dry) for (const row of await writeRenewals(step, work)) rows.push(row);
			}
			for (const one of found) if (isUnknown(one)) rows.push(unknownRow(one));
		}
	} catch (problem) {
		throw dry ? problem : afterUpdates(problem, work.written);
	}
	return dry ? { json: dryRunOf(item, spec, count) } : rows;
}

async function renewalsOf(
	records: Current[],
	{ item, spec, lookups: chosen }: LookupUpdate,
): Promise<Renewal[]> {
	return await renewals(records, chosen, { path: spec.path, item, sendUnknown: false });
}

function isOutdated(one: Renewal): one is Outdated {
	return one.element !== undefined;
}

/** Updates records in one request. If somebody changed some of them meanwhile, all are read again. */
async function writeRenewals(
	outdated: Outdated[],
	work: LookupUpdate,
	timesLeft = MOST_TIMES_ANEW,
): Promise<Row[]> {
	if (outdated.length === 0) return [];
	const { item, spec } = work;
	const bodies = await sendTogether(updatesOf(outdated, spec), item).catch((problem: unknown) => {
		if (timesLeft > 0 && isNotAsRead(problem)) return undefined;
		throw problem;
	});
	if (bodies !== undefined) {
		const rows = writtenRows(outdated, recordsIn(bodies));
		work.written += rows.length;
		return rows;
	}
	const again = await renewalsOf(await readAnew(outdated, work), work);
	const rows = await writeRenewals(again.filter(isOutdated), work, timesLeft - 1);
	return [...rows, ...again.filter(isUnknown).map(unknownRow)];
}

/** The records as they are now, without those that were deleted. */
async function readAnew(
	outdated: Outdated[],
	{ item, spec, lookups }: LookupUpdate,
): Promise<Current[]> {
	const keys = outdated.map(({ identity }) => identity.id);
	const app = String(spec.body?.app);
	const fields = fieldsToRead(lookups);
	const find = await currentRecords({ path: spec.path, app, by: RECORD_ID, keys, fields }, item);
	return keys.map(find).filter((record) => record !== undefined);
}

function updatesOf(outdated: Outdated[], spec: RequestSpec): RequestSpec[] {
	return chunks(outdated, UPDATE_MAX).map((some) => ({
		...spec,
		body: { ...spec.body, records: some.map(({ element }) => ({ ...element })) },
	}));
}

/** The responses for the records of a step. */
function recordsIn(bodies: unknown[]): IDataObject[] {
	return bodies.flatMap((body) => objectsIn(body, 'records') ?? []);
}

/** Throws `InputError` if the response lacks some of them. */
function writtenRows(outdated: Outdated[], answers: IDataObject[]): Row[] {
	if (answers.length !== outdated.length) throw unexpectedResponse(false);
	return outdated.map(({ changes, identity, notFound }, at) =>
		outputOf(changes, { ...identity, ...answers[at] }, true, notFound),
	);
}

/** A record with nothing to refresh, because its keys were not found. */
function isUnknown({ element, notFound }: Renewal): boolean {
	return element === undefined && notFound.length > 0;
}

function unknownRow({ identity, notFound }: Renewal): Row {
	return outputOf([], identity, false, notFound);
}

/** The problem of a later request, with the number of records updated before. */
function afterUpdates(problem: unknown, done: number): unknown {
	if (done === 0) return problem;
	const note = `${done} records were updated before this error`;
	if (problem instanceof RequestError) return new RequestError({ ...problem.failure, note });
	if (!(problem instanceof InputError)) return problem;
	const { message, advice, outcomeUnknown } = problem;
	return new InputError(message, [advice, note].filter(Boolean).join('. '), outcomeUnknown);
}
