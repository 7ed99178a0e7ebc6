import type { ItemContext } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import type { QueryParts } from '../../query/parts';
import { chosenQuery } from '../../query/selection';

/** The condition that selects the records of a write, see `wholeQuery`. */
export async function conditionFor(
	write: string,
	item: ItemContext,
	advice: string,
): Promise<string> {
	return (await wholeQuery(write, item, advice)).condition;
}

/**
 * The chosen query. Throws `InputError` if it has a limit or an offset, because what it selects would be
 * arbitrary.
 * @param purpose what it is for, with its article (`a deletion`)
 */
export async function wholeQuery(
	purpose: string,
	item: ItemContext,
	advice: string,
): Promise<QueryParts> {
	const query = await chosenQuery(item);
	if (query.limit === undefined && query.offset === undefined) return query;
	throw new InputError(`The query of ${purpose} can't have a limit or an offset`, advice);
}

/**
 * The condition that selects the records to delete. Throws `InputError` if it denies a text: the
 * search finds whole words only, and records with the text in a part of a word would be deleted.
 */
export async function conditionForDeletion(item: ItemContext, advice: string): Promise<string> {
	const condition = await conditionFor('a deletion', item, advice);
	const withoutTexts = condition.replace(/"(?:\\.|[^"\\])*"/gs, '""');
	if (!/\bnot\s+like\b/i.test(withoutTexts)) return condition;
	throw new InputError(
		'"Does Not Contain" (not like) can\'t select records to delete, because the service searches for whole words: records that contain the text as part of a word would be deleted',
		'Nothing was deleted. Use another condition, or get the records, filter them with a Filter node, and delete them by ID',
	);
}
