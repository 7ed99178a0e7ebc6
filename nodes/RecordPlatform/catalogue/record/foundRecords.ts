import type { ItemContext, Parameter } from '../../../shared/catalogue';
import { InputError, unexpectedResponse } from '../../../shared/errors';
import type { Current } from '../../codec/cells';
import type { QueryParts } from '../../query/parts';
import { chosenQuery } from '../../query/selection';
import { pagesById } from '../../reading/current';
import { guestSpaceOf, pathOn } from '../../route';
import { filterOfWrite } from '../filter';

const NEEDED: Record<string, string> = {
	conditions: 'At least one is required, unless a view with conditions is selected',
	query: 'Query in the query language of the service, without limit or offset',
};

/** The conditions, described as required: an empty filter must not select all records. */
export const neededFilter = filterOfWrite.map((parameter): Parameter => {
	const description = NEEDED[parameter.name];
	return description === undefined ? parameter : { ...parameter, description };
});

/** The chosen query. Throws `InputError` for a limit or an offset: what it selects would be arbitrary. */
export async function wholeQuery(item: ItemContext, advice: string): Promise<QueryParts> {
	const query = await chosenQuery(item);
	if (query.limit === undefined && query.offset === undefined) return query;
	const { name } = item.operation;
	throw new InputError(`The query of ${name} can't have a limit or an offset`, advice);
}

/**
 * The condition that selects the records to delete, or to overwrite. Throws `InputError` if it denies a
 * text: the search finds whole words only, and records with the text in a part of a word would be lost.
 */
export async function guardedCondition(
	{ write }: GuardedWrite,
	item: ItemContext,
	advice: string,
): Promise<string> {
	const { condition } = await wholeQuery(item, advice);
	const withoutTexts = condition.replace(/"(?:\\.|[^"\\])*"/gs, '""');
	if (!/\bnot\s+like\b/i.test(withoutTexts)) return condition;
	throw new InputError(
		`"Does Not Contain" (not like) can't select records to ${write}, because the service searches for whole words: records that contain the text as part of a word would be ${write}d`,
		`Nothing was ${write}d. Use another condition, or get the records, filter them with a Filter node, and ${write} them by ID`,
	);
}

/** A write that loses what records had, and the words for it. */
export interface GuardedWrite {
	write: 'delete' | 'update';
	/** Label of the limit. */
	limit: string;
}

/** The condition that a write needs, see `guardedCondition`. Throws `InputError` without one. */
export async function neededCondition(words: GuardedWrite, item: ItemContext): Promise<string> {
	const { write, limit } = words;
	const advice = `Select the records with conditions, and limit their number with "${limit}"`;
	const condition = await guardedCondition(words, item, advice);
	if (condition !== '') return condition;
	throw new InputError(
		`No conditions are set, so all records would be ${write}d`,
		`Nothing was ${write}d. Add a condition. To ${write} all records, use the condition Record ID Greater Than 0`,
	);
}

/** All records that meet the condition, oldest first. Throws `InputError` if there are too many. */
export async function recordsMeeting(
	condition: string,
	words: GuardedWrite,
	item: ItemContext,
	app: unknown,
): Promise<Current[]> {
	const path = pathOn('/k/v1/records.json', { guestSpace: guestSpaceOf(item) });
	const read = { path, app, condition, fields: ['$id', '$revision'] };
	const found: Current[] = [];
	for await (const { records, total } of pagesById(read, item, true)) {
		if (found.length === 0) {
			if (total === undefined) throw unexpectedResponse(true);
			checkCount(Number(total), words, item);
		}
		for (const record of records) found.push(record);
		checkCount(found.length, words, item);
	}
	return found;
}

function checkCount(found: number, { write, limit }: GuardedWrite, item: ItemContext): void {
	const atMost = Number(item.read('atMost'));
	if (found <= atMost) return;
	throw new InputError(
		`${found} records meet the conditions, but "${limit}" is ${atMost}`,
		`Nothing was ${write}d. Narrow the conditions, or increase "${limit}" to ${write} them all`,
	);
}
