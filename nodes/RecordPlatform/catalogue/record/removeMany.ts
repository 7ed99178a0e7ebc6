import type { IDataObject } from 'n8n-workflow';

import type { Draft, ItemView, Operation } from '../../../shared/catalogue';
import { Failed, Refusal } from '../../../shared/errors';
import { chunks } from '../../../shared/plan';
import { inOrder } from '../../../shared/run/inOrder';
import { appsOf, BULK_MAX, bulkRequests } from '../../bulk';
import { chosenQuery } from '../../query/choices';
import { both, queryText } from '../../query/parts';
import { PAGE } from '../../query/walk';
import { guestSpaceOf, pathOn } from '../../route';
import { filter } from '../filter';
import { app, options } from '../parameters';
import { ANY_SIGN_IN, rights } from '../signIn';
import { ofFound } from './writing';

/** Records a delete call takes at the most (facts: limits). */
const DELETE_MAX = 100;
/** Requests under way at once. */
const STEPS_AT_ONCE = 3;

interface IdPage {
	records: Array<{ $id: { value: string } }>;
	totalCount: string;
}

export const removeByConditions: Operation = {
	id: 'records.delete',
	value: 'deleteByConditions',
	name: 'Delete by Conditions',
	action: 'Delete records by conditions',
	description:
		'Delete all records that meet conditions. Where there are more than expected, none is deleted.',
	method: 'DELETE',
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.remove,
	signIn: ANY_SIGN_IN,
	parameters: [
		app('query'),
		...filter,
		{
			displayName: 'At Most',
			name: 'atMost',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100,
			description:
				'Number of records that may be deleted. Where more meet the conditions, nothing is deleted and the number is told.',
		},
		options(...ofFound),
	],
	run: { kind: 'own', run: async (item, draft) => ({ json: await removeFound(item, draft) }) },
};

/** Deletes oldest first, two thousand a request. Throws `Refusal` before anything is deleted. */
async function removeFound(item: ItemView, draft: Draft): Promise<IDataObject> {
	const atMost = Number(item.read('atMost', DELETE_MAX));
	const { condition, limit, offset } = await chosenQuery(item);
	if (limit !== undefined || offset !== undefined) {
		throw new Refusal(
			'The query of a deletion takes no limit and no offset',
			'Say by conditions which records are meant, and by At Most how many they may be',
		);
	}
	const ids = await idsOf(item, draft, condition, atMost);
	const calls = chunks(ids, DELETE_MAX).map((some) => ({
		...draft,
		query: { ...draft.query, ids: some },
	}));
	const steps = chunks(calls, bulkRequests.allowed(item.connection) ? BULK_MAX : 1);
	if (item.read('options.dryRun', false)) {
		return {
			dryRun: true,
			operation: item.operation.name,
			...appsOf([draft]),
			items: 1,
			records: ids.length,
			requests: steps.length,
			refused: [],
		};
	}
	let done = 0;
	let failed: { reason: unknown } | undefined;
	const one = async (step: Draft[]) => {
		try {
			await item.ask(step.length > 1 ? bulkRequests.wrap(step) : (step[0] as Draft));
			done += step.reduce((sum, { query }) => sum + (query?.ids as string[]).length, 0);
		} catch (reason) {
			failed ??= { reason };
		}
	};
	await inOrder(steps, STEPS_AT_ONCE, one, () => failed !== undefined);
	if (failed) throw after(failed.reason, done);
	return { deleted: true, count: ids.length };
}

/** IDs of all records that meet the condition, or a `Refusal` where they are too many. */
async function idsOf(
	item: ItemView,
	draft: Draft,
	condition: string,
	atMost: number,
): Promise<string[]> {
	const path = pathOn('/k/v1/records.json', { guestSpace: guestSpaceOf(item) });
	const ids: string[] = [];
	for (;;) {
		const last = ids.at(-1);
		const beyond = last === undefined ? '' : `$id > ${last}`;
		const query = queryText({
			condition: both(condition, beyond),
			order: '$id asc',
			limit: PAGE,
		});
		const body = (await item.ask({
			method: 'GET',
			path,
			query: { ...draft.query, query, fields: ['$id'], totalCount: last === undefined },
			repeatable: true,
		})) as IdPage;
		if (last === undefined) checkCount(Number(body.totalCount), atMost);
		for (const { $id } of body.records) ids.push($id.value);
		if (ids.length > atMost) checkCount(ids.length, atMost);
		if (body.records.length < PAGE) return ids;
	}
}

function checkCount(found: number, atMost: number): void {
	if (found <= atMost) return;
	throw new Refusal(
		`${found} records meet the conditions, and ${atMost} may be deleted`,
		'Nothing was deleted. Narrow the conditions, or raise At Most if all of them are meant',
	);
}

/** The failure of one of several requests, with what the others have done. */
function after(reason: unknown, done: number): unknown {
	if (done === 0 || !(reason instanceof Failed)) return reason;
	return new Failed({ ...reason.failure, note: `${done} other records were deleted` });
}
