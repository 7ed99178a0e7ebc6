import type { ItemView } from '../../shared/catalogue';
import { type Explanation, Failed, Refusal } from '../../shared/errors';
import { appIn, guestSpaceOf } from '../route';
import { loadForm } from '../values/form';
import { type LookupField, lookupsOf } from './fields';

/** Codes of a lookup that found nothing, or was not allowed to look (facts: errors; GAIA_AP15 only from reports). */
const LOOKUP_CODES = /^GAIA_(?:LO\d+|AP15)$/;

/** What lets the credential of the item see the source app of a lookup. */
function wayToSource(source: string, { signIn }: ItemView['connection']): string {
	return signIn === 'API token'
		? `add an API token of ${source} with the right View Records to the credential, which takes up to nine tokens, one a line`
		: `give the user of the credential permission to view the records of ${source}`;
}

/** For a lookup whose source app may not be read. */
export function hiddenSource({ code, label, source }: LookupField, item: ItemView): Refusal {
	const app = source === null ? 'its source app' : `app ${source.app}`;
	return new Refusal(
		`The lookup "${label}" (${code}) takes from ${source === null ? 'an app' : app} that this credential may not read`,
		capital(wayToSource(app, item.connection)),
	);
}

/**
 * Which lookup a refused write is about, where it looks, and which token or permission it takes;
 * undefined where the refusal is about something else or the form may not be read.
 */
export async function lookupAdvice(
	{ code, message }: Explanation,
	item: ItemView,
): Promise<string | undefined> {
	if (code === undefined || !LOOKUP_CODES.test(code)) return undefined;
	const app = appIn(item.read('app', '')).id;
	if (app === '') return undefined;
	const form = await loadForm(item, app, guestSpaceOf(item)).catch((problem: unknown) => {
		if (problem instanceof Failed) return [];
		throw problem;
	});
	const lookups = lookupsOf(form);
	const named = lookups.filter(({ code: field }) => names(message, field));
	const blamed = named.length > 0 ? named : lookups;
	const hidden = blamed.filter(({ source }) => source === null);
	const told = hidden.length > 0 && named.length === 0 ? hidden : blamed;
	return told.map((lookup) => advice(lookup, item)).join('. ') || undefined;
}

function advice({ code, label, source }: LookupField, item: ItemView): string {
	const name = `The lookup "${label}" (${code})`;
	if (source === null) {
		return `${name} takes from an app that this credential may not see: ${wayToSource('its source app', item.connection)}`;
	}
	const where = `app ${source.app}`;
	return `${name} looks for the value in the field "${source.key}" of ${where}. If such a record exists there, ${wayToSource(where, item.connection)}`;
}

/** Whether the service's words name the field; its code may be part of other words. */
function names(message: string, code: string): boolean {
	const at = message.indexOf(code);
	if (at < 0) return false;
	const word = /[\p{L}\p{N}_]/u;
	const before = message.charAt(at - 1);
	const after = message.charAt(at + code.length);
	return !word.test(before) && !word.test(after);
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
