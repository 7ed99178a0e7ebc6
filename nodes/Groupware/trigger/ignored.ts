import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { objectOf } from '../../shared/objects';
import { choicesOf } from '../catalogue/text';

/** Whether changes start nothing, by who can have made them; never if the service doesn't tell. */
export function ignoring(item: ItemView): (by: unknown[]) => boolean {
	const own = item.read('options.ignoreOwn', false) === true ? [ownLogin(item)] : [];
	const others = choicesOf(item.read('options.ignoreUsers', ''));
	const logins = new Set([...own, ...others].map((login) => login.toLowerCase()));
	return (by) =>
		by.length > 0 &&
		by.every((user) => logins.has(String(objectOf(user).code ?? '').toLowerCase()));
}

function ownLogin({ connection: { login } }: ItemView): string {
	if (login !== undefined) return login;
	throw new InputError(
		'"Ignore Own Changes" can\'t tell which events the user of the credential has changed',
		'With OAuth2, the service doesn\'t tell who this user is. Turn the option off, and enter the login name in "Ignore Users"',
	);
}
