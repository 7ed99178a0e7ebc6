import type { RequestSpec, ItemContext } from '../../../shared/catalogue';
import { RequestError } from '../../../shared/errors';
import { outcomeUnknown } from '../../../shared/messages';
import { chunks } from '../../../shared/run/batching';
import { inOrder } from '../../../shared/inOrder';
import { againAfterConflicts } from '../../writing/conflicts';
import { callsAtOnce, sendTogether } from '../../bulk';
import { CHANGED_MEANWHILE, type Current, identityOf, RECORD_ID } from '../../codec/cells';
import { currentRecords } from '../../reading/current';

const DELETE_MAX = 100;
const STEPS_AT_ONCE = 3;
/** Error codes for a changed revision and for a missing record. */
const NOT_AS_READ = new Set([CHANGED_MEANWHILE, 'GAIA_RE01']);

/** Outcome for a record that should be deleted only if it is unchanged. */
export type DeletionOutcome =
	| { is: 'deleted' }
	/** Somebody changed it after it was read, so it was kept. */
	| { is: 'changed'; revision: string }
	/** Somebody else deleted it, or it is no longer visible to the user. */
	| { is: 'gone' };

/** The records of one request. */
export function deletedAtOnce(item: ItemContext): number {
	return DELETE_MAX * callsAtOnce(item);
}

/**
 * Deletes records unless somebody changed them after they were read, a few requests at once. Returns
 * the outcome of each, in order. Throws `RequestError` with the number of records that were deleted.
 * @param spec the delete request with `app` in its query
 */
export async function deleteAsRead(item: ItemContext, spec: RequestSpec, records: Current[]) {
	const outcomes = new Map<Current, DeletionOutcome>();
	let failed: { reason: unknown } | undefined;
	const one = async (some: Current[]) => {
		try {
			await deleteTogether(some, { item, spec, outcomes });
		} catch (reason) {
			// An unknown outcome is more important to report than a refusal.
			if (failed === undefined || outcomeUnknown(reason)) failed = { reason };
		}
	};
	const steps = chunks(records, deletedAtOnce(item));
	await inOrder(steps, STEPS_AT_ONCE, one, () => failed !== undefined);
	if (failed) throw afterDeletions(failed.reason, deletedOf(outcomes).length);
	return new Map(records.map((record) => [record, outcomes.get(record) as DeletionOutcome]));
}

export function deletedOf(outcomes: Map<Current, DeletionOutcome>): Current[] {
	return [...outcomes].filter(([, { is }]) => is === 'deleted').map(([record]) => record);
}

interface Deletion {
	item: ItemContext;
	spec: RequestSpec;
	outcomes: Map<Current, DeletionOutcome>;
}

/** Deletes the records of one request. A refused request did nothing, so it is sent again without what had changed. */
async function deleteTogether(records: Current[], work: Deletion): Promise<void> {
	let left = records;
	await againAfterConflicts(
		async () => await sendTogether(deletionsOf(left, work.spec), work.item),
		async (problem) => {
			if (!isNotAsRead(problem)) return false;
			const before = left.length;
			left = await unchanged(left, work);
			return left.length < before;
		},
	);
	for (const record of left) work.outcomes.set(record, { is: 'deleted' });
}

function deletionsOf(records: Current[], spec: RequestSpec): RequestSpec[] {
	return chunks(records.map(identityOf), DELETE_MAX).map((some) => {
		const ids = some.map(({ id }) => id);
		const revisions = some.map(({ revision }) => revision);
		return { ...spec, query: { ...spec.query, ids, revisions } };
	});
}

/** Whether the service refused a request because a record of it was changed or deleted. */
export function isNotAsRead(reason: unknown): boolean {
	if (!(reason instanceof RequestError) || reason.failure.outcome !== 'refused') return false;
	return NOT_AS_READ.has(reason.failure.explanation?.code ?? '');
}

/** Reads the records again. Returns the unchanged ones and notes the outcome of the others. */
async function unchanged(records: Current[], { item, spec: { path, query }, outcomes }: Deletion) {
	const keys = records.map((record) => identityOf(record).id);
	const source = { path, app: String(query?.app), by: RECORD_ID, fields: [] };
	const find = await currentRecords({ ...source, keys }, item);
	return records.filter((record) => {
		const { id, revision } = identityOf(record);
		const now = find(id);
		if (now === undefined) outcomes.set(record, { is: 'gone' });
		else if (identityOf(now).revision === revision) return true;
		else outcomes.set(record, { is: 'changed', revision: identityOf(now).revision });
		return false;
	});
}

/** The failure of one of several requests, with the number of records that the others deleted. */
function afterDeletions(reason: unknown, done: number): unknown {
	if (done === 0 || !(reason instanceof RequestError)) return reason;
	return new RequestError({ ...reason.failure, note: `${done} other records were deleted` });
}
