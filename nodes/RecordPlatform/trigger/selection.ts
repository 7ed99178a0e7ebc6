import type { ItemView } from '../../shared/catalogue';
import { storedAt } from '../../shared/parameterReader';
import { quoted } from '../query/literals';
import { both } from '../query/parts';
import type { Watermark } from './watermark';

/** Codes of built-in fields, which depend on the language of the app's creator. */
export interface Codes {
	updated: string;
	created: string;
	modifier: string;
	creator: string;
	/** Empty if the app has no process management. */
	status: string;
}

/** What selects the records that can start the workflow. */
export interface Selection {
	/** The person's conditions, as a query. */
	condition: string;
	/** Whether a query leaves out what the credential's user has changed last. */
	ignoresOwn: boolean;
	/** The login name of this user, if one of both depends on it; unknown for OAuth2 and to earlier versions. */
	login?: string;
	/** The settings that the conditions were made of. With expressions, each poll can make others. */
	made: string;
	/** What other conditions selected before, as long as changes of that time are left. */
	before?: Before;
}

/** Records that only the present conditions select count from here on. */
interface Before {
	time: string;
	/** All records with a higher ID are new since. */
	id: number;
	/** Missing in what earlier versions kept if the service refused the conditions of before. */
	selection?: Selection;
}

/** In queries, the user who asks. */
const USER = 'LOGINUSER()';
const TEXT_OR_USER = /"(?:[^"\\]|\\.)*"|LOGINUSER\(\)/g;

const PARAMETERS = ['filterBy', 'view', 'match', 'conditions', 'query'];

export function selectionOf(item: ItemView, condition: string, ignoresOwn: boolean): Selection {
	const stored = JSON.stringify(PARAMETERS.map((name) => storedAt(item, name)));
	const isComputed = stored.includes('"=');
	const { login } = item.connection;
	return {
		condition,
		ignoresOwn,
		...((ignoresOwn || condition.includes(USER)) && login !== undefined && { login }),
		made: isComputed ? stored : condition,
	};
}

/**
 * The queries for records that can start the workflow, and for those that the credential's user has
 * changed. The second one is undefined if these aren't ignored by a query.
 * @param asking the login name of the user who asks, who can be another one than that of the selection
 */
export function queriesOf(
	selection: Selection,
	codes: Codes,
	asking: string | undefined,
): { others: string; own?: string } {
	const { ignoresOwn, login = asking, before } = selection;
	const user = login === undefined || login === asking ? USER : quoted(login);
	const own = selection.condition.replace(TEXT_OR_USER, (part) => (part === USER ? user : part));
	const condition = before ? both(own, countedSince(before, codes, asking)) : own;
	if (!ignoresOwn) return { others: condition };
	return {
		others: both(condition, `${codes.modifier} not in (${user})`),
		own: both(condition, `${codes.modifier} in (${user})`),
	};
}

function countedSince(
	{ time, id, selection }: Before,
	codes: Codes,
	asking: string | undefined,
): string {
	const since = `${codes.updated} >= "${time}" or $id > "${id}"`;
	return selection ? `(${queriesOf(selection, codes, asking).others}) or ${since}` : since;
}

/** Whether the present selection was made of the same settings as the last one, or selects the same. */
export function isSameSelection(last: Selection, present: Selection): boolean {
	if (last.ignoresOwn !== present.ignoresOwn) return false;
	if (last.login !== undefined && last.login !== present.login) return false;
	return last.made === present.made || last.condition === present.condition;
}

/** The selection and the watermark after a poll. */
export function afterPoll(
	selection: Selection,
	mark: Watermark,
	complete: boolean,
): { selection: Selection; mark: Watermark } {
	const { before } = selection;
	if (before === undefined) return { selection, mark };
	// What existed then is known, whether or not it was selected.
	const least = complete ? before.id : 0;
	return {
		selection: stillNeeded(selection, mark),
		mark: {
			...mark,
			highest: Math.max(mark.highest, least),
			caughtUp: Math.max(mark.caughtUp, least),
			known: Math.max(mark.known, least),
		},
	};
}

/** The selection without those of before of which no changes are left. */
function stillNeeded({ before, ...selection }: Selection, mark: Watermark): Selection {
	if (before === undefined) return selection;
	const { time, id, selection: last } = before;
	if (mark.time >= time && mark.oldest >= id && mark.old === undefined) return selection;
	const left = last && { selection: stillNeeded(last, mark) };
	return { ...selection, before: { time, id, ...left } };
}
