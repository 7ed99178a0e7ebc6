import type { ItemContext } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { chosenQuery } from '../../query/selection';

/**
 * The condition that selects the records of a write. Throws `InputError` if the query has a limit or
 * an offset, because the selection would be arbitrary.
 * @param write the write with its article (`a deletion`)
 */
export async function conditionFor(
	write: string,
	item: ItemContext,
	advice: string,
): Promise<string> {
	const { condition, limit, offset } = await chosenQuery(item);
	if (limit === undefined && offset === undefined) return condition;
	throw new InputError(`The query of ${write} can't have a limit or an offset`, advice);
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
