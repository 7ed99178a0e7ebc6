import type { ItemView } from '../../shared/catalogue';
import { type Explanation, RequestError, InputError } from '../../shared/errors';
import { appIn, guestSpaceOf } from '../route';
import { loadForm } from '../values/form';
import { type LookupField, lookupsOf } from './fields';

/** Error codes of a lookup without a match or without permission (GAIA_AP15 is known only from user reports). */
const LOOKUP_CODES = /^GAIA_(?:LO\d+|AP15)$/;

/** How to give the credential access to the source app of a lookup. */
function wayToSource(source: string, { signIn }: ItemView['connection']): string {
	return signIn === 'API token'
		? `add an API token of ${source} with the permission View Records to the credential (up to nine tokens, one per line)`
		: `give the user of the credential permission to view the records of ${source}`;
}

/** For a lookup whose source app can't be read. */
export function hiddenSource({ code, label, source }: LookupField, item: ItemView): InputError {
	const app = source === null ? 'its source app' : `app ${source.app}`;
	return new InputError(
		`The lookup "${label}" (${code}) copies from ${source === null ? 'an app' : app}, which this credential has no permission to read`,
		capital(wayToSource(app, item.connection)),
	);
}

/**
 * Which lookup caused the error, what its source is, and which token or permission it needs;
 * undefined if the error has another cause or the form can't be read.
 */
export async function lookupAdvice(
	{ code, message }: Explanation,
	item: ItemView,
): Promise<string | undefined> {
	if (code === undefined || !LOOKUP_CODES.test(code)) return undefined;
	const app = appIn(item.read('app', '')).id;
	if (app === '') return undefined;
	const form = await loadForm(item, app, guestSpaceOf(item)).catch((problem: unknown) => {
		if (problem instanceof RequestError) return [];
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
		return `${name} copies from an app that this credential can't access: ${wayToSource('its source app', item.connection)}`;
	}
	const where = `app ${source.app}`;
	return `${name} searches for the value in the field "${source.key}" of ${where}. If that app has a matching record, ${wayToSource(where, item.connection)}`;
}

/** Whether the service's message names the field; its code may be part of other words. */
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
