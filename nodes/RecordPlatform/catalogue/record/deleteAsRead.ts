import type { Draft, ItemView } from '../../../shared/catalogue';
import { Failed } from '../../../shared/errors';
import { outcomeUnknown } from '../../../shared/messages';
import { chunks } from '../../../shared/plan';
import { inOrder } from '../../../shared/run/inOrder';
import { callsAtOnce, sendTogether } from '../../bulk';
import { type Current, currentRecords, identityOf } from '../../current/read';
import { RECORD_ID } from '../../values/mapping';

/** Records a delete call takes at the most (facts: limits). */
const DELETE_MAX = 100;
/** Requests under way at once. */
const STEPS_AT_ONCE = 3;
/** A request is made anew so often at the most, because somebody changed records of it. */
const MOST_TIMES_ANEW = 3;
/** Codes of a record with another revision, and of one that is not there (facts: errors). */
const NOT_AS_READ = new Set(['GAIA_CO02', 'GAIA_RE01']);

/** What became of a record that was to be deleted as it was read. */
export type Fate =
	| { is: 'deleted' }
	/** Somebody changed it after it was read: it is still there. */
	| { is: 'changed'; revision: string }
	/** Somebody else deleted it, or it may not be seen any more. */
	| { is: 'gone' };

/** Records that one request deletes. */
export function deletedAtOnce(item: ItemView): number {
	return DELETE_MAX * callsAtOnce(item);
}

/**
 * Deletes records unless somebody changed them after they were read, a few requests at once. Gives
 * what became of each, in their order. Throws `Failed`, with what was deleted all the same.
 * @param draft the delete call with `app` in its query
 */
export async function deleteAsRead(
	item: ItemView,
	draft: Draft,
	records: Current[],
): Promise<Map<Current, Fate>> {
	const fates = new Map<Current, Fate>();
	let failed: { reason: unknown } | undefined;
	const one = async (some: Current[]) => {
		try {
			await settle(some, { item, draft, fates });
		} catch (reason) {
			// That nobody knows what was deleted weighs more than why something was not.
			if (failed === undefined || outcomeUnknown(reason)) failed = { reason };
		}
	};
	const steps = chunks(records, deletedAtOnce(item));
	await inOrder(steps, STEPS_AT_ONCE, one, () => failed !== undefined);
	if (failed) throw after(failed.reason, deletedOf(fates).length);
	return new Map(records.map((record) => [record, fates.get(record) as Fate]));
}

/** The records that were deleted. */
export function deletedOf(fates: Map<Current, Fate>): Current[] {
	return [...fates].filter(([, { is }]) => is === 'deleted').map(([record]) => record);
}

interface Work {
	item: ItemView;
	draft: Draft;
	fates: Map<Current, Fate>;
}

/** Deletes the records of one request. A refused request did nothing, so it is sent again without what had changed. */
async function settle(records: Current[], work: Work, timesLeft = MOST_TIMES_ANEW): Promise<void> {
	if (records.length === 0) return;
	const failed = await sendTogether(callsFor(records, work.draft), work.item).then(
		() => undefined,
		(reason: unknown) => ({ reason }),
	);
	if (failed === undefined) {
		for (const record of records) work.fates.set(record, { is: 'deleted' });
		return;
	}
	const again = timesLeft > 0 && isNotAsRead(failed.reason);
	const same = again ? await unchanged(records, work) : records;
	if (same.length === records.length) throw failed.reason;
	await settle(same, work, timesLeft - 1);
}

function callsFor(records: Current[], draft: Draft): Draft[] {
	return chunks(records.map(identityOf), DELETE_MAX).map((some) => {
		const ids = some.map(({ id }) => id);
		const revisions = some.map(({ revision }) => revision);
		return { ...draft, query: { ...draft.query, ids, revisions } };
	});
}

/** Whether the service refused a request because a record of it was changed or deleted. */
export function isNotAsRead(reason: unknown): boolean {
	if (!(reason instanceof Failed) || reason.failure.reach !== 'refused') return false;
	return NOT_AS_READ.has(reason.failure.explanation?.code ?? '');
}

/** Looks at the records again. Gives those that are as they were read, and notes what became of the others. */
async function unchanged(
	records: Current[],
	{ item, draft: { path, query }, fates }: Work,
): Promise<Current[]> {
	const keys = records.map((record) => identityOf(record).id);
	const place = { path, app: String(query?.app), by: RECORD_ID, fields: [] };
	const find = await currentRecords({ ...place, keys }, item);
	return records.filter((record) => {
		const { id, revision } = identityOf(record);
		const now = find(id);
		if (now === undefined) fates.set(record, { is: 'gone' });
		else if (identityOf(now).revision === revision) return true;
		else fates.set(record, { is: 'changed', revision: identityOf(now).revision });
		return false;
	});
}

/** The failure of one of several requests, with what the others have done. */
function after(reason: unknown, done: number): unknown {
	if (done === 0 || !(reason instanceof Failed)) return reason;
	return new Failed({ ...reason.failure, note: `${done} other records were deleted` });
}
