import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, RequestSpec } from '../../../shared/catalogue';
import { unexpectedResponse } from '../../../shared/errors';
import { objectsIn } from '../../../shared/objects';
import { chunks } from '../../../shared/run/batching';
import { againAfterConflicts } from '../../writing/conflicts';
import { callsAtOnce, sendTogether, UPDATE_MAX } from '../../bulk';
import { withNote } from '../../errors';
import { isNotAsRead } from './deleteAsRead';

/** What is written to a record, at the revision that was read. */
interface ReadRecord {
	element: { id: string; revision: string; record: IDataObject };
}

/** The records of one request. */
export function updatedAtOnce(item: ItemContext): number {
	return UPDATE_MAX * callsAtOnce(item);
}

/**
 * Updates records in one request. If somebody changed some of them meanwhile, all are read and judged
 * again. Returns what was written, each with the service's answer.
 * @param again what is left to write to these records, as they are now
 */
export async function updateAsRead<One extends ReadRecord>(
	item: ItemContext,
	spec: RequestSpec,
	read: One[],
	again: (ids: string[]) => Promise<One[]>,
): Promise<Array<[One, IDataObject]>> {
	let left = read;
	return await againAfterConflicts(
		async () => answered(left, await sendTogether(updatesOf(left, spec), item)),
		async (problem) => {
			if (!isNotAsRead(problem)) return false;
			left = await again(left.map(({ element }) => element.id));
			return true;
		},
	);
}

function updatesOf(records: ReadRecord[], { body, ...spec }: RequestSpec): RequestSpec[] {
	return chunks(records, UPDATE_MAX).map((some) => ({
		...spec,
		body: { app: body?.app, records: some.map(({ element }) => ({ ...element })) },
	}));
}

/** Throws `InputError` if the responses lack some of the records. */
function answered<One>(records: One[], bodies: unknown[]): Array<[One, IDataObject]> {
	const answers = bodies.flatMap((body) => objectsIn(body, 'records') ?? []);
	if (answers.length !== records.length) throw unexpectedResponse(false);
	return records.map((one, at) => [one, answers[at] as IDataObject]);
}

/** The problem of a later request, with the number of records updated before. */
export function afterUpdates(problem: unknown, done: number): unknown {
	return done === 0 ? problem : withNote(problem, `${done} records were updated before this error`);
}
